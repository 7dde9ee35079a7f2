//! Why a request of ours has no result, and how that is told.

use std::time::Duration;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::ids::ServerKey;
use pegboard_model::servers::{ServerFailure, ServerFault};

use crate::rpc::{RpcError, code};

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(super) enum RequestError {
    /// The server answered with an error.
    #[error("it answered: {0}")]
    Refused(RpcError),
    /// The server does not know the session any more, and so did not look at the request.
    #[error("it forgot the session")]
    SessionLost,
    /// The server wants a person to sign in.
    #[error("it wants a sign-in")]
    SignIn,
    /// The server wants a person to grant more than they did.
    #[error("it wants more rights than were granted")]
    MoreScope,
    /// Its address could not be reached.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// It answered with this HTTP status and nothing that can be read.
    #[error("it answered with the HTTP status {0}")]
    Status(u16),
    /// It did not answer in time.
    #[error("it did not answer within {} s", .0.as_secs_f64())]
    Timeout(Duration),
    /// Its process or connection ended; how.
    #[error("it {0}")]
    Gone(String),
    /// Its answer is larger than is taken.
    #[error("its answer is larger than is taken")]
    TooLarge,
    /// Its answer is no MCP; what is wrong with it.
    #[error("its answer is no MCP: {0}")]
    Malformed(String),
    /// It owes too many answers.
    #[error("it owes too many answers already")]
    Busy,
    /// Whoever asked does not want the answer any more.
    #[error("the request was cancelled")]
    Cancelled,
}

impl RequestError {
    /// As the house is told.
    pub(super) fn told(self, server: &ServerKey) -> ServerFailure {
        let sentence = format!("The MCP server `{server}` could not be used: {self}.");
        match self {
            Self::Refused(RpcError { code, message, data }) => {
                ServerFailure::new(ServerFault::Refused { code, data }, refusal(&message))
            }
            Self::SessionLost | Self::Gone(_) => ServerFailure::new(ServerFault::Gone, sentence),
            Self::SignIn => ServerFailure::new(
                ServerFault::SignInNeeded,
                format!(
                    "The MCP server `{server}` wants somebody to sign in. Sign in to it, then try again."
                ),
            ),
            Self::MoreScope => ServerFailure::new(
                ServerFault::SignInNeeded,
                format!(
                    "The MCP server `{server}` wants more rights for this than were granted. Sign in to it again, then \
                     try again."
                ),
            ),
            Self::Unreachable(_) | Self::Status(_) => ServerFailure::new(ServerFault::Unreachable, sentence),
            Self::Timeout(_) | Self::Busy => ServerFailure::new(ServerFault::Timeout, sentence),
            Self::TooLarge | Self::Malformed(_) => ServerFailure::new(ServerFault::Protocol, sentence),
            Self::Cancelled => ServerFailure::new(ServerFault::Cancelled, "The request was cancelled."),
        }
    }

    /// As a call's failure, with the end of the server's log where that may help.
    pub(super) fn of_call(self, server: &ServerKey, log: &str) -> ToolFailure {
        let sentence = match &self {
            Self::Gone(how) => format!(
                "The MCP server `{server}` {how} before it answered; the call was not repeated. The next one starts it \
                 anew."
            ),
            Self::TooLarge => {
                format!(
                    "The MCP server `{server}` sent a result that is larger than is taken. Ask it for less."
                )
            }
            _ => format!("The MCP server `{server}` did not do the call: {self}."),
        };
        let kind = match self {
            Self::Refused(error) => return refused_call(error),
            Self::SignIn | Self::MoreScope => return unavailable(self.told(server)),
            Self::Gone(_) => FailureKind::Crashed,
            Self::Timeout(_) => FailureKind::Timeout,
            Self::TooLarge => FailureKind::TooLarge,
            Self::Malformed(_) => FailureKind::NotJson,
            Self::Cancelled => return ToolFailure::new(FailureKind::Cancelled, "The call was cancelled."),
            Self::SessionLost | Self::Unreachable(_) | Self::Status(_) | Self::Busy => {
                FailureKind::Unavailable
            }
        };
        match log.trim() {
            "" => ToolFailure::new(kind, sentence),
            log => ToolFailure::new(kind, sentence).with_detail(log),
        }
    }
}

/// A call that did not reach its server.
pub(super) fn unavailable(failure: ServerFailure) -> ToolFailure {
    let kind = match failure.fault {
        ServerFault::Cancelled => FailureKind::Cancelled,
        ServerFault::Timeout => FailureKind::Timeout,
        _ => FailureKind::Unavailable,
    };
    ToolFailure::new(kind, failure.message)
}

fn refused_call(error: RpcError) -> ToolFailure {
    let kind = match error.code {
        code::INVALID_PARAMS => FailureKind::Arguments,
        code::METHOD_NOT_FOUND => FailureKind::Missing,
        _ => FailureKind::Raised,
    };
    let failure = ToolFailure::new(kind, refusal(&error.message));
    // An MCP caller gets the server's error as it came.
    let failure = match serde_json::to_value(&error) {
        Ok(answer) => failure.with_answer(answer),
        Err(_) => failure,
    };
    match error.data {
        Some(data) => failure.with_detail(data.to_string()),
        None => failure,
    }
}

/// What a server says of its refusal; never empty.
fn refusal(message: &str) -> String {
    const CHARS: usize = 2_000;
    match message.trim() {
        "" => "The server refused and did not say why.".to_owned(),
        message => message.chars().take(CHARS).collect(),
    }
}
