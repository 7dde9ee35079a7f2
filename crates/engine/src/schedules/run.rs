//! One run of a schedule, from its claim to the record of its call.

use std::sync::Arc;

use pegboard_model::call::{ApprovalMode, Call, Caller, Telemetry, Triggered, TriggeredBy};
use pegboard_model::ids::{CallId, ChatId, ToolId};

use crate::approvals;
use crate::chats;
use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::pipeline::CallError;
use crate::record::CallRecord;
use crate::schedules::change::find;
use crate::schedules::defined::Defined;
use crate::store::StoreError;

/// What the record names as the caller.
const CALLER: &str = "schedule";

/// Why a person's run of a schedule came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum RunScheduleError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A run that this server has claimed.
pub(super) struct Run {
    pub(super) tool: ToolId,
    pub(super) call: CallId,
    pub(super) chat: ChatId,
    pub(super) defined: Defined,
}

/// Carries it out beside everything else.
pub(super) fn carry_out(core: &Arc<Core>, run: Run) {
    if !core.scheduling.enter(run.call) {
        return;
    }
    let worker = Arc::clone(core);
    core.tasks.spawn(async move {
        let (tool, call) = (run.tool.clone(), run.call);
        if let Err(error) = to_the_end(&worker, run).await {
            tracing::warn!(%tool, %call, ?error, "how a scheduled run went could not be written down");
        }
        worker.scheduling.leave(call);
        worker.scheduling.look();
        worker.events.publish(EventKind::ScheduleChanged { tool });
    });
}

async fn to_the_end(core: &Arc<Core>, run: Run) -> Result<(), StoreError> {
    let Run { tool, call, chat, defined } = run;
    let caller = Caller { name: CALLER.to_owned(), mode: ApprovalMode::Interactive };
    let asked = asked(&tool, call, chat, defined, caller);
    match approvals::call(core, asked, chat).await {
        Ok(_) => core.store.run_is_recorded(&tool, call).await?,
        // It did not begin, or another server began it; whoever looks next sees which.
        Err(CallError::Closing | CallError::Cut(_)) => core.store.let_go(&tool, call, clock::now()).await?,
        Err(CallError::Store(error)) => {
            tracing::warn!(%tool, %call, ?error, "a scheduled run did not begin; it is tried again");
            return Ok(());
        }
        Err(refused) => core.store.run_is_refused(&tool, call, &refused.to_string()).await?,
    };
    Ok(())
}

/// Runs the tool of a schedule now, for a person. Its prompt is queued as at any other run.
pub(crate) async fn run_now(
    core: &Arc<Core>,
    tool: &str,
    caller: Caller,
) -> Result<CallRecord, RunScheduleError> {
    let record = find(core, tool).await?;
    let chat = chat_of(core, &record.tool, &record.name).await?;
    let tool = record.tool;
    let defined = Defined {
        schedule: record.schedule,
        said_by: record.said_by,
        prompt: record.prompt,
        args: record.args,
    };
    let asked = asked(&tool, clock::fresh(), chat, defined, caller);
    let call = approvals::call(core, asked, chat).await?;
    core.store.ran_by_hand(&tool, call.id, call.created_at, chat).await?;
    core.events.publish(EventKind::ScheduleChanged { tool });
    Ok(call)
}

fn asked(tool: &ToolId, call: CallId, chat: ChatId, defined: Defined, caller: Caller) -> Call {
    Call {
        tool: tool.to_string(),
        args: defined.args,
        chat: Some(chat),
        message: None,
        worker: None,
        parent: None,
        telemetry: Telemetry::default(),
        id: Some(call),
        triggered: Some(Triggered { by: TriggeredBy::Cron, prompt: defined.prompt }),
        caller,
        line: None,
    }
}

/// The chat that a tool's schedule runs in.
pub(super) async fn chat_of(core: &Core, tool: &ToolId, name: &str) -> Result<ChatId, StoreError> {
    chats::chat_here_of(core, &format!("schedule:{tool}"), &format!("Schedule of {name}")).await
}
