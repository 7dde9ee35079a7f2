//! The import of a toolset.

use std::collections::BTreeMap;

use pegboard_engine::{Consent, InstallOutcome};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::tool::Tool;
use crate::http::wire::toolset::Toolset;

/// From where a toolset comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ImportFrom {
    /// A folder on the server's machine.
    Local,
    /// An address from which the server fetches a ZIP.
    Url,
}

/// What to import.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    pub(crate) source_type: ImportFrom,
    /// The folder's absolute path, or the address.
    pub(crate) source_ref: String,
    /// The SHA-256 that the file at the address must have, in hex: any other is refused before it is unpacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sha256: Option<String>,
    /// Answers to the `questions` that a preview shows, by variable. They are kept encrypted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) answers: BTreeMap<String, String>,
}

/// A ZIP with a `toolset.yaml`, or an MCP bundle.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the upload in the document")]
pub(crate) struct ImportUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Answers to the `questions` that a preview shows: a JSON object with a text by variable. They are kept encrypted.
    answers: Option<String>,
}

/// What an import came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ImportOutcome {
    /// It was not here before.
    Installed,
    /// It replaced another state of itself.
    Upgraded,
    /// The same files were here already.
    Unchanged,
}

/// An imported toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Imported {
    #[serde(flatten)]
    pub(crate) toolset: Toolset,
    pub(crate) outcome: ImportOutcome,
    /// The version that it replaced.
    pub(crate) upgraded_from: Option<String>,
    pub(crate) tools: Vec<Tool>,
    /// What people should know, such as toolsets that it requires and that are not installed.
    pub(crate) warnings: Vec<String>,
}

impl ImportOutcome {
    /// The outcome, and the version that is replaced.
    pub(crate) fn of(outcome: InstallOutcome) -> (Self, Option<String>) {
        match outcome {
            InstallOutcome::Installed => (Self::Installed, None),
            InstallOutcome::Upgraded { from } => (Self::Upgraded, Some(from)),
            InstallOutcome::Unchanged => (Self::Unchanged, None),
        }
    }
}

impl From<pegboard_engine::Imported> for Imported {
    fn from(imported: pegboard_engine::Imported) -> Self {
        let (outcome, upgraded_from) = ImportOutcome::of(imported.outcome);
        Self {
            toolset: imported.toolset.into(),
            outcome,
            upgraded_from,
            warnings: imported.warnings,
            tools: imported.tools.into_iter().map(Into::into).collect(),
        }
    }
}

/// How the steps of a long import are told.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProgressQuery {
    /// Chosen by the client, at most 64 characters: each step is told as an event `toolset_progress` with it.
    #[param(max_length = 64, min_length = 1)]
    pub(crate) progress_id: Option<String>,
}

/// What an import may install.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ConsentQuery {
    /// The `fingerprint` that a preview showed: anything else is refused (409), so that nothing is installed that nobody
    /// looked at. Whatever the source holds when left out.
    pub(crate) expected_fingerprint: Option<String>,
}

impl From<ConsentQuery> for Consent {
    fn from(query: ConsentQuery) -> Self {
        query.expected_fingerprint.map_or(Self::Whatever, Self::Only)
    }
}
