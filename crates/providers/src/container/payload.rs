//! What a tool is called with: base64 JSON as its only argument (spec 5).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pegboard_model::call::Telemetry;
use serde::Serialize;
use serde_json::{Map, Value};

/// The longest argument that Linux hands to a program, in bytes, without the NUL at its end.
pub const ARGUMENT_MAX: usize = (128 << 10) - 1;

/// The payload, as the spec has it.
#[derive(Debug, Serialize)]
pub(super) struct Payload<'a> {
    pub(super) params: &'a Map<String, Value>,
    pub(super) settings: Map<String, Value>,
    pub(super) telemetry: &'a Telemetry,
    /// Where the chat's workspace is in the container, for tools that asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) workspace: Option<&'static str>,
}

/// The payload does not fit into one argument.
#[derive(Debug, thiserror::Error)]
#[error(
    "The arguments are too large for a container tool: with settings and telemetry they take {bytes} bytes as one \
     program argument, and Linux allows {ARGUMENT_MAX}. Hand over a file of the workspace instead."
)]
pub(super) struct PayloadTooLarge {
    bytes: usize,
}

impl Payload<'_> {
    pub(super) fn encode(&self) -> Result<String, PayloadTooLarge> {
        let json = serde_json::to_vec(self).unwrap_or_default();
        let text = STANDARD.encode(json);
        if text.len() > ARGUMENT_MAX { Err(PayloadTooLarge { bytes: text.len() }) } else { Ok(text) }
    }
}
