//! What policy would say of a call.

use pegboard_model::approval::Approval;
use pegboard_model::call::ApprovalMode;
use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::{ChatId, ToolId, ToolName};
use pegboard_model::policy::{self, Decision, Facts, Granted};
use pegboard_model::ruleset::HousePolicy;
use serde_json::{Map, Value};

use crate::core::Core;
use crate::kept_policy::FILE;
use crate::pipeline::{self, CallError};
use crate::policy::kill_switch;
use crate::registry::said;

/// A call to be judged, without being made.
#[derive(Debug, Clone)]
pub struct PolicyTrial {
    /// Id or wire name.
    pub tool: String,
    /// The arguments.
    pub args: Map<String, Value>,
    /// The worker that would call.
    pub worker: Option<ToolName>,
    /// A policy to judge by in place of the one that is kept.
    pub text: Option<String>,
    /// The chat whose grants count; without one none do.
    pub chat: Option<ChatId>,
}

/// What policy says of a call, for a caller that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The real tool.
    pub tool: ToolId,
    /// The word.
    pub approval: Approval,
    /// The rule that decided.
    pub rule: String,
}

/// Why nothing can be said of a call.
#[derive(Debug, thiserror::Error)]
pub enum PolicyTrialError {
    /// The policy cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentErrors),
    /// The call could not even be judged.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// Judges a call as the way of a call would, and stops there.
pub(crate) async fn try_out(core: &Core, trial: PolicyTrial) -> Result<Decided, PolicyTrialError> {
    let draft = trial.text.as_deref().map(|text| HousePolicy::parse(text, FILE)).transpose()?;
    let target = pipeline::resolve(core, &trial.tool, trial.args, trial.worker.as_ref()).await?;
    let mut resolved = target.resolved;
    if let Some(policy) = draft {
        resolved.house = policy.rules.approvals.of(&target.bundle.toolset, &resolved.tool);
        if let Some(effect) = target.entry.effect() {
            let worker = target.worker.as_deref().map(|record| &record.worker);
            resolved.statement = said(effect, &resolved.args, worker, &policy.rules);
        }
    }
    resolved.statement = pipeline::own_word(core, &target.entry, &resolved).await;
    let grants = match trial.chat {
        Some(chat) => core.store.grants_of(chat, &resolved.tool).await.map_err(CallError::from)?,
        None => Vec::new(),
    };
    let granted = trial.chat.map(|chat| Granted { chat, grants: &grants });
    let facts = Facts { granted, ..Facts::new(kill_switch(core), ApprovalMode::Interactive) };
    let (approval, rule) = match policy::judge(&resolved, facts) {
        Decision::Allow(permit) => (Approval::PreApproved, permit.rule().clone()),
        Decision::Ask(rule) => (Approval::Ask, rule),
        Decision::Blocked(rule) => (Approval::Blocked, rule),
    };
    Ok(Decided { tool: resolved.tool, approval, rule: rule.as_str().to_owned() })
}
