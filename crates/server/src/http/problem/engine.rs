//! Which engine error is which sort of problem, and what the caller can do about it.

use pegboard_engine::record::CursorError;
use pegboard_engine::{
    ActivityError, ApproveError, ArtifactError, CallError, ChestError, DeskError, ExportError, ImageError,
    InTheWay, LookupError, MessageError, NotPending, OverrideError, OverridePreviewError, PreviewCallError,
    RenameError, RerunError, SaveInputError, SettleError, StoreError, TokenError, WorkspaceError,
};
use pegboard_model::arguments::Violations;
use pegboard_model::ids::ToolId;
use pegboard_model::policy::{Lapsed, NoTrial};

use crate::http::problem::{Problem, kinds};
use crate::http::wire::problem::Violation;

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::internal(&error)
    }
}

impl From<CursorError> for Problem {
    fn from(error: CursorError) -> Self {
        Self::new(kinds::BAD_REQUEST, error.to_string())
    }
}

impl From<ImageError> for Problem {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Lookup(error) => error.into(),
            ImageError::NoContainer(_) => Self::new(kinds::CONFLICT, error.to_string())
                .hint("Only tools of the provider `container` have one; GET /tools lists them."),
            ImageError::NoProvider => Self::new(kinds::CONFLICT, error.to_string()),
        }
    }
}

impl From<LookupError> for Problem {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::NotFound { kind, ref near, .. } => {
                let (sort, list) = match kind {
                    "tool" => (kinds::UNKNOWN_TOOL, "GET /tools lists the tools."),
                    "toolset" => (kinds::NOT_FOUND, "GET /toolsets lists the toolsets."),
                    "call" => (kinds::NOT_FOUND, "GET /calls lists the calls."),
                    "chat" => (kinds::NOT_FOUND, "GET /chats lists the chats."),
                    "MCP server" => (kinds::NOT_FOUND, "GET /mcp-servers lists the servers."),
                    "config key" => (kinds::NOT_FOUND, "GET /tools/{tool_id}/config lists the keys."),
                    "variable" => (kinds::NOT_FOUND, "GET /mcp-servers names the variables of each server."),
                    "worker" => (kinds::NOT_FOUND, "GET /workers lists the workers."),
                    "grant" => (kinds::NOT_FOUND, "GET /grants lists the grants."),
                    "schedule" => (kinds::NOT_FOUND, "GET /schedules lists the schedules."),
                    "webhook" => (kinds::NOT_FOUND, "POST /tools/{tool_id}/webhook makes one."),
                    "prompt" => (kinds::NOT_FOUND, "GET /prompts lists the prompts."),
                    "token" => (kinds::NOT_FOUND, "GET /tokens lists the tokens."),
                    _ => (kinds::NOT_FOUND, "Check the id."),
                };
                Self::new(sort, error.to_string()).hint(list).near(near.clone())
            }
            LookupError::Builtin(_) => Self::new(kinds::CONFLICT, error.to_string()).hint(
                "It cannot be removed or exported; POST /toolsets/{toolset_id}/enable switches it off.",
            ),
            LookupError::OfWorker { ref worker, .. } => Self::new(kinds::CONFLICT, error.to_string())
                .hint(format!("It goes with the worker: DELETE /workers/{worker}.")),
            LookupError::Store(error) => error.into(),
        }
    }
}

impl From<ChestError> for Problem {
    fn from(error: ChestError) -> Self {
        let text = error.to_string();
        match error {
            ChestError::NoChat(_) => Self::new(kinds::NOT_FOUND, text).hint("GET /chats lists the chats."),
            ChestError::TooMany(_) => Self::new(kinds::INVALID_BODY, text),
            ChestError::Store(error) => error.into(),
        }
    }
}

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        let text = error.to_string();
        match error {
            CallError::UnknownTool { near, .. } => {
                Self::new(kinds::UNKNOWN_TOOL, text).hint("GET /tools lists the tools.").near(near)
            }
            CallError::NoWorker { near, .. } => {
                Self::new(kinds::NOT_FOUND, text).hint("GET /workers lists the workers.").near(near)
            }
            CallError::TooDeep { .. } => {
                Self::new(kinds::BLOCKED, text).hint("`limits.depth` in the worker's file says how deep.")
            }
            CallError::Ambiguous { candidates, .. } => Self::new(kinds::AMBIGUOUS_TOOL, text)
                .hint("Name the toolset as well: mcp:TOOLSET~SERVER:TOOL.")
                .near(candidates),
            CallError::ServerSilent { .. } => Self::new(kinds::SERVER_UNAVAILABLE, text)
                .hint("GET /mcp-servers says how every server stands."),
            CallError::Unavailable { .. } => Self::new(kinds::TOOL_UNAVAILABLE, text),
            CallError::Unconfigured { ref tool, .. } => Self::new(kinds::TOOL_UNAVAILABLE, text).hint(
                format!("PUT /tools/{tool}/config sets it, and so does `pegboard tool config {tool}`."),
            ),
            CallError::Arguments { tool, violations } => Self::arguments(&tool, violations),
            CallError::ArgumentsTooLarge { .. } => Self::new(kinds::TOO_LARGE, text)
                .hint("Upload large content as a workspace file and hand the tool its path."),
            CallError::NotInChest { ref toolset, .. } => Self::new(kinds::TOOL_UNAVAILABLE, text)
                .hint(format!("POST /chats/{{chat_id}}/chest/activate with `{toolset}` first.")),
            CallError::Blocked { .. } => Self::new(kinds::BLOCKED, text),
            CallError::NoChat(_) => Self::new(kinds::NOT_FOUND, text).hint("GET /chats lists the chats."),
            CallError::NoMessage(_) => {
                Self::new(kinds::NOT_FOUND, text).hint("GET /chats/{chat_id} lists the chat's messages.")
            }
            CallError::Closing => Self::new(kinds::SHUTTING_DOWN, text),
            CallError::HungUp | CallError::NotPending => Self::new(kinds::NOT_PENDING, text),
            CallError::Workspace(error) => error.into(),
            CallError::Store(error) => error.into(),
            CallError::Cut(_) => Self::internal(&error),
        }
    }
}

impl Problem {
    /// What is wrong with the arguments of a tool.
    pub(super) fn arguments(tool: &ToolId, violations: Violations) -> Self {
        let detail = format!("The arguments do not fit the schema of `{tool}`.");
        Self::new(kinds::INVALID_ARGUMENTS, detail)
            .hint(format!("GET /tools/{tool} shows the schema."))
            .violations(told(violations))
    }
}

fn told(violations: Violations) -> Vec<Violation> {
    let violations = violations.0.into_iter();
    violations
        .map(|violation| Violation { path: violation.path, rule: violation.rule, message: violation.message })
        .collect()
}

impl From<NotPending> for Problem {
    fn from(error: NotPending) -> Self {
        let text = error.to_string();
        match error {
            NotPending::NoCall(_) => Self::new(kinds::NOT_FOUND, text).hint("GET /calls lists the calls."),
            NotPending::Is(_) => {
                Self::new(kinds::NOT_PENDING, text).hint("GET /calls?status=pending lists those that wait.")
            }
            NotPending::Store(error) => error.into(),
        }
    }
}

impl From<Lapsed> for Problem {
    fn from(lapsed: Lapsed) -> Self {
        let text = lapsed.to_string();
        match lapsed {
            Lapsed::Changed => {
                Self::new(kinds::CONFLICT, text).hint("Deny this call and call the tool again.")
            }
            Lapsed::Forbidden(_) => Self::new(kinds::BLOCKED, text),
        }
    }
}

impl From<PreviewCallError> for Problem {
    fn from(error: PreviewCallError) -> Self {
        let text = error.to_string();
        match error {
            PreviewCallError::NotPending(error) => error.into(),
            PreviewCallError::NoTrial(NoTrial::Lapsed(lapsed)) => lapsed.into(),
            PreviewCallError::NoTrial(NoTrial::NotContained(_)) => {
                Self::new(kinds::NOT_PREVIEWABLE, text).hint("Approve the call to run it, or deny it.")
            }
            PreviewCallError::UnderWay | PreviewCallError::Stopped => {
                Self::new(kinds::CONFLICT, text).hint("GET /calls/{call_id} says how the call stands.")
            }
            PreviewCallError::Busy => Self::new(kinds::BUSY, text).hint("Try again in a moment."),
            PreviewCallError::Call(error) => error.into(),
            PreviewCallError::Copy(error) => error.into(),
            PreviewCallError::Store(error) => error.into(),
            PreviewCallError::Folder(_) | PreviewCallError::Cut(_) => Self::internal(&error),
        }
    }
}

impl From<ApproveError> for Problem {
    fn from(error: ApproveError) -> Self {
        let text = error.to_string();
        match error {
            ApproveError::NotPending(error) => error.into(),
            ApproveError::Lapsed(lapsed) => lapsed.into(),
            ApproveError::EffectStale => Self::new(kinds::EFFECT_STALE, text)
                .hint("POST /calls/{call_id}/preview shows what it would do now."),
            ApproveError::EffectFailed => Self::new(kinds::CONFLICT, text)
                .hint("Approve the call without `effect` to run it, or deny it."),
            ApproveError::Call(error) => error.into(),
            ApproveError::Store(error) => error.into(),
        }
    }
}

impl From<ActivityError> for Problem {
    fn from(error: ActivityError) -> Self {
        match error {
            ActivityError::Window(error) => Self::new(kinds::BAD_REQUEST, error.to_string())
                .hint("Both are times such as 2026-01-31T12:00:00Z."),
            ActivityError::Store(error) => error.into(),
        }
    }
}

impl From<RenameError> for Problem {
    fn from(error: RenameError) -> Self {
        match error {
            RenameError::Empty => Self::new(kinds::INVALID_BODY, error.to_string()),
            RenameError::Lookup(error) => error.into(),
            RenameError::Store(error) => error.into(),
        }
    }
}

impl From<RerunError> for Problem {
    fn from(error: RerunError) -> Self {
        let text = error.to_string();
        match error {
            RerunError::NoCall(_) => Self::new(kinds::NOT_FOUND, text).hint("GET /calls lists the calls."),
            RerunError::NotOver { .. } => Self::new(kinds::CONFLICT, text)
                .hint("Approve or deny it when it is pending; wait or cancel it when it runs."),
            RerunError::Call(error) => error.into(),
            RerunError::Store(error) => error.into(),
        }
    }
}

impl From<OverrideError> for Problem {
    fn from(error: OverrideError) -> Self {
        let text = error.to_string();
        match error {
            OverrideError::Lookup(error) => error.into(),
            OverrideError::Builtin
            | OverrideError::Config(_)
            | OverrideError::ConfigAlone
            | OverrideError::NoApp => Self::new(kinds::INVALID_OVERRIDE, text),
            OverrideError::TooLong { .. } => Self::new(kinds::INVALID_OVERRIDE, text).hint("Shorten it."),
            OverrideError::Store(error) => error.into(),
        }
    }
}

impl From<OverridePreviewError> for Problem {
    fn from(error: OverridePreviewError) -> Self {
        let text = error.to_string();
        match error {
            OverridePreviewError::Override(error) => error.into(),
            OverridePreviewError::OtherTool { .. } => {
                Self::new(kinds::INVALID_BODY, text).hint("GET /calls?tool_id= lists the calls of one tool.")
            }
        }
    }
}

impl From<SaveInputError> for Problem {
    fn from(error: SaveInputError) -> Self {
        let text = error.to_string();
        match error {
            SaveInputError::Lookup(error) => error.into(),
            SaveInputError::Name(_) => Self::new(kinds::BAD_REQUEST, text),
            SaveInputError::TooLarge { .. } => Self::new(kinds::TOO_LARGE, text)
                .hint("Upload large content as a workspace file and save its path."),
            SaveInputError::Full => Self::new(kinds::CONFLICT, text).hint("Delete one that is not needed."),
            SaveInputError::Store(error) => error.into(),
        }
    }
}

impl From<MessageError> for Problem {
    fn from(error: MessageError) -> Self {
        let text = error.to_string();
        match error {
            MessageError::NoChat(_) => Self::new(kinds::NOT_FOUND, text).hint("GET /chats lists the chats."),
            MessageError::NoMessage(_) => {
                Self::new(kinds::NOT_FOUND, text).hint("GET /chats/{chat_id} lists the chat's messages.")
            }
            MessageError::Content => Self::new(kinds::INVALID_BODY, text),
            MessageError::TooLarge { .. } => Self::new(kinds::TOO_LARGE, text)
                .hint("Upload large content as a workspace file and name its path."),
            MessageError::Workspace(error) => error.into(),
            MessageError::Store(error) => error.into(),
        }
    }
}

impl From<WorkspaceError> for Problem {
    fn from(error: WorkspaceError) -> Self {
        let text = error.to_string();
        match error {
            WorkspaceError::NoChat(_) => {
                Self::new(kinds::NOT_FOUND, text).hint("GET /chats lists the chats.")
            }
            WorkspaceError::NoMessage(_) => {
                Self::new(kinds::NOT_FOUND, text).hint("GET /chats/{chat_id} lists the chat's messages.")
            }
            WorkspaceError::NoManifest(_) => Self::new(kinds::NOT_FOUND, text)
                .hint("GET /chats/{chat_id}/workspace/manifests lists the states."),
            WorkspaceError::NoFile { near, .. } => Self::new(kinds::NOT_FOUND, text)
                .hint("GET /chats/{chat_id}/workspace/files lists the files.")
                .near(near),
            WorkspaceError::Path { .. } => Self::new(kinds::INVALID_PATH, text)
                .hint("Name a path relative to the workspace, such as `src/app.py`."),
            WorkspaceError::Blob { .. } => {
                tracing::error!(detail = text, "stored content is lost or damaged");
                Self::new(kinds::DAMAGED, text)
                    .hint("Restore the data folder from a backup, or another state.")
            }
            WorkspaceError::InTheWay(InTheWay::WouldTakeMore(_)) => {
                Self::new(kinds::CONFLICT, text).hint("Say so: ?recursive=true")
            }
            WorkspaceError::InTheWay(InTheWay::Unplaceable { .. }) => Self::new(kinds::INVALID_PATH, text),
            WorkspaceError::Changed { .. } => Self::new(kinds::CHANGED, text)
                .hint("Read the file again, put both changes together, and write with the new `ETag`."),
            WorkspaceError::InTheWay(_) => Self::new(kinds::CONFLICT, text),
            WorkspaceError::Upload(_) | WorkspaceError::Unstored(_) => Self::internal(&error),
            WorkspaceError::Settle(error) => error.into(),
            WorkspaceError::Store(error) => error.into(),
        }
    }
}

impl From<SettleError> for Problem {
    fn from(error: SettleError) -> Self {
        let text = error.to_string();
        match error {
            // What a tool or a person put in the way of a path: a folder where a file should be, and the like.
            SettleError::Desk(DeskError::Edit(_)) => Self::new(kinds::CONFLICT, text),
            // Too many or too large files, for example; the text says which limit.
            SettleError::Desk(DeskError::Snapshot(_)) => {
                tracing::warn!(detail = text, "a workspace could not be recorded");
                Self::new(kinds::CONFLICT, text)
                    .hint("Remove what the workspace does not need and try again.")
            }
            SettleError::Desk(_) | SettleError::NoManifest(_) | SettleError::Cut(_) => Self::internal(&error),
            SettleError::Store(error) => error.into(),
        }
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Name => Self::new(kinds::INVALID_BODY, error.to_string()),
            TokenError::Random(_) | TokenError::File { .. } => Self::internal(&error),
            TokenError::Store(error) => error.into(),
        }
    }
}

impl From<ArtifactError> for Problem {
    fn from(error: ArtifactError) -> Self {
        let text = error.to_string();
        match error {
            ArtifactError::Lookup(error) => error.into(),
            ArtifactError::NoFile { near, .. } => Self::new(kinds::NOT_FOUND, text)
                .hint("GET /toolsets/{toolset_id} lists the toolset's files.")
                .near(near),
            ArtifactError::TooLarge { .. } => Self::new(kinds::TOO_LARGE, text),
            ArtifactError::Damaged { reason, .. } => {
                tracing::error!(detail = text, ?reason, "an installed toolset is damaged");
                Self::new(kinds::DAMAGED, text)
            }
        }
    }
}

impl From<ExportError> for Problem {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Lookup(error) => error.into(),
            other => Self::internal(&other),
        }
    }
}

#[cfg(test)]
mod tests;
