//! The HTTP of a scripted model.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, State};
use axum::http::{HeaderMap, Response, header};
use axum::routing::post;
use axum::{Json, Router};
use futures::stream;
use tokio::sync::oneshot;

use super::frame::{Frame, Refusal};
use super::script::{Request, Script};
use super::turn::{Failure, Scripted, Turn};
use super::{anthropic, gemini, ollama, openai};

/// What is spoken.
#[derive(Debug, Clone, Copy)]
enum Dialect {
    Openai,
    Anthropic,
    Gemini,
    Ollama,
}

/// Serves until it is stopped.
pub(super) fn run(
    listener: TcpListener,
    script: Arc<Script>,
    ready: oneshot::Sender<()>,
    stopped: oneshot::Receiver<()>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
        let app = Router::new()
            .route("/v1/chat/completions", post(chat_completions))
            .route("/v1/messages", post(messages))
            .route("/v1beta/models/{operation}", post(generate_content))
            .route("/api/chat", post(chat))
            .layer(DefaultBodyLimit::disable())
            .with_state(script);
        // Whoever waits for it is gone with the test.
        let _ = ready.send(());
        tokio::select! {
            served = axum::serve(listener, app).into_future() => served.expect("a server that goes on"),
            _ = stopped => {}
        }
    });
}

async fn chat_completions(State(script): State<Arc<Script>>, request: Request) -> Response<Body> {
    answer(&script, Dialect::Openai, request)
}

async fn messages(State(script): State<Arc<Script>>, request: Request) -> Response<Body> {
    answer(&script, Dialect::Anthropic, request)
}

async fn generate_content(State(script): State<Arc<Script>>, request: Request) -> Response<Body> {
    answer(&script, Dialect::Gemini, request)
}

async fn chat(State(script): State<Arc<Script>>, request: Request) -> Response<Body> {
    answer(&script, Dialect::Ollama, request)
}

impl<S: Send + Sync> FromRequest<S> for Request {
    type Rejection = JsonRejection;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, Self::Rejection> {
        let path = request.uri().to_string();
        let key = key_of(&path, request.headers());
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Self { path, body, key })
    }
}

/// The key, where each protocol has it.
fn key_of(path: &str, headers: &HeaderMap) -> Option<String> {
    if path.starts_with("/v1/messages") {
        return text_of(headers, "x-api-key");
    }
    if path.starts_with("/v1beta/") {
        return text_of(headers, "x-goog-api-key");
    }
    text_of(headers, "authorization")?.strip_prefix("Bearer ").map(str::to_owned)
}

fn text_of(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn answer(script: &Arc<Script>, dialect: Dialect, request: Request) -> Response<Body> {
    let body = request.body.clone();
    let nothing = || {
        let body = "the script has no turn for this request".to_owned();
        Scripted::Failed { failure: Failure::Other { status: 500, body }, retry_after: None }
    };
    let answer = script.next(request).map_or_else(nothing, |Turn { answer, .. }| answer);
    match answer {
        Scripted::Said { steps, end } => {
            let frames = match dialect {
                Dialect::Openai => openai::frames(&body, &steps, end),
                Dialect::Anthropic => anthropic::frames(&body, &steps, end),
                Dialect::Gemini => gemini::frames(&steps, end),
                Dialect::Ollama => ollama::frames(&body, &steps, end),
            };
            streamed(frames, dialect, Arc::clone(script))
        }
        Scripted::Blocked => streamed(gemini::blocked(), dialect, Arc::clone(script)),
        Scripted::Failed { failure, retry_after } => {
            let refusal = match dialect {
                Dialect::Openai => openai::refusal(&body, &failure),
                Dialect::Anthropic => anthropic::refusal(&body, &failure),
                Dialect::Gemini => {
                    return refused(gemini::refusal(&failure, retry_after.as_deref()), None);
                }
                Dialect::Ollama => ollama::refusal(&body, &failure),
            };
            refused(refusal, retry_after.as_deref())
        }
    }
}

fn refused(refusal: Refusal, retry_after: Option<&str>) -> Response<Body> {
    let response =
        Response::builder().status(refusal.status).header(header::CONTENT_TYPE, "application/json");
    let response = match retry_after {
        Some(seconds) => response.header(header::RETRY_AFTER, seconds),
        None => response,
    };
    response.body(Body::from(refusal.body)).expect("a response")
}

fn streamed(frames: Vec<Frame>, dialect: Dialect, script: Arc<Script>) -> Response<Body> {
    let telling = Telling { frames: frames.into_iter(), script, ended: false };
    let body = stream::unfold(telling, |mut telling| async move {
        let next = telling.next().await?;
        Some((next, telling))
    });
    let kind = match dialect {
        Dialect::Ollama => "application/x-ndjson",
        Dialect::Openai | Dialect::Anthropic | Dialect::Gemini => "text/event-stream; charset=utf-8",
    };
    Response::builder().header(header::CONTENT_TYPE, kind).body(Body::from_stream(body)).expect("a response")
}

/// A stream under way.
struct Telling {
    frames: std::vec::IntoIter<Frame>,
    script: Arc<Script>,
    ended: bool,
}

impl Telling {
    async fn next(&mut self) -> Option<io::Result<Bytes>> {
        loop {
            // What was written goes out before anything else happens: a cut would take it along.
            tokio::task::yield_now().await;
            match self.frames.next() {
                Some(Frame::Bytes(text)) => {
                    // The client may hang up once it has the last frame.
                    self.ended = self.frames.len() == 0;
                    return Some(Ok(Bytes::from(text)));
                }
                Some(Frame::Wait(gate)) => gate.pass().await,
                Some(Frame::Cut) => {
                    self.ended = true;
                    return Some(Err(io::Error::other("the script cuts the connection here")));
                }
                None => {
                    self.ended = true;
                    return None;
                }
            }
        }
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        if !self.ended {
            self.script.count_hang_up();
        }
    }
}
