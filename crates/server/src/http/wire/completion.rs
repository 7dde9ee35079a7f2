//! OpenAI's chat completions, as far as they are spoken here.

mod request;
mod response;
#[cfg(test)]
mod tests;

pub(crate) use request::{CompletionRequest, Conversation, DEFAULT_MODEL, MESSAGES_MAX};
pub(crate) use response::{Completion, CompletionChunk, CompletionModel, CompletionModels, Head, Standing};
