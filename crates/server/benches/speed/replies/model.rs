//! A model's server that says when it says something: each piece of its text is the time at which it was sent.

use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::sse::{Event, Sse};
use axum::routing::post;
use futures::{Stream, StreamExt, stream};
use serde_json::json;

/// How one answer goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    pub(super) pieces: usize,
    pub(super) between: Duration,
}

/// The server; it ends with the process.
#[derive(Clone)]
pub(super) struct Model {
    url: String,
    shared: Arc<Shared>,
}

struct Shared {
    pace: Mutex<Pace>,
    /// When the last request was whole.
    asked: Mutex<Option<Instant>>,
}

impl Model {
    pub(super) fn start(pace: Pace) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let state = Arc::new(Shared { pace: Mutex::new(pace), asked: Mutex::new(None) });
        let served = Arc::clone(&state);
        std::thread::spawn(move || {
            crate::caller::runtime().block_on(async move {
                let app = Router::new()
                    .route("/v1/chat/completions", post(answer))
                    .layer(DefaultBodyLimit::disable())
                    .with_state(served);
                axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), app).await.unwrap();
            });
        });
        Self { url, shared: state }
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn set_pace(&self, pace: Pace) {
        *self.shared.pace.lock().unwrap() = pace;
    }

    /// When the last request was whole.
    pub(super) fn asked(&self) -> Instant {
        self.shared.asked.lock().unwrap().unwrap()
    }
}

/// What times are counted from.
fn epoch() -> Instant {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    *EPOCH.get_or_init(Instant::now)
}

/// How long ago the pieces in a text were sent.
pub(super) fn ages(text: &str) -> impl Iterator<Item = Duration> {
    let now = epoch().elapsed();
    text.split_whitespace().map(move |nanos| now.saturating_sub(Duration::from_nanos(nanos.parse().unwrap())))
}

async fn answer(
    State(state): State<Arc<Shared>>,
    _body: String,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    *state.asked.lock().unwrap() = Some(Instant::now());
    epoch();
    let pace = *state.pace.lock().unwrap();
    let chunk = |delta, reason: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        json!({"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]})
    };
    let pieces = stream::unfold(0, move |sent| async move {
        if sent == pace.pieces {
            return None;
        }
        tokio::time::sleep(pace.between).await;
        let content = format!("{} ", epoch().elapsed().as_nanos());
        Some((chunk(json!({"content": content}), None).to_string(), sent + 1))
    });
    let end = [chunk(json!({}), Some("stop")).to_string(), "[DONE]".to_owned()];
    Sse::new(pieces.chain(stream::iter(end)).map(|line| Ok(Event::default().data(line))))
}
