//! The index of the REST surface: every operation, its handler and the scope it needs.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use pegboard_mcp::endpoint;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;
use utoipa::openapi::OpenApi;
use utoipa_axum::routes;

use crate::http::hook_rate::Rates;
use crate::http::limits::{JSON_BODY_MAX, REQUESTS_MAX, Room};
use crate::http::origin::AllowedHosts;
use crate::http::scoped::Operations;
use crate::http::state::App;
use crate::http::{
    activity, ag_ui, archive, calls, chat_archive, chat_tree, chats, chests, compatible, config, docs,
    events, frames, grants, headers, hooks, limits, mcp_clients, mcp_resources, mcp_servers, models, openapi,
    origin, outcomes, page, policy, prompts, replies, saved_inputs, schedules, session, sign_in, system,
    tokens, tool_builds, tools, toolsets, variables, workers, workspace,
};
use crate::mcp::gate;

/// Which operation needs which scope; `open` ones need no token.
fn operations() -> Operations {
    let all = Operations::new(openapi::base());
    the_server(what_happens(what_runs(what_is_installed(all))))
}

/// Toolsets, MCP servers, tools and workers.
fn what_is_installed(operations: Operations) -> Operations {
    operations
        .read(routes!(toolsets::list))
        .read(routes!(toolsets::get))
        .read(routes!(toolsets::export))
        .admin(routes!(toolsets::preview))
        .admin(routes!(toolsets::import))
        .admin(routes!(toolsets::enable))
        .admin(routes!(toolsets::uninstall))
        .read(routes!(toolsets::preview_uninstall))
        .read(routes!(config::of_toolset))
        .admin(routes!(config::set_of_toolset))
        .admin(routes!(config::forget_of_toolset))
        .admin(routes!(config::test_of_toolset))
        .admin(routes!(variables::set))
        .admin(routes!(variables::remove))
        .read(routes!(mcp_servers::list))
        .read(routes!(mcp_servers::export))
        .admin(routes!(mcp_servers::add))
        .admin(routes!(mcp_servers::preview))
        .admin(routes!(mcp_servers::test))
        .read(routes!(mcp_servers::get))
        .read(routes!(mcp_servers::export_one))
        .admin(routes!(mcp_servers::edit))
        .admin(routes!(mcp_servers::remove))
        .admin(routes!(mcp_servers::enable))
        .admin(routes!(mcp_servers::reconnect))
        .admin(routes!(mcp_servers::log))
        .run(routes!(mcp_resources::read))
        .read(routes!(mcp_clients::list))
        .admin(routes!(sign_in::begin))
        .admin(routes!(sign_in::out))
        .open(routes!(sign_in::end))
        .read(routes!(tools::list))
        .read(routes!(tools::get))
        .read(routes!(tools::schemas))
        .read(routes!(tools::available))
        .run(routes!(tools::call))
        .admin(routes!(tools::set_override))
        .admin(routes!(tools::preview_override))
        .read(routes!(tool_builds::get))
        .admin(routes!(tool_builds::build))
        .read(routes!(config::of_tool))
        .admin(routes!(config::set_of_tool))
        .admin(routes!(config::forget_of_tool))
        .admin(routes!(config::test_of_tool))
        .read(routes!(saved_inputs::list))
        .run(routes!(saved_inputs::save))
        .run(routes!(saved_inputs::delete))
        .read(routes!(workers::list))
        .read(routes!(workers::get))
        .read(routes!(workers::export))
        .read(routes!(workers::check))
        .admin(routes!(workers::put))
        .admin(routes!(workers::import))
        .admin(routes!(workers::remove))
}

/// Calls, how they went, and what makes them by itself.
fn what_runs(operations: Operations) -> Operations {
    operations
        .read(routes!(chests::search))
        .read(routes!(calls::list))
        .read(routes!(calls::summaries))
        .read(routes!(outcomes::export))
        .read(routes!(outcomes::stats))
        .read(routes!(outcomes::retention))
        .admin(routes!(outcomes::set_retention))
        .read(routes!(activity::report))
        .read(routes!(calls::get))
        .run(routes!(calls::rerun))
        .run(routes!(calls::cancel))
        // Whoever may call must not be able to approve the own call.
        .admin(routes!(calls::approve))
        // Nor see what it would give back.
        .admin(routes!(calls::preview))
        .admin(routes!(calls::deny))
        .read(routes!(schedules::list))
        .admin(routes!(schedules::set))
        .admin(routes!(schedules::remove))
        .run(routes!(schedules::run))
        .read(routes!(hooks::show))
        .admin(routes!(hooks::make))
        .admin(routes!(hooks::remove))
        .open(routes!(hooks::deliver))
        .admin(routes!(outcomes::reset_budget))
        .read(routes!(prompts::list))
        .run(routes!(prompts::take))
        .run(routes!(prompts::acknowledge))
        .run(routes!(prompts::remove))
}

/// Policy, chats with their chests, and workspaces.
fn what_happens(operations: Operations) -> Operations {
    operations
        .read(routes!(policy::show))
        .admin(routes!(policy::set))
        .admin(routes!(policy::try_out))
        .admin(routes!(policy::check))
        .read(routes!(grants::list))
        .admin(routes!(grants::revoke))
        .read(routes!(chats::list))
        .read(routes!(chats::get))
        .run(routes!(chats::create))
        .run(routes!(chats::rename))
        .run(routes!(chats::add_message))
        .run(routes!(chats::set_active_leaf))
        .run(routes!(chat_tree::fork))
        .read(routes!(chat_archive::export))
        .run(routes!(chat_archive::import))
        .run(routes!(chat_tree::delete_branch))
        .run(routes!(chat_tree::restore_branch))
        .run(routes!(chat_tree::delete))
        .run(routes!(chat_tree::restore))
        .run(routes!(replies::stream_reply))
        .read(routes!(replies::resume))
        .run(routes!(replies::stop))
        .run(routes!(ag_ui::run))
        .run(routes!(compatible::complete))
        .read(routes!(compatible::models))
        .read(routes!(compatible::model))
        .read(routes!(chests::get))
        .run(routes!(chests::activate))
        .run(routes!(chests::deactivate))
        .run(routes!(chests::add_essential))
        .run(routes!(chests::set_active))
        .run(routes!(chests::reset))
        .run(routes!(chests::initialise))
        .read(routes!(workspace::files))
        .read(routes!(workspace::file))
        .read(routes!(workspace::manifest))
        .read(routes!(workspace::manifests))
        .read(routes!(workspace::diff))
        .run(routes!(workspace::put_file))
        .run(routes!(workspace::delete_file))
        .run(routes!(workspace::move_file))
        .read(routes!(archive::download))
        .run(routes!(workspace::restore))
}

/// The server itself.
fn the_server(operations: Operations) -> Operations {
    operations
        .open(routes!(system::healthz))
        .open(routes!(system::openapi))
        .read(routes!(events::follow))
        .read(routes!(system::limits))
        .admin(routes!(system::doctor))
        .admin(routes!(system::verify))
        .admin(routes!(config::rotate))
        .read(routes!(models::list))
        .admin(routes!(models::put))
        .admin(routes!(models::remove))
        .admin(routes!(models::test))
        .admin(routes!(models::set_default))
        .admin(routes!(tokens::list))
        .admin(routes!(tokens::create))
        .admin(routes!(tokens::revoke))
        .read(routes!(session::get))
        .read(routes!(frames::open))
        .read(routes!(frames::check))
}

/// The document that describes all operations.
pub(crate) fn document() -> OpenApi {
    openapi::finish(operations().into_parts().1)
}

/// The whole surface. Layers run from the last to the first.
pub(crate) fn router(app: App, allowed: AllowedHosts) -> Router {
    let (operations, document) = operations().into_parts();
    let document = system::Document(Arc::new(openapi::finish(document)));
    operations
        .route("/", get(page::root))
        .route("/ui", get(page::redirect))
        .merge(page::router())
        .merge(endpoint::router(app.mcp.clone()).route_layer(middleware::from_fn(gate::enter)))
        .route("/docs", get(docs::redirect))
        .route("/docs/", get(docs::index))
        .route("/docs/{*file}", get(docs::part))
        .fallback(system::unknown)
        .method_not_allowed_fallback(system::wrong_method)
        .layer(Extension(document))
        .layer(Extension(Arc::new(Rates::default())))
        .layer(Extension(app.clone()))
        .layer(DefaultBodyLimit::max(JSON_BODY_MAX))
        .layer(middleware::from_fn_with_state(allowed, origin::check))
        .layer(middleware::from_fn_with_state(Room::new(REQUESTS_MAX), limits::admit))
        .layer(middleware::from_fn(compatible::refusal::in_their_words))
        .layer(CatchPanicLayer::custom(system::panicked))
        .layer(middleware::from_fn(headers::secure))
        .layer(TraceLayer::new_for_http().make_span_with(span_of).on_failure(()))
        .with_state(app)
}

/// What log lines of a request say of it. Its query is left out: a sign-in comes back with its code there.
fn span_of(request: &Request) -> Span {
    tracing::debug_span!("request", method = %request.method(), path = request.uri().path())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fmt::Write;

    use super::document;
    use crate::http::scoped::{SCOPE_KEY, operations};

    /// Who may do what, as people should read it in a review.
    #[test]
    fn every_operation_has_its_scope() {
        let mut table = String::new();
        for (path, mut item) in document().paths.paths {
            for operation in operations(&mut item) {
                let extensions = operation.extensions.as_ref();
                let scope = extensions.and_then(|all| all.get(SCOPE_KEY)).and_then(|scope| scope.as_str());
                let id = operation.operation_id.as_deref().unwrap();
                assert_eq!(scope.is_some(), operation.security.is_some(), "{id}");
                writeln!(table, "{:<6} {id:<24} {path}", scope.unwrap_or("open")).unwrap();
            }
        }
        insta::assert_snapshot!(table);
    }
}
