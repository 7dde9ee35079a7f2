//! Which engine error is which refusal.

use pegboard_engine::{
    ApproveError, ArtifactError, CallError, ChestError, LookupError, NotPending, StoreError, WorkspaceError,
};
use pegboard_mcp::endpoint::house::Refusal;

/// A failure of the house itself: the caller is told that, the log has the detail.
pub(super) fn failed(error: &dyn std::error::Error) -> Refusal {
    tracing::error!(?error, "an MCP request failed");
    Refusal::Failed("Pegboard could not do this; its log has the detail.".to_owned())
}

/// A call that did not run.
pub(super) fn call(error: CallError) -> Refusal {
    let text = error.to_string();
    match error {
        CallError::UnknownTool { name, near } => Refusal::NoSuch { what: "tool", name, hint: meant(&near) },
        CallError::NoWorker { name, near } => {
            Refusal::NoSuch { what: "worker", name: name.to_string(), hint: meant(&near) }
        }
        // A model can read these and act on them.
        CallError::Unavailable { .. }
        | CallError::Unconfigured { .. }
        | CallError::Ambiguous { .. }
        | CallError::ServerSilent { .. }
        | CallError::Arguments { .. }
        | CallError::ArgumentsTooLarge { .. }
        | CallError::TooDeep { .. }
        | CallError::Closing
        | CallError::HungUp
        | CallError::NotPending
        | CallError::Workspace(_) => Refusal::Told(text),
        CallError::NotInChest { ref toolset, .. } => {
            Refusal::Told(format!("{text}. Call activate_toolset with `{toolset}` first."))
        }
        CallError::Blocked { tool, rule } => Refusal::Told(format!(
            "Pegboard's policy does not let `{tool}` run (rule: {rule}). Nobody was asked and nothing ran; \
             calling it again changes nothing."
        )),
        CallError::NoChat(chat) => Refusal::NoSuch { what: "chat", name: chat.to_string(), hint: None },
        CallError::NoMessage(_) => Refusal::Invalid(text),
        CallError::Store(_) | CallError::Cut(_) => failed(&error),
    }
}

/// An approval or denial that came to nothing.
pub(super) fn approve(error: ApproveError) -> Refusal {
    let text = error.to_string();
    match error {
        ApproveError::Call(error) => call(error),
        ApproveError::Store(error) => failed(&error),
        ApproveError::NotPending(NotPending::Store(error)) => failed(&error),
        ApproveError::NotPending(_)
        | ApproveError::Lapsed(_)
        | ApproveError::EffectStale
        | ApproveError::EffectFailed => Refusal::Told(text),
    }
}

/// A thing that was not found.
pub(super) fn lookup(error: LookupError) -> Refusal {
    match error {
        LookupError::NotFound { kind, id, near } => {
            Refusal::NoSuch { what: kind, name: id, hint: meant(&near) }
        }
        LookupError::Builtin(_) | LookupError::OfWorker { .. } => Refusal::Invalid(error.to_string()),
        LookupError::Store(error) => failed(&error),
    }
}

/// A chest that was not changed.
pub(super) fn chest(error: ChestError) -> Refusal {
    match error {
        ChestError::NoChat(chat) => Refusal::NoSuch { what: "chat", name: chat.to_string(), hint: None },
        ChestError::TooMany(_) => Refusal::Told(error.to_string()),
        ChestError::Store(error) => failed(&error),
    }
}

/// A file of a toolset that could not be had.
pub(super) fn artifact(error: ArtifactError) -> Refusal {
    match error {
        ArtifactError::Lookup(error) => lookup(error),
        ArtifactError::NoFile { path, near, .. } => {
            Refusal::NoSuch { what: "resource", name: path, hint: meant(&near) }
        }
        ArtifactError::TooLarge { .. } => Refusal::Invalid(error.to_string()),
        ArtifactError::Damaged { .. } => failed(&error),
    }
}

/// A workspace file that could not be had.
pub(super) fn file(uri: &str, error: WorkspaceError) -> Refusal {
    match error {
        WorkspaceError::NoChat(_) | WorkspaceError::Path { .. } => {
            Refusal::NoSuch { what: "resource", name: uri.chars().take(200).collect(), hint: None }
        }
        WorkspaceError::NoFile { near, .. } => {
            Refusal::NoSuch { what: "resource", name: uri.chars().take(200).collect(), hint: meant(&near) }
        }
        error => failed(&error),
    }
}

/// The database failed.
pub(super) fn store(error: &StoreError) -> Refusal {
    failed(error)
}

fn meant(near: &[String]) -> Option<String> {
    near.first().map(|near| format!("did you mean `{near}`?"))
}
