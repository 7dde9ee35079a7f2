//! Why a model did not answer, or not to the end.

use std::time::Duration;

/// Why a model did not answer, or not to the end. The texts are for people; what the model's server said is cut to a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelFailure {
    /// It cannot be reached, or the connection ended before the answer did.
    #[error("the model at {host} cannot be reached: {reason}")]
    Unreachable {
        /// Name or address, with the port.
        host: String,
        /// What happened.
        reason: String,
    },
    /// The key is missing, wrong, or not allowed to use this model.
    #[error("the model's server refuses the key: {reason}")]
    Key {
        /// What its server said.
        reason: String,
    },
    /// It is asked too often, also after several attempts.
    #[error("the model's server has too much to do: {reason}")]
    Busy {
        /// What its server said.
        reason: String,
        /// When it may be asked again, where the server says so.
        retry_after: Option<Duration>,
    },
    /// The prompt is longer than the model reads.
    #[error("the prompt is longer than the model reads: {reason}")]
    TooLong {
        /// What its server said.
        reason: String,
    },
    /// The server does not take the request: no such model, or what it does not know.
    #[error("the model's server refuses the request ({status}): {reason}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What its server said.
        reason: String,
    },
    /// What it sent is no answer.
    #[error("the model's server sent what cannot be read: {reason}")]
    Garbled {
        /// What is wrong with it.
        reason: String,
    },
}
