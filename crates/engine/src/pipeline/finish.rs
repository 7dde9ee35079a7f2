//! Steps 7 to 9: snapshot the workspace, also after a failure; make the render plan; write everything down at once.

use std::borrow::Cow;
use std::sync::Arc;

use pegboard_cas::Manifest;
use pegboard_model::call::{CallStatus, FailureKind, Outcome, ToolFailure};
use pegboard_model::ids::ToolId;
use pegboard_model::overrides::ToolOverride;
use pegboard_model::render::{RenderPlan, Scope};
use pegboard_model::servers::returned;
use serde_json::Value;

use crate::aftermath::Aftermath;
use crate::clock;
use crate::core::Core;
use crate::desk::{self, Head};
use crate::events::EventKind;
use crate::oversize;
use crate::pipeline::begin::Carrier;
use crate::pipeline::error::CallError;
use crate::record::{CallRecord, ChatRecord, FolderState, ManifestSource};
use crate::registry::ToolEntry;
use crate::settle::{NewManifest, SettleError, record_change, stored_head};
use crate::store::Finished;
use crate::text::storable;
use crate::turns::Turn;

/// A call whose tool is done.
pub(super) struct Executed {
    pub(super) turn: Turn,
    pub(super) chat: ChatRecord,
    pub(super) call: CallRecord,
    /// The workspace before the call.
    pub(super) pre: Head,
    /// The state that is recorded last; another one where calls of its own came between.
    pub(super) base: Head,
    pub(super) carrier: Carrier,
    pub(super) looks: Looks,
}

/// What says how a tool's results are shown.
pub(crate) struct Looks {
    /// Its overrides.
    pub(crate) view: ToolOverride,
    /// The address of the app that its definition names.
    pub(crate) app: Option<String>,
    /// The toolset's folder, for `$toolset`.
    pub(crate) toolset_root: String,
}

impl Looks {
    pub(crate) fn of(entry: &ToolEntry) -> Self {
        Self {
            view: entry.effective.clone(),
            app: entry.row.upstream.as_ref().and_then(|tool| tool.app().map(str::to_owned)),
            toolset_root: entry.bundle.root.to_string_lossy().into_owned(),
        }
    }
}

/// How the workspace stands after a call.
struct After {
    head: Head,
    new: Option<NewManifest>,
    notices: Vec<String>,
}

/// Records how a call ended.
pub(super) async fn finish(
    core: &Core,
    executed: Executed,
    outcome: Outcome,
) -> Result<CallRecord, CallError> {
    let Executed { turn, chat, call, pre, base, carrier, looks } = executed;
    // Of the result itself: what is too large for the record is only named there.
    let aftermath = Aftermath::of_call(&call, &outcome.result);
    let (turn, result) =
        oversize::shelve(turn, call.id, outcome.result, core.limits.inline_result_bytes).await?;
    let (turn, after, result) = match look(turn, &chat, &call, &base).await? {
        (turn, Ok(after)) => (turn, after, result),
        (turn, Err(error)) => {
            let failure = unrecorded(&error, result);
            (turn, After { head: base, new: None, notices: Vec::new() }, Err(failure))
        }
    };
    let workspace = turn.desk().workspace().to_string_lossy().into_owned();
    let plan = render_plan(&call, &result, &looks, &workspace);
    let aftermath = if result.is_ok() { aftermath } else { Aftermath::default() };
    let ended = Ended { result, log: outcome.log, plan, aftermath, carrier };
    write_down(core, turn, chat, call, &pre, after, ended).await
}

/// Records a call that the server before this one left running, with the workspace as it was left.
pub(crate) async fn interrupted(core: &Core, call: CallRecord) -> Result<CallRecord, CallError> {
    let turn = core.turns.take(call.chat).await;
    let chat = core.store.chat(call.chat).await?.ok_or(CallError::NoChat(call.chat))?;
    let pre = stored_head(core, &turn, &chat).await?;
    let (turn, after) = look(turn, &chat, &call, &pre).await?;
    let failure = ToolFailure::new(
        FailureKind::Interrupted,
        "the server stopped while this call ran; the workspace was kept as the call left it",
    );
    let plan = RenderPlan::error(failure.message.clone(), None);
    let after = after.map_err(|error| CallError::Workspace(error.into()))?;
    let (log, aftermath, carrier) = (String::new(), Aftermath::default(), Carrier::Older);
    let ended = Ended { result: Err(failure), log, plan, aftermath, carrier };
    write_down(core, turn, chat, call, &pre, after, ended).await
}

async fn look(
    turn: Turn,
    chat: &ChatRecord,
    call: &CallRecord,
    pre: &Head,
) -> Result<(Turn, Result<After, desk::DeskError>), SettleError> {
    let base: Arc<Manifest> = Arc::clone(&pre.manifest);
    let (turn, seen) = turn.work(move |desk| desk.look(&base)).await?;
    let after = seen.map(|seen| {
        let source_ref = Some(call.id.to_string());
        let new = record_change(chat, pre, seen.manifest, ManifestSource::ToolRun, source_ref);
        let head = new.as_ref().map_or_else(|| pre.clone(), NewManifest::head);
        After { head, new, notices: seen.notices }
    });
    Ok((turn, after))
}

/// The tool may have done its work, but nobody could undo it: that is a failure, with the tool's own one behind it.
fn unrecorded(error: &desk::DeskError, result: Result<Value, ToolFailure>) -> ToolFailure {
    let failure = ToolFailure::new(FailureKind::Workspace, error.to_string());
    match result {
        Ok(_) => failure,
        Err(own) => failure.with_detail(own.to_string()),
    }
}

/// What a surface shows of a call that ended so.
pub(crate) fn render_plan(
    call: &CallRecord,
    result: &Result<Value, ToolFailure>,
    looks: &Looks,
    workspace: &str,
) -> RenderPlan {
    match result {
        Err(failure) => RenderPlan::error(failure.message.clone(), failure.detail.clone()),
        Ok(value) => {
            let result = match call.tool {
                ToolId::Mcp { .. } => returned(value),
                ToolId::Builtin(_) | ToolId::Toolset { .. } => Cow::Borrowed(value),
            };
            looks.view.plan(&Scope {
                args: &Value::Object(call.args.clone()),
                result: &result,
                chat_id: &call.chat.to_string(),
                workspace,
                toolset: Some(&looks.toolset_root),
                app: looks.app.as_deref(),
            })
        }
    }
}

struct Ended {
    result: Result<Value, ToolFailure>,
    log: String,
    plan: RenderPlan,
    aftermath: Aftermath,
    carrier: Carrier,
}

async fn write_down(
    core: &Core,
    mut turn: Turn,
    chat: ChatRecord,
    mut call: CallRecord,
    pre: &Head,
    after: After,
    ended: Ended,
) -> Result<CallRecord, CallError> {
    call.warnings.extend(after.notices);
    let finished = Finished {
        result: ended.result,
        render_plan: serde_json::to_value(&ended.plan).ok(),
        log: storable(&ended.log),
        started_at: call.started_at,
        finished_at: clock::now(),
        post_manifest: after.head.id,
        changes: desk::changes(&pre.manifest, &after.head.manifest),
        warnings: call.warnings.clone(),
    };
    let aftermath = ended.aftermath;
    match (&after.new, ended.carrier) {
        // Chat and message have this state already.
        (None, Carrier::New) if aftermath.is_empty() => core.store.finish_call(call.id, &finished).await?,
        (new, _) => {
            let write = core.store.write().await?;
            if let Some(new) = new {
                new.add(&write).await?;
                write.set_manifest(call.chat, after.head.id).await?;
            }
            if let Some(leaf) = chat.active_leaf {
                write.set_message_manifest(leaf, after.head.id).await?;
            }
            write.finish_call(call.id, &finished).await?;
            aftermath.add(&write).await?;
            write.commit().await?;
        }
    }
    let desk = turn.desk_mut();
    desk.set_head(after.head.clone());
    desk.set_row(ChatRecord { active_manifest: after.head.id, folder: FolderState::There, ..chat });
    let call = ended_record(call, finished);
    announce(core, &call, after.new.is_some());
    aftermath.announce(core, &call);
    Ok(call)
}

/// The row as the database now has it.
fn ended_record(call: CallRecord, finished: Finished) -> CallRecord {
    let (status, result, error) = match finished.result {
        Ok(value) => (CallStatus::Success, Some(value), None),
        Err(failure) => (CallStatus::Error, None, Some(failure)),
    };
    CallRecord {
        status,
        result,
        error,
        render_plan: finished.render_plan,
        log: Some(finished.log).filter(|log| !log.is_empty()),
        finished_at: Some(finished.finished_at),
        post_manifest: finished.post_manifest,
        changes: finished.changes,
        warnings: finished.warnings,
        ..call
    }
}

fn announce(core: &Core, call: &CallRecord, changed: bool) {
    if changed {
        core.events.publish(EventKind::WorkspaceChanged { chat: call.chat, manifest: call.post_manifest });
    }
    core.events.publish(EventKind::CallFinished {
        call: call.id,
        chat: call.chat,
        tool: call.tool.clone(),
        status: call.status.as_str(),
    });
}
