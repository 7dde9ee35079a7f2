//! Step 6: the provider runs the tool. The call goes on when whoever asked goes away.

use std::pin::pin;
use std::sync::Arc;

use pegboard_model::call::{CallerLine, FailureKind, Outcome, ToolFailure};
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::provider::{Host, Job, Network};
use tokio_util::sync::CancellationToken;

use crate::core::Core;
use crate::events::EventKind;
use crate::pipeline::admit::Admitted;
use crate::pipeline::begin::{Begun, begin};
use crate::pipeline::error::CallError;
use crate::pipeline::finish::{Executed, Looks, finish};
use crate::pipeline::look_ahead::{Answering, look_ahead};
use crate::record::CallRecord;

/// Runs an admitted call to its end and gives back its record.
pub(crate) async fn run(core: &Arc<Core>, admitted: Admitted) -> Result<CallRecord, CallError> {
    if core.closing.is_cancelled() {
        return Err(CallError::Closing);
    }
    let worker = Arc::clone(core);
    core.tasks.spawn(async move { to_the_end(&worker, admitted).await }).await?
}

async fn to_the_end(core: &Core, admitted: Admitted) -> Result<CallRecord, CallError> {
    let begun = begin(core, admitted).await?;
    let id = begun.call.id;
    let place = core.running.enter(id, &core.halting);
    let (executed, outcome) = provide(core, begun, place.cancel()).await?;
    let finished = finish(core, executed, outcome).await;
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
    let Begun { turn, chat, call, pre, target, permit, line, carrier } = begun;
    let (answering, answer) = Answering::new();
    let host = CallHost { core, call: call.id, chat: call.chat, cancel, line, answering };
    let job = Job {
        call: call.id,
        chat: call.chat,
        resolved: target.resolved.clone(),
        bundle: Arc::clone(&target.bundle),
        workspace: turn.desk().workspace().to_owned(),
        limits: target.entry.run_limits(core.limits.run),
        network: Network::AsDeclared,
    };
    let run = async {
        let outcome = match core.providers.get(target.entry.provider()) {
            Some(provider) => run_until_hung_up(provider.run(permit, job, &host), &host).await,
            None => Outcome::failed(ToolFailure::new(
                FailureKind::Unavailable,
                format!("this server has no provider for {} tools", target.entry.provider()),
            )),
        };
        host.answering.over();
        outcome
    };
    let (outcome, turn) = tokio::join!(run, look_ahead(turn, &pre.manifest, answer));
    let looks = Looks::of(&target.entry);
    Ok((Executed { turn: turn?, chat, call, pre, carrier, looks }, outcome))
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
    answering: Answering,
}

impl Host for CallHost<'_> {
    fn cancelled(&self) -> CancellationToken {
        self.cancel.clone()
    }

    fn log(&self, text: &str) {
        let text = text.to_owned();
        self.core.events.publish(EventKind::CallLog { call: self.call, chat: self.chat, text });
    }

    fn answered(&self) {
        self.answering.answered();
    }

    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        self.line.clone()
    }
}
