//! Refusals of the house as errors on the wire.

use serde_json::json;

use crate::endpoint::house::Refusal;
use crate::rpc::{Era, RpcError, code};

/// The error of a request other than a tool call.
pub(super) fn error(refusal: Refusal, era: Era) -> RpcError {
    let text = refusal.to_string();
    match refusal {
        Refusal::NoSuch { what: "resource", name, .. } => {
            let number = match era {
                Era::Handshake => code::RESOURCE_NOT_FOUND,
                Era::Stateless => code::INVALID_PARAMS,
            };
            RpcError::new(number, text).with_data(json!({"uri": name}))
        }
        Refusal::NoSuch { .. } | Refusal::Told(_) | Refusal::Invalid(_) => {
            RpcError::new(code::INVALID_PARAMS, text)
        }
        Refusal::Upstream(error) => error,
        Refusal::Failed(_) => RpcError::new(code::INTERNAL_ERROR, text),
    }
}

/// The parameters lack something or hold something of another form.
pub(super) fn invalid(what: &str) -> RpcError {
    RpcError::new(code::INVALID_PARAMS, what)
}
