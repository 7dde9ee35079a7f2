//! The UI message stream of the AI SDK: what a reply is told as, so that `useChat` works as it is.
//!
//! A client ends the stream at a field that is `null` and at a type that it does not know, so fields without a value are left
//! out, and parts of version 7 are sent only to those who ask for it.

mod chunk;
mod encoder;
#[cfg(test)]
mod tests;
mod worker_turns;

pub(crate) use chunk::Chunk;
pub(crate) use encoder::{Encoder, Version};
