//! Workspaces and their manifests.

use std::collections::BTreeMap;

use pegboard_engine::record::{ManifestRecord, WorkspaceEntry};
use pegboard_model::ids::{ChatId, ManifestId, MessageId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::wire::change::Changes;

/// One file of a workspace.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct File {
    /// Relative to the workspace, with `/`.
    pub(crate) path: String,
    /// Lower-case hex.
    pub(crate) sha256: String,
    /// Bytes; `null` when the content is lost.
    pub(crate) size: Option<u64>,
    /// `file`, `executable` or `link`.
    pub(crate) kind: String,
}

impl From<WorkspaceEntry> for File {
    fn from(entry: WorkspaceEntry) -> Self {
        Self {
            path: entry.path,
            sha256: entry.sha256.to_string(),
            size: entry.size,
            kind: entry.kind.to_owned(),
        }
    }
}

/// The files of a workspace at one moment.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Files {
    /// Which state; `null` is the empty workspace.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) manifest_id: Option<ManifestId>,
    /// Sorted by path.
    pub(crate) files: Vec<File>,
    pub(crate) empty_dirs: Vec<String>,
}

/// One state of a workspace, without its files.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Manifest {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: ManifestId,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<ManifestId>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    /// `user_upload`, `tool_run`, `branch` or `edit`.
    pub(crate) source: String,
    /// The call, message or manifest that it came from.
    pub(crate) source_ref: Option<String>,
}

impl From<ManifestRecord> for Manifest {
    fn from(record: ManifestRecord) -> Self {
        Self {
            id: record.id,
            chat_id: record.chat,
            parent_id: record.parent,
            created_at: record.created_at,
            source: record.source.as_str().to_owned(),
            source_ref: record.source_ref,
        }
    }
}

/// One state of a workspace with its files.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ManifestWithFiles {
    /// `null` for the empty workspace of a new chat, as is all else but `chat_id` then.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) id: Option<ManifestId>,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) parent_id: Option<ManifestId>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) created_at: Option<Timestamp>,
    /// `user_upload`, `tool_run`, `branch` or `edit`.
    pub(crate) source: Option<String>,
    /// The call, message or manifest that it came from.
    pub(crate) source_ref: Option<String>,
    /// Path to the SHA-256 of its content.
    pub(crate) files: BTreeMap<String, String>,
    /// Path to what is special about it: `x` executable, `l` link, `d` empty folder.
    pub(crate) attrs: BTreeMap<String, String>,
}

impl ManifestWithFiles {
    pub(crate) fn new(chat: ChatId, detail: pegboard_engine::ManifestDetail) -> Self {
        let record = detail.record;
        let files = detail.files.into_iter();
        Self {
            id: record.as_ref().map(|record| record.id),
            chat_id: chat,
            parent_id: record.as_ref().and_then(|record| record.parent),
            created_at: record.as_ref().map(|record| record.created_at),
            source: record.as_ref().map(|record| record.source.as_str().to_owned()),
            source_ref: record.and_then(|record| record.source_ref),
            files: files.map(|(path, hash)| (path, hash.to_string())).collect(),
            attrs: detail.attrs,
        }
    }
}

/// A new state and what became different.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ManifestChange {
    /// The new state; `null` while the workspace is still the empty one of a new chat.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) manifest_id: Option<ManifestId>,
    pub(crate) changes: Changes,
}

impl From<pegboard_engine::ManifestChange> for ManifestChange {
    fn from(change: pegboard_engine::ManifestChange) -> Self {
        Self { manifest_id: change.manifest, changes: change.changes.into() }
    }
}

/// What differs between two states.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Diff {
    /// `null` is the empty workspace.
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) from: Option<ManifestId>,
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) to: Option<ManifestId>,
    pub(crate) changes: Changes,
    /// Each changed path with the SHA-256 of its content on both sides.
    pub(crate) files: Vec<FileChange>,
}

impl From<pegboard_engine::WorkspaceDiff> for Diff {
    fn from(diff: pegboard_engine::WorkspaceDiff) -> Self {
        let files = diff.hashes.into_iter().map(|(path, (from, to))| FileChange {
            path,
            from_sha256: from.map(|hash| hash.to_string()),
            to_sha256: to.map(|hash| hash.to_string()),
        });
        Self { from: diff.from, to: diff.to, changes: diff.changes.into(), files: files.collect() }
    }
}

/// One changed path.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct FileChange {
    pub(crate) path: String,
    /// `null` when it was added.
    pub(crate) from_sha256: Option<String>,
    /// `null` when it was removed.
    pub(crate) to_sha256: Option<String>,
}

/// Which state of the workspace is meant: the active one when both are left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AtQuery {
    /// The state with this id.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) manifest_id: Option<ManifestId>,
    /// The state after this message.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) message_id: Option<MessageId>,
}

/// Which two states are compared.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DiffQuery {
    /// A manifest's id; the state that the other was made from when left out.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) from: Option<ManifestId>,
    /// A manifest's id; the active state when left out.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) to: Option<ManifestId>,
}

/// Why a file is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PutSource {
    /// A person changed it in an editor.
    Edit,
    /// It was brought from elsewhere.
    #[default]
    Upload,
}

/// How a file is written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PutQuery {
    /// `upload` when left out.
    #[serde(default)]
    #[param(inline)]
    pub(crate) source: PutSource,
}

/// Which state to go back to.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestoreRequest {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) manifest_id: ManifestId,
}

/// How much is removed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeleteQuery {
    /// Also a folder with all that is in it.
    #[serde(default)]
    pub(crate) recursive: bool,
}

/// What gets which path.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// A file or a folder of the workspace.
    pub(crate) from: String,
    /// Where it is then; the folders above are made, and nothing may be there yet.
    pub(crate) to: String,
}
