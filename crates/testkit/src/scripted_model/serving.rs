//! The HTTP of a scripted model.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Response, header};
use axum::routing::post;
use axum::{Json, Router};
use futures::stream;
use serde_json::Value;
use tokio::sync::oneshot;

use super::frame::{Frame, Refusal};
use super::script::{Request, Script};
use super::turn::{Failure, Scripted, Turn};
use super::{anthropic, openai};

/// Which of the two is spoken.
#[derive(Debug, Clone, Copy)]
enum Dialect {
    Openai,
    Anthropic,
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

async fn chat_completions(
    State(script): State<Arc<Script>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response<Body> {
    let bearer = text_of(&headers, "authorization");
    let key = bearer.and_then(|text| text.strip_prefix("Bearer ").map(str::to_owned));
    answer(&script, Dialect::Openai, Request { body, key })
}

async fn messages(
    State(script): State<Arc<Script>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response<Body> {
    let key = text_of(&headers, "x-api-key");
    answer(&script, Dialect::Anthropic, Request { body, key })
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
            };
            streamed(frames, Arc::clone(script))
        }
        Scripted::Failed { failure, retry_after } => {
            let refusal = match dialect {
                Dialect::Openai => openai::refusal(&body, &failure),
                Dialect::Anthropic => anthropic::refusal(&body, &failure),
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

fn streamed(frames: Vec<Frame>, script: Arc<Script>) -> Response<Body> {
    let telling = Telling { frames: frames.into_iter(), script, ended: false };
    let body = stream::unfold(telling, |mut telling| async move {
        let next = telling.next().await?;
        Some((next, telling))
    });
    Response::builder()
        .header(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")
        .body(Body::from_stream(body))
        .expect("a response")
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
