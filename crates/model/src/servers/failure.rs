//! Why a server could not be used.

use serde_json::Value;

/// What sort of failure.
#[derive(Debug, Clone, PartialEq)]
pub enum ServerFault {
    /// No server has this key.
    Unknown,
    /// It, or its toolset, is switched off.
    Disabled,
    /// A `${VAR}` in its settings has no value.
    UnsetVariable {
        /// The variable.
        name: String,
    },
    /// Its program could not be started.
    NotStarted,
    /// Its address could not be reached.
    Unreachable,
    /// A person must sign in first.
    SignInNeeded,
    /// It did not answer in time.
    Timeout,
    /// It went away: its process ended or its connection broke.
    Gone,
    /// It failed a moment ago and is given a pause before the next attempt.
    Pausing,
    /// What it sent is no MCP, or more than is taken.
    Protocol,
    /// It answered with a JSON-RPC error.
    Refused {
        /// The error's code.
        code: i64,
        /// The error's data as it came.
        data: Option<Value>,
    },
    /// Whoever asked does not want the answer any more.
    Cancelled,
}

impl ServerFault {
    /// The word in records and on every surface.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Disabled => "disabled",
            Self::UnsetVariable { .. } => "unset_variable",
            Self::NotStarted => "not_started",
            Self::Unreachable => "unreachable",
            Self::SignInNeeded => "sign_in_needed",
            Self::Timeout => "timeout",
            Self::Gone => "gone",
            Self::Pausing => "pausing",
            Self::Protocol => "protocol",
            Self::Refused { .. } => "refused",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Why a server could not be used: what the caller is told. The detail, such as what it wrote to its standard error,
/// stands in the server's own log.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ServerFailure {
    /// What sort of failure.
    pub fault: ServerFault,
    /// One or two sentences: what happened, and what to do where that is known. Never a secret.
    pub message: String,
}

impl ServerFailure {
    /// A failure with its message.
    pub fn new(fault: ServerFault, message: impl Into<String>) -> Self {
        Self { fault, message: message.into() }
    }
}
