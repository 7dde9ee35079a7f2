//! Step 6: the provider runs the tool. The call goes on when whoever asked goes away.

use std::path::Path;
use std::pin::pin;
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{Answered, CallerLine, FailureKind, Outcome, Subcall, ToolFailure};
use pegboard_model::ids::{CallId, ChatId, ToolId, ToolName};
use pegboard_model::policy::Permit;
use pegboard_model::provider::{AtWork, Host, Job, Network};
use pegboard_model::worker::WorkerLimits;
use tokio_util::sync::CancellationToken;

use crate::core::Core;
use crate::desk::Head;
use crate::events::EventKind;
use crate::pipeline::admit::Admitted;
use crate::pipeline::begin::{Begun, Carrier, begin, row};
use crate::pipeline::error::CallError;
use crate::pipeline::finish::{Executed, Looks, finish};
use crate::pipeline::look_ahead::{Answering, look_ahead};
use crate::pipeline::resolve::Target;
use crate::pipeline::subcalls::{Subcalls, Way};
use crate::pipeline::told::settings;
use crate::record::{CallRecord, ChatRecord, FolderState};
use crate::relevance;
use crate::said::Said;
use crate::settle::stored_head;
use crate::turns::{Company, Turn};

/// Runs an admitted call to its end and gives back its record.
pub(crate) async fn run(
    core: &Arc<Core>,
    admitted: Admitted,
    way: Arc<dyn Way>,
) -> Result<CallRecord, CallError> {
    if core.closing.is_cancelled() {
        return Err(CallError::Closing);
    }
    let worker = Arc::clone(core);
    let ended = core.tasks.spawn(async move {
        let call = to_the_end(&worker, admitted, way).await?;
        relevance::note_end(&worker, &call);
        Ok(call)
    });
    ended.await?
}

async fn to_the_end(core: &Core, admitted: Admitted, way: Arc<dyn Way>) -> Result<CallRecord, CallError> {
    let begun = begin(core, admitted).await?;
    let id = begun.call.id;
    let place = core.running.enter(id, &core.halting);
    let (executed, outcome) = if begun.target.entry.hands_work() {
        hand_work(core, begun, place.cancel(), way).await?
    } else if begun.company == Company::Alone {
        provide(core, begun, place.cancel()).await?
    } else {
        provide_beside_others(core, begun, place.cancel()).await?
    };
    // In memory of its own: what a call leaves behind is held until it is written.
    let finished = Box::pin(finish(core, executed, outcome)).await;
    if let Err(error) = &finished {
        tracing::error!(call = %id, ?error, "a call ran but its end could not be recorded");
    }
    finished
}

async fn provide(
    core: &Core,
    begun: Begun,
    cancel: CancellationToken,
) -> Result<(Executed, Outcome), CallError> {
    let Begun { turn, chat, call, pre, target, permit, line, carrier, .. } = begun;
    let (answering, answer) = Answering::new();
    let job = job(core, &call, &target, turn.desk().workspace()).await;
    let said = said(core, &target);
    let host =
        CallHost { core, call: call.id, chat: call.chat, cancel, line, said, answering, subcalls: None };
    let run = async {
        let outcome = ask_provider(&target, permit, job, &host).await;
        host.answering.over();
        outcome
    };
    let (outcome, turn) = tokio::join!(run, look_ahead(turn, &pre.manifest, answer));
    let looks = Looks::of(&target.entry);
    let base = pre.clone();
    Ok((Executed { turn: turn?, chat, call, pre, base, carrier, looks }, outcome))
}

/// Runs a call that changes nothing. Others of the chat that change nothing need not wait for it, nor does anybody where it works
/// elsewhere. What they did meanwhile is theirs.
async fn provide_beside_others(
    core: &Core,
    begun: Begun,
    cancel: CancellationToken,
) -> Result<(Executed, Outcome), CallError> {
    let Begun { mut turn, chat, call, pre, target, permit, line, company, .. } = begun;
    let workspace = turn.desk().workspace().to_owned();
    turn.desk_mut().set_row(ChatRecord { active_manifest: pre.id, folder: FolderState::There, ..chat });
    let reading = match company {
        Company::Readers | Company::Alone => Some(turn.read_on().await),
        Company::Anybody => {
            drop(turn);
            None
        }
    };
    let (answering, _) = Answering::new();
    let job = job(core, &call, &target, &workspace).await;
    let said = said(core, &target);
    let host =
        CallHost { core, call: call.id, chat: call.chat, cancel, line, said, answering, subcalls: None };
    let outcome = ask_provider(&target, permit, job, &host).await;
    // Before it asks for the turn: whoever has that may be waiting for those who read.
    drop(reading);
    let (turn, chat, base) = back_in_the_chat(core, &call, company).await?;
    let (pre, looks) = (base.clone(), Looks::of(&target.entry));
    Ok((Executed { turn, chat, call, pre, base, carrier: Carrier::Older, looks }, outcome))
}

/// The chat's turn again, and the state that is recorded last.
async fn back_in_the_chat(
    core: &Core,
    call: &CallRecord,
    company: Company,
) -> Result<(Turn, ChatRecord, Head), CallError> {
    let mut turn = core.turns.take_for_call(call.chat, company).await;
    let chat = row(core, &mut turn, call.chat).await?;
    let base = stored_head(core, &turn, &chat).await?;
    Ok((turn, chat, base))
}

/// Runs a call that works by calls of its own. Each of them has the chat's turn, so this one gives it back while it runs,
/// and holds nothing of the workspace.
async fn hand_work(
    core: &Core,
    begun: Begun,
    cancel: CancellationToken,
    way: Arc<dyn Way>,
) -> Result<(Executed, Outcome), CallError> {
    let Begun { turn, call, pre, target, permit, line, mode, .. } = begun;
    let workspace = turn.desk().workspace().to_owned();
    drop(turn);
    let subcalls = match &target.resolved.tool {
        ToolId::Builtin(worker) => Some(Subcalls {
            way,
            parent: call.id,
            message: call.message,
            chat: call.chat,
            limits: limits_of(core, worker),
            worker: worker.clone(),
            cancel: cancel.clone(),
            caller: call.caller.clone(),
            mode,
            line: line.clone(),
        }),
        ToolId::Toolset { .. } | ToolId::Mcp { .. } => None,
    };
    let (answering, _) = Answering::new();
    let job = job(core, &call, &target, &workspace).await;
    let said = said(core, &target);
    let host = CallHost { core, call: call.id, chat: call.chat, cancel, line, said, answering, subcalls };
    let outcome = ask_provider(&target, permit, job, &host).await;
    let (turn, chat, base) = back_in_the_chat(core, &call, Company::Alone).await?;
    let looks = Looks::of(&target.entry);
    Ok((Executed { turn, chat, call, pre, base, carrier: Carrier::Older, looks }, outcome))
}

fn limits_of(core: &Core, worker: &ToolName) -> WorkerLimits {
    core.registry.current().worker(worker).map_or_else(WorkerLimits::default, |record| record.worker.limits)
}

/// What the provider gets; a failure where the tool cannot be told what it must be told.
async fn job(core: &Core, call: &CallRecord, target: &Target, workspace: &Path) -> Result<Job, ToolFailure> {
    let settings = settings(core, &target.entry).await?;
    Ok(Job {
        settings,
        call: call.id,
        chat: call.chat,
        resolved: target.resolved.clone(),
        bundle: Arc::clone(&target.bundle),
        workspace: workspace.to_owned(),
        limits: target.entry.run_limits(core.limits.run),
        network: Network::AsDeclared,
        container: target.entry.container_call(&call.telemetry),
    })
}

/// What takes the secrets of the tool's toolset out of what it says. Made when its settings were read.
fn said(core: &Core, target: &Target) -> Said {
    Said::new(core.secrets.scrubber(&target.bundle.toolset))
}

async fn ask_provider(
    target: &Target,
    permit: Permit,
    job: Result<Job, ToolFailure>,
    host: &CallHost<'_>,
) -> Outcome {
    let job = match job {
        Ok(job) => job,
        Err(failure) => return Outcome::failed(failure),
    };
    match host.core.providers.get(target.entry.provider()) {
        Some(provider) => {
            let outcome = run_until_hung_up(provider.run(permit, job, host), host).await;
            host.publish(host.said.rest());
            host.said.outcome(outcome)
        }
        None => Outcome::failed(ToolFailure::new(
            FailureKind::Unavailable,
            format!("this server has no provider for {} tools", target.entry.provider()),
        )),
    }
}

/// Runs a call, and cancels it when whoever waits for it hangs up. It still ends in order.
async fn run_until_hung_up(run: impl Future<Output = Outcome>, host: &CallHost<'_>) -> Outcome {
    let Some(line) = &host.line else {
        return run.await;
    };
    let hung_up = line.hung_up();
    let mut run = pin!(run);
    tokio::select! {
        outcome = &mut run => return outcome,
        () = hung_up.cancelled() => host.cancel.cancel(),
    }
    run.await
}

/// What the provider sees of the engine.
struct CallHost<'a> {
    core: &'a Core,
    call: CallId,
    chat: ChatId,
    cancel: CancellationToken,
    line: Option<Arc<dyn CallerLine>>,
    said: Said,
    answering: Answering,
    /// Where calls of its own go; `None` for what works in the workspace itself.
    subcalls: Option<Subcalls>,
}

#[async_trait]
impl Host for CallHost<'_> {
    fn cancelled(&self) -> CancellationToken {
        self.cancel.clone()
    }

    fn log(&self, text: &str) {
        self.publish(self.said.log(text));
    }

    fn answered(&self) {
        self.answering.answered();
    }

    async fn call(&self, subcall: Subcall) -> Answered {
        match &self.subcalls {
            Some(subcalls) => subcalls.call(subcall).await,
            None => Answered::Refused {
                reason: "a tool that works in the workspace cannot call others".to_owned(),
            },
        }
    }

    fn at_work(&self) -> Option<&dyn AtWork> {
        self.subcalls.as_ref().map(|subcalls| subcalls as &dyn AtWork)
    }

    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        self.line.clone().map(|line| self.said.line(line))
    }
}

impl CallHost<'_> {
    /// Shows a piece of the log, where there is one.
    fn publish(&self, text: String) {
        if !text.is_empty() {
            self.core.events.publish(EventKind::CallLog { call: self.call, chat: self.chat, text });
        }
    }
}
