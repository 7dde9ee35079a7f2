//! The document that describes the API.

use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};

use crate::http::scoped::{BEARER, operations};
use crate::http::wire::problem::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pegboard",
        description = "Toolsets, their tools, and calls on versioned workspaces. Errors are problem documents (RFC 9457) \
                       with a `hint`. Every operation says in `x-pegboard-scope` which token scope it needs."
    ),
    components(schemas(Problem)),
    tags(
        (name = "toolsets", description = "Install, look at, export, switch and remove toolsets"),
        (name = "tools", description = "Look at tools, change what shows of them, call them"),
        (name = "calls", description = "What was called, and what waits for approval"),
        (name = "schedules", description = "What runs by itself, and what models are to be asked then"),
        (name = "workers", description = "Agents that are files: kept, looked at, taken along, removed"),
        (name = "chats", description = "Conversations and their branches"),
        (name = "compatible", description = "Workers as models of OpenAI's chat completions"),
        (name = "chests", description = "Which toolsets a chat has at hand"),
        (name = "workspace", description = "The files of a chat at each moment"),
        (name = "frames", description = "What tools made, shown apart from the page"),
        (name = "models", description = "Language models that can be asked, and their keys"),
        (name = "tokens", description = "Who may use this server"),
        (name = "events", description = "What happens, while it happens"),
        (name = "system", description = "The server itself"),
    )
)]
struct Base;

/// The document before any operation stands in it.
pub(crate) fn base() -> utoipa::openapi::OpenApi {
    let mut document = Base::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token of this server; the first one stands in the data folder's file `token`."))
        .build();
    let components = document.components.get_or_insert_default();
    components.security_schemes.insert(BEARER.to_owned(), SecurityScheme::Http(bearer).into());
    let problem = RefOr::Ref(Ref::from_schema_name("Problem"));
    let content = ContentBuilder::new().schema(Some(problem)).build();
    let response = ResponseBuilder::new()
        .description("Why it was refused or failed, and what to do")
        .content("application/problem+json", content)
        .build();
    components.responses.insert("Problem".to_owned(), response.into());
    document
}

/// Puts the last touches to the whole document.
pub(crate) fn finish(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    // The router's `{*path}` takes several segments; a document has no word for that.
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, item)| (path.replace("{*", "{"), item)).collect();
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        let problem = RefOr::Ref(Ref::from_response_name("Problem"));
        operation.responses.responses.insert("default".to_owned(), problem);
    }
    document
}
