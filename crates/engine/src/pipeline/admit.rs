//! Steps 3 and 4: policy, and what becomes of a call that asks.

use std::sync::Arc;

use pegboard_model::call::{ApprovalMode, Call, CallStatus, CallerLine, Telemetry, Triggered};
use pegboard_model::ids::{CallId, ChatId, MessageId};
use pegboard_model::policy::{self, Decision, Facts, Granted, Permit};
use pegboard_model::time::Timestamp;

use crate::clock;
use crate::core::Core;
use crate::leaf::Fork;
use crate::pipeline::depth::check_depth;
use crate::pipeline::error::CallError;
use crate::pipeline::own_word::own_word;
use crate::pipeline::resolve::{Target, resolve};
use crate::policy as house_policy;
use crate::record::CallRecord;

/// Where in its chat a call happens.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// On a new message below the active leaf.
    BelowLeaf,
    /// On this message; a chat that stands on another branch goes there first.
    On(MessageId),
    /// On a new message there, after the chat went there.
    Branch(Fork),
}

/// Whether the call is in the database yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// It is not.
    New,
    /// It waits there as pending.
    Pending,
}

/// A call that may run.
pub(crate) struct Admitted {
    pub(crate) id: CallId,
    pub(crate) chat: ChatId,
    pub(crate) place: Place,
    pub(crate) entry: Entry,
    pub(crate) caller: String,
    /// The call that makes this one.
    pub(crate) parent: Option<CallId>,
    /// What set it off, where nobody asked for it.
    pub(crate) triggered: Option<Triggered>,
    /// What the caller says of where and when it is.
    pub(crate) telemetry: Telemetry,
    pub(crate) created_at: Timestamp,
    pub(crate) target: Target,
    pub(crate) permit: Permit,
    /// Why a person was asked, where one was.
    pub(crate) asked_because: Option<String>,
    /// The way back to whoever called.
    pub(crate) line: Option<Arc<dyn CallerLine>>,
    /// What becomes of a call that asks.
    pub(crate) mode: ApprovalMode,
}

/// What policy made of a call.
pub(crate) enum Judged {
    /// It may run.
    Run(Box<Admitted>),
    /// A person must see it first.
    Ask {
        /// The call, frozen as it would run.
        target: Box<Target>,
        /// Why.
        rule: String,
    },
}

/// Resolves and judges a call.
pub(crate) async fn judge(
    core: &Arc<Core>,
    call: &Call,
    chat: ChatId,
    place: Place,
) -> Result<Judged, CallError> {
    let mut target = resolve(core, &call.tool, call.args.clone(), call.worker.as_ref()).await?;
    target.resolved.statement = own_word(core, &target.entry, &target.resolved).await;
    check_depth(core, call, &target).await?;
    let kill_switch = house_policy::kill_switch(core);
    let grants = if policy::asks(&target.resolved, kill_switch) {
        core.store.grants_of(chat, &target.resolved.tool).await?
    } else {
        Vec::new()
    };
    let facts = Facts {
        granted: Some(Granted { chat, grants: &grants }),
        ..Facts::new(kill_switch, call.caller.mode)
    };
    match policy::judge(&target.resolved, facts) {
        Decision::Allow(permit) => Ok(Judged::Run(Box::new(Admitted {
            id: call.id.unwrap_or_else(clock::fresh),
            chat,
            place,
            entry: Entry::New,
            caller: call.caller.name.clone(),
            parent: call.parent,
            triggered: call.triggered.clone(),
            telemetry: call.telemetry.clone(),
            created_at: clock::now(),
            target,
            permit,
            asked_because: None,
            line: call.line.clone(),
            mode: call.caller.mode,
        }))),
        Decision::Ask(rule) => Ok(Judged::Ask { target: Box::new(target), rule: rule.as_str().to_owned() }),
        Decision::Blocked(rule) => {
            Err(CallError::Blocked { tool: target.resolved.tool, rule: rule.as_str().to_owned() })
        }
    }
}

/// A pending call that a person said yes to.
pub(crate) fn admit_approved(
    call: &CallRecord,
    target: Target,
    permit: Permit,
    line: Option<Arc<dyn CallerLine>>,
) -> Admitted {
    debug_assert_eq!(call.status, CallStatus::Pending);
    Admitted {
        id: call.id,
        chat: call.chat,
        place: Place::On(call.message),
        entry: Entry::Pending,
        caller: call.caller.clone(),
        parent: call.parent,
        triggered: call
            .triggered_by
            .map(|by| Triggered { by, prompt: call.prompt.clone().unwrap_or_default() }),
        telemetry: call.telemetry.clone(),
        created_at: call.created_at,
        target,
        permit,
        asked_because: Some(call.rule.clone()),
        line,
        // Somebody approved it, so somebody watches.
        mode: ApprovalMode::Interactive,
    }
}
