//! A language model's server that says what a test wrote down.

mod anthropic;
mod frame;
mod gate;
mod gemini;
mod ollama;
mod openai;
mod script;
mod serving;
mod turn;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use serde_json::Value;
use tokio::sync::oneshot;

pub use gate::Gate;
pub use turn::{ScriptedCall, Turn, call, call_written};

use script::Script;

/// A server on a free port of loopback that speaks `POST /v1/chat/completions` of OpenAI, `POST /v1/messages` of Anthropic,
/// `POST /v1beta/models/…:streamGenerateContent` of Gemini and `POST /api/chat` of Ollama, all as streams. Runs on a thread of its own, so that a test may block, and ends with this value.
pub struct ScriptedModel {
    url: String,
    script: Arc<Script>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ScriptedModel {
    /// Answers one request with each of these, in order. A turn that waits for certain words ([`Turn::when`]) is left for the request
    /// that has them. What comes after the last one is answered with status 500.
    ///
    /// # Panics
    /// When the machine lets nobody listen.
    pub async fn start(turns: Vec<Turn>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("a listener that does not block");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let script = Arc::new(Script::new(turns));
        let (stop, stopped) = oneshot::channel();
        let (ready, listening) = oneshot::channel();
        let served = Arc::clone(&script);
        let thread = std::thread::spawn(move || serving::run(listener, served, ready, stopped));
        listening.await.expect("a server that listens");
        Self { url, script, stop: Some(stop), thread: Some(thread) }
    }

    /// Where it listens, with the version at the end, as a profile's `base_url` is written for OpenAI and Anthropic.
    pub fn url(&self) -> String {
        format!("{}/v1", self.url)
    }

    /// The same for Gemini.
    pub fn gemini_url(&self) -> String {
        format!("{}/v1beta", self.url)
    }

    /// The same for Ollama.
    pub fn ollama_url(&self) -> String {
        self.url.clone()
    }

    /// Adds a turn after those that are left.
    pub fn add(&self, turn: Turn) {
        self.script.add(turn);
    }

    /// The bodies of all requests so far, as they came.
    pub fn requests(&self) -> Vec<Value> {
        self.script.requests().into_iter().map(|request| request.body).collect()
    }

    /// The paths that they were sent to, with their queries.
    pub fn paths(&self) -> Vec<String> {
        self.script.requests().into_iter().map(|request| request.path).collect()
    }

    /// The keys that came with them; `None` where there was none.
    pub fn keys(&self) -> Vec<Option<String>> {
        self.script.requests().into_iter().map(|request| request.key).collect()
    }

    /// Turns that nobody asked for yet.
    pub fn left(&self) -> usize {
        self.script.left()
    }

    /// Waits until so many answers were given up by whoever asked, before they ended.
    pub async fn hung_up(&self, times: usize) {
        self.script.hung_up(times).await;
    }

    /// Waits until so many requests came.
    pub async fn asked(&self, times: usize) {
        self.script.asked(times).await;
    }
}

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // It has nothing left to say that a test would want to know.
            let _ = thread.join();
        }
    }
}
