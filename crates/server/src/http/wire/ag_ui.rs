//! AG-UI, the protocol between agents and the pages of others: a reply as its events, and what its clients send.

mod encoder;
mod event;
mod input;
#[cfg(test)]
mod tests;

pub(crate) use encoder::AgUiEncoder;
pub(crate) use event::AgUiEvent;
pub(crate) use input::RunAgentInput;
