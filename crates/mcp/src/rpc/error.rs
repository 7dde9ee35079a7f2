//! Errors on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an [`RpcError`] can be.
pub mod code {
    /// No JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// JSON, but no message.
    pub const INVALID_REQUEST: i64 = -32600;
    /// Nobody here knows the method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters do not hold.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The fault is on the side that answers.
    pub const INTERNAL_ERROR: i64 = -32603;
    /// No such resource, up to 2025-11-25; later [`INVALID_PARAMS`].
    pub const RESOURCE_NOT_FOUND: i64 = -32002;
    /// A header is missing or says something else than the body.
    pub const HEADER_MISMATCH: i64 = -32020;
    /// The request needs something that the client does not say it can.
    pub const MISSING_CLIENT_CAPABILITY: i64 = -32021;
    /// The protocol version is not spoken here; the data has those that are, as `supported`.
    pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;
    /// A person must open an address first, on 2025-11-25.
    pub const URL_ELICITATION_REQUIRED: i64 = -32042;
}

/// The error of a response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({code})")]
pub struct RpcError {
    /// See [`code`].
    pub code: i64,
    /// One sentence.
    #[serde(default)]
    pub message: String,
    /// More, in a form that the code decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl RpcError {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// The same error with its data.
    #[must_use]
    pub fn with_data(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }
}
