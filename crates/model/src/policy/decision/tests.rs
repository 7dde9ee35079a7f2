#![allow(clippy::panic, clippy::unwrap_used)]
use serde_json::Map;

use super::{Decision, Facts, Granted, KillSwitch, Lapsed, approve, is_settled, judge};
use crate::approval::{Approval, Level, Spoken};
use crate::call::{ApprovalMode, Origin, ProviderKind, Resolved, Statement, Switch};
use crate::fingerprint::Fingerprint;
use crate::overrides::ToolOverride;
use crate::policy::{Contained, Given, Grant, Network, NoTrial, Reach, asks, try_out};
use crate::time::Timestamp;

const ROW: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
const OTHER_ROW: &str = "01890a5d-ac96-774b-bcce-b302099a8058";

const INTERACTIVE: Facts<'static> =
    Facts { kill_switch: KillSwitch::ToolsEnabled, mode: ApprovalMode::Interactive, granted: None };

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
        worker: None,
        house: None,
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

fn word(resolved: &Resolved, facts: Facts<'_>) -> String {
    match judge(resolved, facts) {
        Decision::Allow(permit) => {
            assert!(permit.covers(resolved, Network::AsDeclared));
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
        Resolved { statement: Statement::needs_approval(), bundle_override: confirmation(false), ..tool() };
    assert_eq!(word(&stated, INTERACTIVE), "ask: the tool itself asks for confirmation");
    let overruled = Resolved { user_override: confirmation(false), ..stated };
    assert_eq!(word(&overruled, INTERACTIVE), "allow: your override needs no confirmation");
}

#[test]
fn a_bundle_from_elsewhere_cannot_vouch_for_itself() {
    let foreign = Resolved { origin: Origin::Elsewhere, bundle_override: confirmation(false), ..tool() };
    assert_eq!(word(&foreign, INTERACTIVE), "ask: tools from elsewhere ask");
}

fn says(approval: Approval) -> Statement {
    Statement::Says { approval, why: format!("its rules say {approval}") }
}

fn spoken(approval: Approval, level: Level) -> Option<Spoken> {
    Some(Spoken { approval, level })
}

#[test]
fn neither_worker_nor_house_weakens_what_the_tool_says() {
    let yes = spoken(Approval::PreApproved, Level::Tool);
    let stated = Resolved { statement: says(Approval::Ask), worker: yes, house: yes, ..tool() };
    assert_eq!(word(&stated, INTERACTIVE), "ask: its rules say ask");
    let stated = Resolved { statement: says(Approval::PreApproved), ..tool() };
    assert_eq!(word(&stated, INTERACTIVE), "allow: its rules say preApproved");
}

#[test]
fn of_a_tool_that_says_nothing_the_worker_speaks_before_the_house() {
    let foreign = Resolved { origin: Origin::Elsewhere, ..tool() };
    let worker = spoken(Approval::PreApproved, Level::Toolset);
    let house = spoken(Approval::Ask, Level::Tool);
    let both = Resolved { worker, house, ..foreign };
    assert_eq!(word(&both, INTERACTIVE), "allow: the worker says preApproved of its toolset");
    let alone = Resolved { worker: None, ..both };
    assert_eq!(word(&alone, INTERACTIVE), "ask: the house's policy says ask of this tool");
}

#[test]
fn blocked_by_anyone_is_blocked() {
    let yes = spoken(Approval::PreApproved, Level::Tool);
    let no = spoken(Approval::Blocked, Level::Toolset);
    let granted = Resolved { user_override: confirmation(false), worker: yes, ..tool() };
    for (blocked, rule) in [
        (Resolved { house: no, ..granted.clone() }, "the house's policy says blocked of its toolset"),
        (Resolved { worker: no, ..granted.clone() }, "the worker says blocked of its toolset"),
        (Resolved { statement: says(Approval::Blocked), ..granted }, "its rules say blocked"),
    ] {
        assert_eq!(word(&blocked, INTERACTIVE), format!("blocked: {rule}"));
    }
}

#[test]
fn an_author_s_word_that_nobody_needs_to_see_a_call_weakens_nobody_else_s() {
    let clears = Resolved { statement: Statement::needs_none(), origin: Origin::Elsewhere, ..tool() };
    assert_eq!(word(&clears, INTERACTIVE), "allow: the tool itself needs no confirmation");
    let ask = spoken(Approval::Ask, Level::Toolset);
    for (stricter, rule) in [
        (Resolved { house: ask, ..clears.clone() }, "ask: the house's policy says ask of its toolset"),
        (Resolved { worker: ask, ..clears.clone() }, "ask: the worker says ask of its toolset"),
        (
            Resolved { bundle_override: confirmation(true), ..clears.clone() },
            "ask: its toolset asks for confirmation",
        ),
        (
            Resolved { user_override: confirmation(true), ..clears },
            "ask: your override asks for confirmation",
        ),
    ] {
        assert_eq!(word(&stricter, INTERACTIVE), rule);
    }
}

#[test]
fn a_tool_s_code_is_asked_only_where_its_answer_counts() {
    let off = KillSwitch::ToolsDisabled;
    assert!(!is_settled(&tool(), KillSwitch::ToolsEnabled));
    assert!(is_settled(&tool(), off));
    assert!(is_settled(&Resolved { user_override: confirmation(true), ..tool() }, KillSwitch::ToolsEnabled));
    let blocked = spoken(Approval::Blocked, Level::Tool);
    assert!(is_settled(&Resolved { house: blocked, ..tool() }, KillSwitch::ToolsEnabled));
}

fn granted(resolved: &Resolved, reach: Reach) -> Vec<Grant> {
    let at = Timestamp::from_unix_millis(0).unwrap();
    let given = Given { id: ROW.parse().unwrap(), chat: ROW.parse().unwrap(), by: "ada".into(), at };
    Grant::of(resolved, reach, given).into_iter().collect()
}

#[test]
fn a_grant_answers_for_the_person_in_its_chat_only() {
    let asks = Resolved { statement: Statement::needs_approval(), ..tool() };
    let grants = granted(&asks, Reach::SameTool);
    let (here, there) = (ROW.parse().unwrap(), OTHER_ROW.parse().unwrap());
    let within = |chat| Facts { granted: Some(Granted { chat, grants: &grants }), ..INTERACTIVE };
    assert_eq!(word(&asks, within(here)), "allow: ada granted the tool for this chat");
    assert!(word(&asks, within(there)).starts_with("ask: "));
    let blocked = Resolved { switch: Switch::ToolOff, ..asks.clone() };
    assert!(word(&blocked, within(here)).starts_with("blocked: "));
    let changed = Resolved { fingerprint: Fingerprint::of(["2"]), ..asks };
    assert!(word(&changed, within(here)).starts_with("ask: "));
}

#[test]
fn a_grant_for_arguments_knows_them_in_any_order() {
    let args = |text: &str| serde_json::from_str(text).unwrap();
    let asks = |text: &str| Resolved { args: args(text), statement: Statement::needs_approval(), ..tool() };
    let grants = granted(&asks(r#"{"a": {"x": 1, "y": [2]}, "b": "c"}"#), Reach::SameArguments);
    let facts =
        Facts { granted: Some(Granted { chat: ROW.parse().unwrap(), grants: &grants }), ..INTERACTIVE };
    let again = asks(r#"{"b": "c", "a": {"y": [2], "x": 1}}"#);
    assert_eq!(word(&again, facts), "allow: ada granted the tool with these arguments for this chat");
    assert!(word(&asks(r#"{"b": "c", "a": {"y": [2], "x": 3}}"#), facts).starts_with("ask: "));
    assert_eq!(granted(&again, Reach::Once), []);
}

#[test]
fn what_forbids_comes_before_every_yes() {
    let off = Resolved { switch: Switch::ToolOff, user_override: confirmation(false), ..tool() };
    assert_eq!(word(&off, INTERACTIVE), "blocked: the tool is disabled");
    let killed = Facts::new(KillSwitch::ToolsDisabled, ApprovalMode::ApproveAll);
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

#[test]
fn a_trial_is_for_what_was_asked_and_stays_in_its_copy() {
    let asking = Resolved { origin: Origin::Elsewhere, ..tool() };
    let on = KillSwitch::ToolsEnabled;
    let permit = try_out(&asking, &asking.fingerprint, on, Contained::Yes).unwrap().into_closed();
    assert!(permit.covers(&asking, Network::Closed));
    assert!(!permit.covers(&asking, Network::AsDeclared), "it is no permit for a real run");

    let trial = |resolved: &Resolved, kill_switch, contained| {
        try_out(resolved, &asking.fingerprint, kill_switch, contained).unwrap_err()
    };
    let off = Resolved { switch: Switch::ToolOff, ..asking.clone() };
    assert_eq!(trial(&off, on, Contained::Yes).to_string(), "the tool is disabled");
    let changed = Resolved { fingerprint: Fingerprint::of(["other"]), ..asking.clone() };
    assert_eq!(trial(&changed, on, Contained::Yes), NoTrial::Lapsed(Lapsed::Changed));
    assert!(matches!(
        trial(&asking, KillSwitch::ToolsDisabled, Contained::Yes),
        NoTrial::Lapsed(Lapsed::Forbidden(_))
    ));
    let beyond = Contained::No("it calls others".to_owned());
    assert_eq!(trial(&asking, on, beyond), NoTrial::NotContained("it calls others".to_owned()));
}

#[test]
fn grants_are_looked_up_only_where_somebody_would_be_asked() {
    let asking = Resolved { origin: Origin::Elsewhere, ..tool() };
    assert!(asks(&asking, KillSwitch::ToolsEnabled));
    assert!(!asks(&asking, KillSwitch::ToolsDisabled));
    assert!(!asks(&tool(), KillSwitch::ToolsEnabled));
    assert!(!asks(&Resolved { switch: Switch::ToolOff, ..asking }, KillSwitch::ToolsEnabled));
}
