//! The order in which rules speak (DESIGN "Policy").

use crate::call::{ApprovalMode, Origin, Resolved, Statement, Switch};
use crate::fingerprint::Fingerprint;
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
pub struct Facts {
    /// The kill switch.
    pub kill_switch: KillSwitch,
    /// What the caller wants done with calls that ask.
    pub mode: ApprovalMode,
}

/// Judges one call: first what forbids, then the first rule that speaks.
pub fn judge(resolved: &Resolved, facts: Facts) -> Decision {
    if let Some(rule) = forbidden(resolved, facts.kill_switch) {
        return Decision::Blocked(rule);
    }
    match (first_that_speaks(resolved), facts.mode) {
        (Verdict::Run(rule), _) => Decision::Allow(Permit::new(resolved, rule)),
        (Verdict::Ask(rule), ApprovalMode::Interactive) => Decision::Ask(rule),
        (Verdict::Ask(rule), ApprovalMode::ApproveAll) => {
            let rule = Rule::new(format!("{}; the caller approves all", rule.as_str()));
            Decision::Allow(Permit::new(resolved, rule))
        }
        (Verdict::Ask(rule), ApprovalMode::AutoDeny) => {
            Decision::Blocked(Rule::new(format!("{}; the caller denies what asks", rule.as_str())))
        }
    }
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
    if let Some(rule) = forbidden(resolved, kill_switch) {
        return Err(Lapsed::Forbidden(rule));
    }
    if resolved.fingerprint != *asked {
        return Err(Lapsed::Changed);
    }
    Ok(Permit::new(resolved, Rule::new(format!("approved by {approver}"))))
}

enum Verdict {
    Run(Rule),
    Ask(Rule),
}

fn forbidden(resolved: &Resolved, kill_switch: KillSwitch) -> Option<Rule> {
    if kill_switch == KillSwitch::ToolsDisabled {
        return Some(Rule::new("all tools are switched off (tools_enabled: false)"));
    }
    match resolved.switch {
        Switch::On => None,
        Switch::ToolsetOff => Some(Rule::new("its toolset is disabled")),
        Switch::ServerOff => Some(Rule::new("its MCP server is disabled")),
        Switch::ToolOff => Some(Rule::new("the tool is disabled")),
    }
}

/// The user's own word first; then the tool's, which no configuration weakens; then the bundle's; then where it came from.
fn first_that_speaks(resolved: &Resolved) -> Verdict {
    let confirmation =
        |layer: &Option<crate::overrides::ToolOverride>| layer.as_ref().and_then(|o| o.requires_confirmation);
    match confirmation(&resolved.user_override) {
        Some(true) => return Verdict::Ask(Rule::new("your override asks for confirmation")),
        Some(false) => return Verdict::Run(Rule::new("your override needs no confirmation")),
        None => {}
    }
    if resolved.statement == Statement::NeedsApproval {
        return Verdict::Ask(Rule::new("the tool itself asks for confirmation"));
    }
    match confirmation(&resolved.bundle_override) {
        Some(true) => return Verdict::Ask(Rule::new("its toolset asks for confirmation")),
        Some(false) if resolved.origin == Origin::Own => {
            return Verdict::Run(Rule::new("its toolset needs no confirmation"));
        }
        // A bundle from elsewhere does not vouch for itself.
        Some(false) | None => {}
    }
    match resolved.origin {
        Origin::Builtin => Verdict::Run(Rule::new("built-in tools run")),
        Origin::Own => Verdict::Run(Rule::new("tools of your own toolsets run")),
        Origin::Elsewhere => Verdict::Ask(Rule::new("tools from elsewhere ask")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used)]
    use serde_json::Map;

    use super::{Decision, Facts, KillSwitch, Lapsed, approve, judge};
    use crate::call::{ApprovalMode, Origin, ProviderKind, Resolved, Statement, Switch};
    use crate::fingerprint::Fingerprint;
    use crate::overrides::ToolOverride;

    const INTERACTIVE: Facts =
        Facts { kill_switch: KillSwitch::ToolsEnabled, mode: ApprovalMode::Interactive };

    fn tool() -> Resolved {
        Resolved {
            tool: "files:write".parse().unwrap(),
            provider: ProviderKind::Python,
            entrypoint: None,
            display_name: "Write".into(),
            fingerprint: Fingerprint::of(["1"]),
            origin: Origin::Own,
            statement: Statement::Silent,
            switch: Switch::On,
            bundle_override: None,
            user_override: None,
            args: Map::new(),
        }
    }

    fn confirmation(value: bool) -> Option<ToolOverride> {
        let mut change = ToolOverride::new("files:write");
        change.requires_confirmation = Some(value);
        Some(change)
    }

    fn word(resolved: &Resolved, facts: Facts) -> String {
        match judge(resolved, facts) {
            Decision::Allow(permit) => {
                assert!(permit.covers(resolved));
                format!("allow: {}", permit.rule().as_str())
            }
            Decision::Ask(rule) => format!("ask: {}", rule.as_str()),
            Decision::Blocked(rule) => format!("blocked: {}", rule.as_str()),
        }
    }

    #[test]
    fn own_tools_run_and_those_from_elsewhere_ask() {
        assert_eq!(word(&tool(), INTERACTIVE), "allow: tools of your own toolsets run");
        let foreign = Resolved { origin: Origin::Elsewhere, ..tool() };
        assert_eq!(word(&foreign, INTERACTIVE), "ask: tools from elsewhere ask");
    }

    #[test]
    fn a_bundle_cannot_weaken_what_the_tool_says_but_the_user_can() {
        let stated =
            Resolved { statement: Statement::NeedsApproval, bundle_override: confirmation(false), ..tool() };
        assert_eq!(word(&stated, INTERACTIVE), "ask: the tool itself asks for confirmation");
        let overruled = Resolved { user_override: confirmation(false), ..stated };
        assert_eq!(word(&overruled, INTERACTIVE), "allow: your override needs no confirmation");
    }

    #[test]
    fn a_bundle_from_elsewhere_cannot_vouch_for_itself() {
        let foreign = Resolved { origin: Origin::Elsewhere, bundle_override: confirmation(false), ..tool() };
        assert_eq!(word(&foreign, INTERACTIVE), "ask: tools from elsewhere ask");
    }

    #[test]
    fn what_forbids_comes_before_every_yes() {
        let off = Resolved { switch: Switch::ToolOff, user_override: confirmation(false), ..tool() };
        assert_eq!(word(&off, INTERACTIVE), "blocked: the tool is disabled");
        let killed = Facts { kill_switch: KillSwitch::ToolsDisabled, mode: ApprovalMode::ApproveAll };
        assert!(word(&tool(), killed).starts_with("blocked: all tools are switched off"));
    }

    #[test]
    fn the_callers_mode_settles_what_asks() {
        let asks = Resolved { user_override: confirmation(true), ..tool() };
        let with = |mode| Facts { mode, ..INTERACTIVE };
        assert!(word(&asks, with(ApprovalMode::ApproveAll)).starts_with("allow: "));
        assert!(word(&asks, with(ApprovalMode::AutoDeny)).starts_with("blocked: "));
    }

    #[test]
    fn a_yes_lapses_when_the_tool_changes_or_is_switched_off() {
        let asked = tool().fingerprint;
        assert!(approve(&tool(), &asked, KillSwitch::ToolsEnabled, "ada").is_ok());
        let changed = Resolved { fingerprint: Fingerprint::of(["2"]), ..tool() };
        let lapsed = approve(&changed, &asked, KillSwitch::ToolsEnabled, "ada").unwrap_err();
        assert_eq!(lapsed, Lapsed::Changed);
        let off = Resolved { switch: Switch::ToolsetOff, ..tool() };
        let lapsed = approve(&off, &asked, KillSwitch::ToolsEnabled, "ada").unwrap_err();
        assert!(matches!(lapsed, Lapsed::Forbidden(_)));
    }
}
