//! Which file answers which path of the page, and how long browsers keep it.

use std::fmt::Write as _;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::http::problem::{Problem, kinds};

/// The page itself.
const INDEX: &str = "index.html";
/// Files in here have a hash of their content in their name.
const HASHED: &str = "assets/";

/// Said where the program was built without the page.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Pegboard</title>\
    <h1>The page was not built into this program</h1>\
    <p>The server works: the command line and the <a href=\"/docs/\">API</a> are there. \
    To have the page as well, build with <code>make run</code>.</p></html>\n";

/// One file of the page.
pub(crate) struct File {
    pub(crate) bytes: Bytes,
    pub(crate) sha256: [u8; 32],
}

/// The page's files by path, without a slash in front.
pub(crate) trait Files {
    fn get(&self, path: &str) -> Option<File>;
}

/// What answers `path`: its file, or the page itself where the path has no file ending, because the page has places of
/// its own that are no files.
pub(crate) fn answer(files: &impl Files, path: &str, request: &HeaderMap) -> Response {
    let place = !path.rsplit('/').next().unwrap_or(path).contains('.');
    let name = if place { INDEX } else { path };
    match files.get(name) {
        Some(file) => sent(name, file, request),
        None if place => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], NOT_BUILT).into_response(),
        None => Problem::new(kinds::NOT_FOUND, "The page has no such part.").into_response(),
    }
}

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

fn sent(name: &str, file: File, request: &HeaderMap) -> Response {
    let etag = etag(&file.sha256);
    let kept = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let known = known.flat_map(|value| value.split(',')).any(|value| value.trim() == etag);
    let etag = HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\""));
    let headers = [(ETAG, etag), (CACHE_CONTROL, HeaderValue::from_static(kept))];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, kind(name))], file.bytes).into_response()
}

/// Weak: the same file is sent with and without compression.
fn etag(sha256: &[u8; 32]) -> String {
    let mut etag = String::from("W/\"");
    for byte in sha256 {
        // Writing to a String cannot fail.
        let _ = write!(etag, "{byte:02x}");
    }
    etag.push('"');
    etag
}

fn kind(name: &str) -> HeaderValue {
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let text = mime.type_() == mime_guess::mime::TEXT || mime.subtype() == mime_guess::mime::JAVASCRIPT;
    let charset = if text { "; charset=utf-8" } else { "" };
    HeaderValue::from_str(&format!("{}{charset}", mime.essence_str()))
        .unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::{HeaderMap, HeaderValue};

    use super::{File, Files, answer};

    /// Files whose hash is their length.
    struct Some3;

    impl Files for Some3 {
        fn get(&self, path: &str) -> Option<File> {
            let bytes: &'static [u8] = match path {
                "index.html" => b"<p>page</p>",
                "assets/app-1a2b.js" => b"1",
                "favicon.svg" => b"<svg/>",
                _ => return None,
            };
            Some(File {
                bytes: Bytes::from_static(bytes),
                sha256: [u8::try_from(bytes.len()).unwrap_or(0); 32],
            })
        }
    }

    struct Nothing;

    impl Files for Nothing {
        fn get(&self, _: &str) -> Option<File> {
            None
        }
    }

    /// Status, content type and how long it is kept.
    fn told(files: &impl Files, path: &str) -> String {
        let response = answer(files, path, &HeaderMap::new());
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("-");
        format!("{} {} {}", response.status().as_u16(), header("content-type"), header("cache-control"))
    }

    #[test]
    fn places_are_the_page_and_the_rest_are_files() {
        let page = "200 text/html; charset=utf-8 no-cache";
        for path in ["", "index.html", "calls", "toolsets/app-builder", "a.b/c"] {
            assert_eq!(told(&Some3, path), page, "{path}");
        }
        assert_eq!(
            told(&Some3, "assets/app-1a2b.js"),
            "200 text/javascript; charset=utf-8 public, max-age=31536000, immutable"
        );
        assert_eq!(told(&Some3, "favicon.svg"), "200 image/svg+xml no-cache");
        for path in ["assets/old.js", "../Cargo.toml", "x.png"] {
            assert_eq!(told(&Some3, path), "404 application/problem+json -", "{path}");
        }
        assert_eq!(told(&Nothing, "calls"), "404 text/html; charset=utf-8 -");
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        let status = |known: &str| {
            let mut request = HeaderMap::new();
            request.insert(
                "if-none-match",
                HeaderValue::from_str(known).unwrap_or(HeaderValue::from_static("")),
            );
            answer(&Some3, "", &request).status().as_u16()
        };
        let etag = format!("W/\"{}\"", "0b".repeat(32));
        assert_eq!(status(&etag), 304);
        assert_eq!(status(&format!("\"x\", {etag}")), 304);
        assert_eq!(status("\"x\""), 200);
    }
}
