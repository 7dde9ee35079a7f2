//! The order in which rules speak (DESIGN "Policy").

use crate::approval::{Approval, Level, Spoken};
use crate::call::{ApprovalMode, Origin, Resolved, Statement, Switch};
use crate::fingerprint::Fingerprint;
use crate::ids::ChatId;
use crate::policy::grant::{Grant, Reach};
use crate::policy::permit::{Permit, Rule};

/// What policy says of a call.
#[derive(Debug)]
pub enum Decision {
    /// It may run.
    Allow(Permit),
    /// A person must see it first.
    Ask(Rule),
    /// It never runs; asking a person would not change that.
    Blocked(Rule),
}

/// Whether tools run at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KillSwitch {
    /// `tools_enabled: true`.
    ToolsEnabled,
    /// `tools_enabled: false`: nothing runs.
    ToolsDisabled,
}

/// What policy needs to know beside the call itself.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The kill switch.
    pub kill_switch: KillSwitch,
    /// What the caller wants done with calls that ask.
    pub mode: ApprovalMode,
    /// The chat that the call is for, with what was granted in it; `None` where it is not known.
    pub granted: Option<Granted<'a>>,
}

/// What people granted in one chat.
#[derive(Debug, Clone, Copy)]
pub struct Granted<'a> {
    /// The chat.
    pub chat: ChatId,
    /// Its grants that were not taken back.
    pub grants: &'a [Grant],
}

impl Facts<'_> {
    /// Nothing was granted.
    pub fn new(kill_switch: KillSwitch, mode: ApprovalMode) -> Self {
        Self { kill_switch, mode, granted: None }
    }

    fn grant(&self, resolved: &Resolved) -> Option<&Grant> {
        let Granted { chat, grants } = self.granted?;
        grants.iter().find(|grant| grant.covers(resolved, chat))
    }
}

/// Judges one call: first what forbids, then the first rule that speaks, then what a person granted.
pub fn judge(resolved: &Resolved, facts: Facts<'_>) -> Decision {
    if let Some(rule) = forbidden(resolved, facts.kill_switch) {
        return Decision::Blocked(rule);
    }
    let asked = match first_that_speaks(resolved) {
        Verdict::Run(rule) => return Decision::Allow(Permit::new(resolved, rule)),
        Verdict::Ask(rule) => rule,
    };
    if let Some(grant) = facts.grant(resolved) {
        return Decision::Allow(Permit::new(resolved, by_grant(grant)));
    }
    match facts.mode {
        ApprovalMode::Interactive => Decision::Ask(asked),
        ApprovalMode::ApproveAll => {
            let rule = Rule::new(format!("{}; the caller approves all", asked.as_str()));
            Decision::Allow(Permit::new(resolved, rule))
        }
        ApprovalMode::AutoDeny => {
            Decision::Blocked(Rule::new(format!("{}; the caller denies what asks", asked.as_str())))
        }
    }
}

/// Whether somebody would have to be asked about a call if nothing were granted: what was granted counts only then.
pub fn asks(resolved: &Resolved, kill_switch: KillSwitch) -> bool {
    forbidden(resolved, kill_switch).is_none() && matches!(first_that_speaks(resolved), Verdict::Ask(_))
}

fn by_grant(grant: &Grant) -> Rule {
    let what = match grant.reach() {
        Reach::SameArguments => "the tool with these arguments",
        Reach::SameTool | Reach::Once => "the tool",
    };
    Rule::new(format!("{} granted {what} for this chat", grant.by))
}

/// Whether what the tool itself says of the call changes nothing any more, so that its code need not be asked.
pub fn is_settled(resolved: &Resolved, kill_switch: KillSwitch) -> bool {
    forbidden(resolved, kill_switch).is_some()
        || resolved.user_override.as_ref().is_some_and(|change| change.requires_confirmation.is_some())
}

/// Why an approval came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lapsed {
    /// The tool is not what the person was asked about any more.
    #[error("the tool changed since approval was asked for: call it again")]
    Changed,
    /// It was forbidden in the meantime.
    #[error("{}", .0.as_str())]
    Forbidden(Rule),
}

/// Turns a person's yes into a permit, if the call is still the one they were asked about.
///
/// `asked` is the fingerprint that was stored with the pending call.
pub fn approve(
    resolved: &Resolved,
    asked: &Fingerprint,
    kill_switch: KillSwitch,
    approver: &str,
) -> Result<Permit, Lapsed> {
    still_as_asked(resolved, asked, kill_switch)?;
    Ok(Permit::new(resolved, Rule::new(format!("approved by {approver}"))))
}

/// Whether a pending call is still the one that a person was asked about, and nobody forbade it since.
pub(super) fn still_as_asked(
    resolved: &Resolved,
    asked: &Fingerprint,
    kill_switch: KillSwitch,
) -> Result<(), Lapsed> {
    if let Some(rule) = forbidden(resolved, kill_switch) {
        return Err(Lapsed::Forbidden(rule));
    }
    if resolved.fingerprint != *asked {
        return Err(Lapsed::Changed);
    }
    Ok(())
}

enum Verdict {
    Run(Rule),
    Ask(Rule),
}

impl Verdict {
    /// What blocks never gets here; were it to, a person is asked.
    fn of(approval: Approval, rule: Rule) -> Self {
        match approval {
            Approval::PreApproved => Self::Run(rule),
            Approval::Ask | Approval::Blocked => Self::Ask(rule),
        }
    }
}

fn forbidden(resolved: &Resolved, kill_switch: KillSwitch) -> Option<Rule> {
    if kill_switch == KillSwitch::ToolsDisabled {
        return Some(Rule::new("all tools are switched off (tools_enabled: false)"));
    }
    match resolved.switch {
        Switch::On => {}
        Switch::ToolsetOff => return Some(Rule::new("its toolset is disabled")),
        Switch::ServerOff => return Some(Rule::new("its MCP server is disabled")),
        Switch::ToolOff => return Some(Rule::new("the tool is disabled")),
        Switch::BudgetSpent => {
            return Some(Rule::new(
                "the tool has spent its budget; a person can reset it (POST /tools/{tool_id}/budget/reset)",
            ));
        }
    }
    if let Statement::Says { approval: Approval::Blocked, why } = &resolved.statement {
        return Some(Rule::new(why.clone()));
    }
    let blocks = |spoken: &Option<Spoken>| spoken.filter(|spoken| spoken.approval == Approval::Blocked);
    let by_worker = blocks(&resolved.worker).map(|spoken| said_by("the worker", spoken));
    by_worker.or_else(|| blocks(&resolved.house).map(|spoken| said_by("the house's policy", spoken)))
}

/// The user's own word first; then the tool's, which no configuration weakens; then the worker's; then the house's; then
/// the bundle's; then an author's word that nobody needs to see the call; then where the tool came from. What blocks was
/// looked for before.
fn first_that_speaks(resolved: &Resolved) -> Verdict {
    let confirmation =
        |layer: &Option<crate::overrides::ToolOverride>| layer.as_ref().and_then(|o| o.requires_confirmation);
    match confirmation(&resolved.user_override) {
        Some(true) => return Verdict::Ask(Rule::new("your override asks for confirmation")),
        Some(false) => return Verdict::Run(Rule::new("your override needs no confirmation")),
        None => {}
    }
    if let Statement::Says { approval, why } = &resolved.statement {
        return Verdict::of(*approval, Rule::new(why.clone()));
    }
    for (who, spoken) in [("the worker", resolved.worker), ("the house's policy", resolved.house)] {
        if let Some(spoken) = spoken {
            return Verdict::of(spoken.approval, said_by(who, spoken));
        }
    }
    match confirmation(&resolved.bundle_override) {
        Some(true) => return Verdict::Ask(Rule::new("its toolset asks for confirmation")),
        Some(false) if resolved.origin == Origin::Own => {
            return Verdict::Run(Rule::new("its toolset needs no confirmation"));
        }
        // A bundle from elsewhere does not vouch for itself.
        Some(false) | None => {}
    }
    if let Statement::Clears { why } = &resolved.statement {
        return Verdict::Run(Rule::new(why.clone()));
    }
    match resolved.origin {
        Origin::Builtin => Verdict::Run(Rule::new("built-in tools run")),
        Origin::Own => Verdict::Run(Rule::new("tools of your own toolsets run")),
        Origin::Elsewhere => Verdict::Ask(Rule::new("tools from elsewhere ask")),
    }
}

fn said_by(who: &str, spoken: Spoken) -> Rule {
    let what = match spoken.level {
        Level::Tool => "this tool",
        Level::Toolset => "its toolset",
    };
    Rule::new(format!("{who} says {} of {what}", spoken.approval))
}

#[cfg(test)]
mod tests;
