//! What the server allows, and what it found on its machine.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One limit that binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Limit {
    /// Stays the same from version to version, such as `json_body`.
    pub(crate) name: String,
    pub(crate) value: u64,
    pub(crate) unit: LimitUnit,
    /// What it binds, and what happens beyond it.
    pub(crate) about: String,
}

/// What a limit's value counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitUnit {
    Bytes,
    Seconds,
    Days,
    /// Characters of a text, as Unicode counts them.
    Characters,
    /// Things, such as files or requests.
    Count,
}

/// How one thing stands that the server needs, or can use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Finding {
    /// What was looked for, such as `python`.
    pub(crate) name: String,
    pub(crate) state: FindingState,
    /// What is there: a version, a place.
    pub(crate) found: Option<String>,
    /// What is wrong, or not there yet.
    pub(crate) detail: Option<String>,
    /// What to do.
    pub(crate) remedy: Option<String>,
}

/// How a thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FindingState {
    Ok,
    /// Not there yet, and no harm: it comes when it is needed.
    Warning,
    /// Something does not work without it.
    Missing,
}

impl Finding {
    pub(crate) fn ok(name: &str, found: impl Into<String>) -> Self {
        let found = Some(found.into());
        Self { name: name.to_owned(), state: FindingState::Ok, found, detail: None, remedy: None }
    }

    pub(crate) fn warning(name: &str, detail: impl Into<String>, remedy: &str) -> Self {
        Self::not_ok(FindingState::Warning, name, detail.into(), remedy)
    }

    pub(crate) fn missing(name: &str, detail: impl Into<String>, remedy: &str) -> Self {
        Self::not_ok(FindingState::Missing, name, detail.into(), remedy)
    }

    fn not_ok(state: FindingState, name: &str, detail: String, remedy: &str) -> Self {
        let remedy = Some(remedy.to_owned());
        Self { name: name.to_owned(), state, found: None, detail: Some(detail), remedy }
    }
}
