//! A router in which no operation can stand without saying who may use it.

use axum::middleware;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::http::auth;
use crate::http::state::App;
use crate::http::wire::token::Scope;

/// The key in the document under which an operation says which scope it needs.
pub(crate) const SCOPE_KEY: &str = "x-pegboard-scope";
/// The name of the security scheme in the document.
pub(crate) const BEARER: &str = "bearer";

/// Operations with their scopes. Both the guard and the document come from the same line.
pub(crate) struct Operations(OpenApiRouter<App>);

impl Operations {
    pub(crate) fn new(document: utoipa::openapi::OpenApi) -> Self {
        Self(OpenApiRouter::with_openapi(document))
    }

    /// For everybody, without a token.
    pub(crate) fn open(self, routes: UtoipaMethodRouter<App>) -> Self {
        Self(self.0.routes(routes))
    }

    pub(crate) fn read(self, routes: UtoipaMethodRouter<App>) -> Self {
        self.with(Scope::Read, routes)
    }

    pub(crate) fn run(self, routes: UtoipaMethodRouter<App>) -> Self {
        self.with(Scope::Run, routes)
    }

    pub(crate) fn admin(self, routes: UtoipaMethodRouter<App>) -> Self {
        self.with(Scope::Admin, routes)
    }

    fn with(self, scope: Scope, (schemas, mut paths, methods): UtoipaMethodRouter<App>) -> Self {
        for operation in paths.paths.values_mut().flat_map(operations) {
            let needs_token = SecurityRequirement::new(BEARER, [] as [&str; 0]);
            operation.security = Some(vec![needs_token]);
            let note = Extensions::builder().add(SCOPE_KEY, scope.as_str()).build();
            operation.extensions.get_or_insert_default().merge(note);
        }
        let guard = middleware::from_fn_with_state(scope, auth::require);
        Self(self.0.routes((schemas, paths, methods.route_layer(guard))))
    }

    pub(crate) fn into_parts(self) -> (axum::Router<App>, utoipa::openapi::OpenApi) {
        self.0.split_for_parts()
    }
}

/// The operations of one path.
pub(crate) fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, patch, delete, .. } = item;
    [get, put, post, patch, delete].into_iter().filter_map(Option::as_mut)
}
