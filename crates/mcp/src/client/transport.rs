//! How messages get to a server and back. One file a transport; what they share are requests in and the
//! [`Exchange`](super::exchange::Exchange) that takes what comes out.

mod event_stream;
mod heads;
mod http;
mod lines;
mod outgoing;
mod process;
mod remote;
mod sse;
mod stdio;
mod wire;

pub(super) use http::Http;
pub(super) use outgoing::{Outgoing, Sending};
pub(super) use remote::{Credentials, Refusal, Sender};
pub(super) use sse::Sse;
pub(super) use stdio::{Stdio, Surroundings};
pub(super) use wire::Wire;
