//! The calls that a model asks for: they go the whole way of any call.

use std::sync::Arc;

use async_trait::async_trait;
use futures::future::join_all;
use pegboard_model::call::{Call, CallStatus, CallerLine, LineError, News, Question, Telemetry};
use pegboard_model::ids::CallId;
use pegboard_model::policy::Reach;
use pegboard_model::reply::{AskedCall, Reply};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::approvals::{self, ApproveError, Yes};
use crate::chest;
use crate::core::Core;
use crate::live_replies::{LiveReply, Refusal, ReplyEvent};
use crate::pipeline::CallError;
use crate::record::{CallRecord, ReplyRecord};
use crate::replies::error::Cut;
use crate::replies::keep::write_down;
use crate::replies::own_tools::OwnTool;
use crate::replies::request::{Decision, Verdict};
use crate::store::StoreError;

/// Makes calls side by side, and tells what became of each. One that is not made is noted in the reply, for the model to read.
pub(super) async fn make(
    core: &Arc<Core>,
    live: &Arc<LiveReply>,
    record: &ReplyRecord,
    reply: &mut Reply,
    together: &[AskedCall],
) -> Result<(), Cut> {
    if let [asked] = together
        && let Some(own) = OwnTool::of(&asked.asked.name).filter(|_| record.worker.is_none())
    {
        return answer(core, live, record, reply, asked, own).await;
    }
    let made = join_all(together.iter().map(|asked| make_one(core, live, record, asked))).await;
    let mut is_stopped = false;
    for made in made {
        match made {
            Made::Told => {}
            Made::NotBegun => is_stopped = true,
            Made::Refused(call, why) => {
                let (Refusal::Policy(reason) | Refusal::Fault(reason)) = &why;
                reply.refuse(call, reason.clone());
                write_down(core, record, reply).await?;
                live.tell(ReplyEvent::Refused { call, why });
            }
        }
    }
    if is_stopped { Err(Cut::Stopped) } else { Ok(()) }
}

/// What became of a call.
enum Made {
    /// It was made, and those who follow the reply know of it.
    Told,
    Refused(CallId, Refusal),
    /// The reply was stopped before. It is made when the reply goes on.
    NotBegun,
}

async fn make_one(core: &Arc<Core>, live: &Arc<LiveReply>, record: &ReplyRecord, asked: &AskedCall) -> Made {
    let id = asked.call_id;
    let call = match arguments(asked) {
        Ok(call) => Call { id: Some(id), ..of(record, call) },
        Err(fault) => return Made::Refused(id, Refusal::Fault(fault)),
    };
    match go(core, live, call).await {
        Ok(call) if call.status == CallStatus::Pending => {
            live.tell(ReplyEvent::Waits { call: id, rule: call.rule });
            Made::Told
        }
        Ok(call) => {
            live.tell(ReplyEvent::Called(Box::new(call)));
            Made::Told
        }
        Err(CallError::HungUp) => Made::NotBegun,
        Err(error) => Made::Refused(id, refusal(&error)),
    }
}

/// Has Pegboard itself answer, and writes the answer down with the reply.
async fn answer(
    core: &Arc<Core>,
    live: &LiveReply,
    record: &ReplyRecord,
    reply: &mut Reply,
    asked: &AskedCall,
    own: OwnTool,
) -> Result<(), Cut> {
    let call = asked.call_id;
    let event = match own.answer(core, record.chat, &asked.asked).await {
        Ok(output) => {
            reply.answer(call, output.clone());
            ReplyEvent::Answered { call, output }
        }
        Err(fault) => {
            reply.refuse(call, fault.clone());
            ReplyEvent::Refused { call, why: Refusal::Fault(fault) }
        }
    };
    write_down(core, record, reply).await?;
    live.tell(event);
    Ok(())
}

/// The tool and the arguments, if what the model wrote are any.
fn arguments(asked: &AskedCall) -> Result<(String, serde_json::Map<String, Value>), String> {
    match &asked.asked.args {
        Value::Object(args) => Ok((asked.asked.name.clone(), args.clone())),
        Value::Null => Ok((asked.asked.name.clone(), serde_json::Map::new())),
        _ => Err("the arguments are no JSON object".to_owned()),
    }
}

fn of(record: &ReplyRecord, (tool, args): (String, serde_json::Map<String, Value>)) -> Call {
    Call {
        id: None,
        tool,
        args,
        chat: Some(record.chat),
        message: Some(record.message),
        worker: record.worker.clone(),
        parent: None,
        triggered: None,
        telemetry: Telemetry::default(),
        caller: record.caller.clone(),
        line: None,
    }
}

/// Makes a call; where a person stops the reply meanwhile, it is cancelled, and not begun where its turn has not come.
async fn go(core: &Arc<Core>, live: &Arc<LiveReply>, call: Call) -> Result<CallRecord, CallError> {
    if call.worker.is_none() {
        chest::check(core, live.chat(), &call.tool).await?;
    }
    let call = Call { line: Some(line(live)), ..call };
    approvals::call(core, call, live.chat()).await
}

fn refusal(error: &CallError) -> Refusal {
    match error {
        CallError::Blocked { .. } => Refusal::Policy(error.to_string()),
        CallError::UnknownTool { near, .. } if !near.is_empty() => {
            Refusal::Fault(format!("{error}; near: {}", near.join(", ")))
        }
        CallError::Store(_) | CallError::Cut(_) => {
            tracing::error!(?error, "a call that a model asked for failed");
            Refusal::Fault("Pegboard could not do this; its log has the detail".to_owned())
        }
        error => Refusal::Fault(error.to_string()),
    }
}

/// Does what a person said of a call that waits. One that does not wait any more, or is none of this reply, stays as it is:
/// only the record says what waits.
pub(super) async fn decide(
    core: &Arc<Core>,
    live: &Arc<LiveReply>,
    reply: &Reply,
    decision: Decision,
) -> Result<(), StoreError> {
    let id = decision.call;
    if !reply.last_asked().any(|asked| asked.call_id == id) {
        return Ok(());
    }
    let by = decision.by.as_str();
    let decided = match &decision.verdict {
        Verdict::Approved => {
            let yes = Yes { by, reach: Reach::Once };
            approvals::approve(core, id, yes, Some(line(live))).await
        }
        Verdict::Denied { reason } => approvals::deny(core, id, by, reason.as_deref()).await,
    };
    match decided {
        Ok(call) => live.tell(ReplyEvent::Called(Box::new(call))),
        Err(ApproveError::NotPending(_)) => {
            // Somebody else decided before; what came of it is told all the same.
            if let Some((call, _)) = core.store.call(id).await? {
                live.tell(ReplyEvent::Called(Box::new(call)));
            }
        }
        Err(ApproveError::Store(error)) => return Err(error),
        // It waits still, and says why the decision came to nothing.
        Err(error) => live.tell(ReplyEvent::Waits { call: id, rule: error.to_string() }),
    }
    Ok(())
}

fn line(live: &Arc<LiveReply>) -> Arc<dyn CallerLine> {
    Arc::new(ReplyLine { live: Arc::clone(live) })
}

/// The way back from a call to the reply that asked for it. Nobody there answers questions.
#[derive(Debug)]
struct ReplyLine {
    live: Arc<LiveReply>,
}

#[async_trait]
impl CallerLine for ReplyLine {
    fn answers(&self, _question: Question) -> bool {
        false
    }

    async fn ask(&self, _question: Question, _params: Value) -> Result<Value, LineError> {
        Err(LineError::NotOffered)
    }

    fn tell(&self, news: News) {
        match news {
            News::Worker(news) => self.live.tell(ReplyEvent::Worker(news)),
            // These are in the log of the call, and go to those who watch that.
            News::Progress(_) | News::Message(_) => {}
        }
    }

    fn hung_up(&self) -> CancellationToken {
        self.live.stopped().clone()
    }
}
