//! Workspace files as answers. Whatever a tool wrote, no browser runs it in the server's name.

use std::io::{self, Read};

use axum::body::{Body, Bytes};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderValue, IF_NONE_MATCH,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use mime_guess::Mime;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// For files: even when shown as a page, nothing in them runs or is sent anywhere.
const FILE_POLICY: HeaderValue =
    HeaderValue::from_static("sandbox; default-src 'none'; frame-ancestors 'none'");
/// What RFC 5987 lets stand as it is in `filename*`.
const NAME_KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What a file is sent as.
pub(crate) struct Headers {
    /// The content's SHA-256, quoted.
    etag: HeaderValue,
    kind: HeaderValue,
    disposition: HeaderValue,
}

impl Headers {
    pub(crate) fn new(path: &str, sha256: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let mime = mime_guess::from_path(name).first_or_octet_stream();
        let placed = if may_run(&mime) { "attachment" } else { "inline" };
        let plain: String = name.chars().map(|c| if plain_in_name(c) { c } else { '_' }).collect();
        let encoded = utf8_percent_encode(name, NAME_KEPT);
        let disposition = format!("{placed}; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
        let text = mime.type_() == mime_guess::mime::TEXT;
        let kind = if text {
            format!("{}; charset=utf-8", mime.essence_str())
        } else {
            mime.essence_str().to_owned()
        };
        Self { etag: value(&format!("\"{sha256}\"")), kind: value(&kind), disposition: value(&disposition) }
    }

    /// Whether the client has this very content already.
    pub(crate) fn known_by(&self, request: &HeaderMap) -> bool {
        let etags = request.get_all(IF_NONE_MATCH).iter().filter_map(|header| header.to_str().ok());
        etags.flat_map(|header| header.split(',')).any(|etag| {
            let etag = etag.trim();
            etag == "*" || self.etag == etag.strip_prefix("W/").unwrap_or(etag)
        })
    }

    /// The answer to who has it already.
    pub(crate) fn not_modified(self) -> Response {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(ETAG, self.etag);
        response
    }

    /// The answer with the content.
    pub(crate) fn answer(self, size: Option<u64>, body: Body) -> Response {
        let mut response = body.into_response();
        let headers = response.headers_mut();
        headers.insert(ETAG, self.etag);
        headers.insert(CONTENT_TYPE, self.kind);
        headers.insert(CONTENT_DISPOSITION, self.disposition);
        headers.insert(CONTENT_SECURITY_POLICY, FILE_POLICY);
        // A path's content changes with every call: ask again, but do not send it again.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        if let Some(size) = size {
            headers.insert(CONTENT_LENGTH, size.into());
        }
        response
    }
}

/// Bytes of one piece of a file on its way out.
const PIECE: usize = 64 << 10;
/// Pieces that are read ahead of a slow client.
const PIECES_AHEAD: usize = 4;

/// A body from a reader that blocks: it is read in a thread that may, and never further ahead than a few pieces.
pub(crate) fn body(mut reader: impl Read + Send + 'static) -> Body {
    let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(PIECES_AHEAD);
    tokio::task::spawn_blocking(move || {
        loop {
            let mut piece = vec![0; PIECE];
            let read = reader.read(&mut piece);
            let last = !matches!(read, Ok(1..));
            let sent = match read {
                Ok(0) => return,
                Ok(length) => {
                    piece.truncate(length);
                    sender.blocking_send(Ok(piece.into()))
                }
                Err(error) => {
                    tracing::error!(%error, "a workspace file broke off while it was sent");
                    sender.blocking_send(Err(error))
                }
            };
            if last || sent.is_err() {
                return;
            }
        }
    });
    Body::from_stream(ReceiverStream::new(receiver))
}

/// Whether a browser could run what is in it.
fn may_run(mime: &Mime) -> bool {
    let essence = mime.essence_str();
    let subtype = mime.subtype().as_str();
    matches!(
        essence,
        "text/html" | "application/pdf" | "text/xml" | "text/xsl" | "application/x-shockwave-flash"
    ) || essence.ends_with("+xml")
        || subtype == "xml"
        || subtype.contains("xml")
}

fn plain_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ' | '(' | ')')
}

/// Only made of text that is visible ASCII by construction.
fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::Headers;

    fn disposition(path: &str) -> String {
        format!("{:?}", Headers::new(path, "00").disposition)
    }

    #[test]
    fn what_a_browser_could_run_is_an_attachment() {
        for path in ["a.html", "a/b.htm", "x.svg", "x.xml", "x.xhtml", "x.pdf", "X.HTML", "x.xsl", "x.rss"] {
            assert!(disposition(path).contains("attachment"), "{path}: {}", disposition(path));
        }
        for path in ["a.txt", "a.py", "a.png", "a.json", "Makefile"] {
            assert!(disposition(path).contains("inline"), "{path}: {}", disposition(path));
        }
    }

    #[test]
    fn names_cannot_break_out_of_their_header() {
        let hostile = disposition("a/\"; filename=\"evil.exe\r\nX: y ü.txt");
        insta::assert_snapshot!(hostile, @r#""inline; filename=\"__ filename__evil.exe__X_ y _.txt\"; filename*=UTF-8''%22%3B%20filename%3D%22evil.exe%0D%0AX%3A%20y%20%C3%BC.txt""#);
    }

    #[test]
    fn etags_are_compared_weakly_and_in_lists() {
        let known = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("if-none-match", HeaderValue::from_static(value));
            Headers::new("a", "00ff").known_by(&headers)
        };
        assert!(known("\"00ff\"") && known("W/\"00ff\"") && known("\"1\", \"00ff\"") && known("*"));
        assert!(!known("\"00f\"") && !known("00ff") && !known(""));
        assert!(!Headers::new("a", "00ff").known_by(&HeaderMap::new()));
    }
}
