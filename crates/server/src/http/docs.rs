//! The page that browses the OpenAPI document, with all that it loads; nothing comes from elsewhere.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use utoipa_swagger_ui::Config;

use crate::http::headers::DOCS_POLICY;
use crate::http::problem::{Problem, kinds};

/// What the page is called.
const INDEX: &str = "index.html";
/// Our own script on that page.
const SIGN_IN: &str = "sign-in.js";
const SIGN_IN_SCRIPT: &str = include_str!("../../assets/sign-in.js");

pub(crate) async fn index() -> Response {
    serve(INDEX)
}

pub(crate) async fn part(Path(file): Path<String>) -> Response {
    serve(&file)
}

pub(crate) async fn redirect() -> Redirect {
    Redirect::permanent("/docs/")
}

fn serve(name: &str) -> Response {
    if name == SIGN_IN {
        return page("text/javascript", SIGN_IN_SCRIPT.as_bytes().to_vec());
    }
    let config = Config::from("/openapi.json").try_it_out_enabled(true).persist_authorization(false);
    match utoipa_swagger_ui::serve(name, Arc::new(config)) {
        Ok(Some(file)) if name == INDEX => page(&file.content_type, with_sign_in(&file.bytes)),
        Ok(Some(file)) => page(&file.content_type, file.bytes.into_owned()),
        Ok(None) => Problem::new(kinds::NOT_FOUND, "The page has no such part.").into_response(),
        Err(error) => Problem::internal(error.as_ref()).into_response(),
    }
}

fn page(content_type: &str, bytes: Vec<u8>) -> Response {
    let content_type = HeaderValue::from_str(content_type);
    let content_type = content_type.unwrap_or(HeaderValue::from_static("application/octet-stream"));
    ([(CONTENT_TYPE, content_type), (CONTENT_SECURITY_POLICY, DOCS_POLICY)], bytes).into_response()
}

/// The page with our script as its last.
fn with_sign_in(page: &[u8]) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    page.replacen("</body>", &format!("<script src=\"./{SIGN_IN}\"></script></body>"), 1).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::with_sign_in;

    #[test]
    fn the_page_gets_our_script_at_its_end() {
        let page = with_sign_in(b"<body>x</body>");
        assert_eq!(page, b"<body>x<script src=\"./sign-in.js\"></script></body>");
    }
}
