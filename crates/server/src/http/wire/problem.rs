//! Problem documents (RFC 9457).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why an operation was refused or failed, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Problem {
    /// What sort of problem, as a URN that stays the same: `urn:pegboard:problem:unknown-tool`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The sort of problem in words.
    pub(crate) title: String,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What happened this time.
    pub(crate) detail: String,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// This very occurrence, under which the server's log has the detail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instance: Option<String>,
    /// What was probably meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) near: Vec<String>,
    /// What is wrong with the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) violations: Vec<Violation>,
}

/// One thing that is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Violation {
    /// Where, such as `columns[0].name`; empty for the whole value.
    pub(crate) path: String,
    /// The schema's rule, such as `required`.
    pub(crate) rule: String,
    /// What is wrong.
    pub(crate) message: String,
}
