//! Messages on their way to the endpoint.

use reqwest::RequestBuilder;
use serde_json::Value;

use crate::rpc::{Id, Message, Response, RpcError, code, header, meta};

/// A message with its text.
pub(super) struct Sent {
    pub(super) message: Message,
    pub(super) line: Vec<u8>,
}

/// Reads a line; one that holds no message is answered with the text of an error.
pub(super) fn read(line: Vec<u8>) -> Result<Sent, String> {
    let value: Value = serde_json::from_slice(&line)
        .map_err(|_| error(None, RpcError::new(code::PARSE_ERROR, "the line is no JSON")))?;
    match Message::from_value(value) {
        Ok(message) => Ok(Sent { message, line }),
        Err(invalid) => {
            let why = RpcError::new(code::INVALID_REQUEST, invalid.to_string());
            Err(error(invalid.id, why))
        }
    }
}

/// An error response as a line.
pub(super) fn error(id: Option<Id>, error: RpcError) -> String {
    // Strings and numbers can always be written.
    serde_json::to_string(&Response { id, outcome: Err(error) }).unwrap_or_default()
}

/// Adds the headers of a message: what a request since 2026-07-28 says, it says there again.
pub(super) fn headers(request: RequestBuilder, message: &Message) -> RequestBuilder {
    let request = request
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    let Message::Request(asked) = message else {
        return request;
    };
    let said = asked.params.get(meta::META).and_then(|meta| meta.get(meta::PROTOCOL_VERSION));
    let Some(version) = said.and_then(Value::as_str) else {
        return request;
    };
    let request = request
        .header(header::PROTOCOL_VERSION, header::encode(version).as_ref())
        .header(header::METHOD, header::encode(&asked.method).as_ref());
    match header::subject(&asked.method, &asked.params) {
        Some(subject) => request.header(header::NAME, header::encode(subject).as_ref()),
        None => request,
    }
}
