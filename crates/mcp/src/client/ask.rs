//! Who asks a server, and what a server may tell and ask them while it answers.

use std::path::PathBuf;
use std::sync::Arc;

use pegboard_model::call::{CallerLine, News, Question};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

/// A running call, as far as its server may reach it.
#[derive(Debug, Clone)]
pub(super) struct Asker {
    /// The way back to whoever called.
    pub(super) line: Option<Arc<dyn CallerLine>>,
    /// The chat's folder, where the server may know it.
    pub(super) workspace: Option<PathBuf>,
    /// Takes what is told on the way. What does not fit is dropped.
    pub(super) news: mpsc::Sender<News>,
}

impl Asker {
    /// Passes on what the server tells.
    pub(super) fn tell(&self, news: News) {
        let _full_or_over = self.news.try_send(news);
    }

    /// Whether both are calls of one and the same caller.
    pub(super) fn is_same_caller(&self, other: &Self) -> bool {
        match (&self.line, &other.line) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => self.workspace == other.workspace,
            _ => false,
        }
    }
}

/// What we can do, as a handshake says it before any caller is known: what some caller may be able to.
pub(super) fn any_capabilities() -> Value {
    capabilities(|_| true)
}

/// What we can do, as a request of 2026-07-28 says it: what this caller can.
pub(super) fn capabilities_of(asker: Option<&Asker>) -> Value {
    let line = asker.and_then(|asker| asker.line.as_deref());
    capabilities(|question| line.is_some_and(|line| line.answers(question)))
}

fn capabilities(can: impl Fn(Question) -> bool) -> Value {
    let mut all = Map::new();
    if can(Question::Elicit) {
        all.insert("elicitation".to_owned(), json!({"form": {}, "url": {}}));
    }
    if can(Question::Sample) {
        all.insert("sampling".to_owned(), json!({}));
    }
    all.insert("roots".to_owned(), json!({}));
    let apps = json!({"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}});
    all.insert("extensions".to_owned(), apps);
    Value::Object(all)
}

/// What we call ourselves.
pub(super) fn client_info() -> Value {
    json!({"name": "pegboard", "title": "Pegboard", "version": env!("CARGO_PKG_VERSION")})
}
