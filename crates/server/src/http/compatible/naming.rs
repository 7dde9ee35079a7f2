//! What things are called here.

use crate::http::problem::{Problem, kinds};

/// Where a chat is named that is to be continued, and where each answer names its chat.
pub(super) const CHAT_HEADER: &str = "x-pegboard-chat";
/// What the paths begin with whose refusals are OpenAI's.
pub(super) const PREFIX: &str = "/v1/";

/// There is nothing of this name that could reply.
pub(super) fn no_model(name: &str) -> Problem {
    let name: String = name.chars().take(100).collect();
    Problem::new(kinds::NOT_FOUND, format!("there is no worker `{name}`"))
        .hint("GET /v1/models lists the workers; `default` is the house without one.")
}
