//! How a call ended.

use std::fmt;
use std::str::FromStr;

use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a call stands (spec 1 §1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    /// It waits for approval.
    Pending,
    /// It runs.
    Running,
    /// It ended with a result.
    Success,
    /// It ended without one.
    Error,
}

impl CallStatus {
    /// The word in the database and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Success => "success",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for CallStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no status.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a call status: use pending, running, success or error")]
pub struct StatusError(String);

impl FromStr for CallStatus {
    type Err = StatusError;

    fn from_str(text: &str) -> Result<Self, StatusError> {
        [Self::Pending, Self::Running, Self::Success, Self::Error]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| StatusError(text.chars().take(40).collect()))
    }
}

/// Why a call has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The tool's own code raised.
    Raised,
    /// The tool refused its arguments.
    Arguments,
    /// The tool's code could not be loaded.
    Import,
    /// There is no such function.
    Missing,
    /// What it returned is not JSON.
    NotJson,
    /// What it returned is too large.
    TooLarge,
    /// It took longer than it may.
    Timeout,
    /// Somebody cancelled it.
    Cancelled,
    /// Its process died.
    Crashed,
    /// What it needs to run is not there (an interpreter, an environment, a container engine).
    Unavailable,
    /// The server stopped while it ran.
    Interrupted,
    /// A person denied it.
    Denied,
    /// It ran, but what it did to the workspace could not be recorded.
    Workspace,
}

impl FailureKind {
    /// The word in records and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Raised => "raised",
            Self::Arguments => "arguments",
            Self::Import => "import",
            Self::Missing => "missing",
            Self::NotJson => "not_json",
            Self::TooLarge => "too_large",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Crashed => "crashed",
            Self::Unavailable => "unavailable",
            Self::Interrupted => "interrupted",
            Self::Denied => "denied",
            Self::Workspace => "workspace",
        }
    }
}

impl FromStr for FailureKind {
    type Err = FailureKindError;

    fn from_str(text: &str) -> Result<Self, FailureKindError> {
        let word: StrDeserializer<'_, serde::de::value::Error> = text.into_deserializer();
        Self::deserialize(word).map_err(|_| FailureKindError(text.chars().take(40).collect()))
    }
}

/// The text is no kind of failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a kind of failure, such as raised, arguments, timeout or denied")]
pub struct FailureKindError(String);

/// A call's failure: what the caller is told, and the detail for whoever debugs the tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {message}", kind.as_str())]
pub struct ToolFailure {
    /// What sort of failure.
    pub kind: FailureKind,
    /// One or two sentences: what happened, and what to do where that is known.
    pub message: String,
    /// A traceback or the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What the tool itself answered, where a failure is an answer too (an MCP result with `isError`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Box<Value>>,
}

impl ToolFailure {
    /// A failure without detail.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), detail: None, answer: None }
    }

    /// The same failure with its detail.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    /// The same failure with what the tool itself answered.
    #[must_use]
    pub fn with_answer(self, answer: Value) -> Self {
        Self { answer: Some(Box::new(answer)), ..self }
    }
}

/// What a provider gives back.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The tool's return value, or why there is none.
    pub result: Result<Value, ToolFailure>,
    /// What the tool printed; the middle is left out when it was long.
    pub log: String,
}

impl Outcome {
    /// A failure before the tool could print anything.
    pub fn failed(failure: ToolFailure) -> Self {
        Self { result: Err(failure), log: String::new() }
    }
}
