//! Reading of what is said of toolsets, which workers and the house's policy write alike.

use super::rules::Ruleset;
use crate::approval::Approval;
use crate::approval::ToolsetApprovals;
use crate::builtin::{self, Builtin};
use crate::document::{At, Kind, Problems, Section};
use crate::ids::{MCP_TOOL_MAX, ToolsetId};
use crate::shell::{RULES_MAX, Rule, Rules, RulesDocument};
use crate::toolset::read_confinement;
use crate::zones::{ZONES_MAX, Zone, Zones};
use serde::de::DeserializeOwned;

const KEYS: [&str; 2] = ["approval", "tools"];

/// What can be said of the built-in file tools besides.
const FILESYSTEM_KEYS: [&str; 3] = ["approval", "tools", "zones"];

/// What can be said of the built-in shell besides.
const SHELL_KEYS: [&str; 6] = ["approval", "tools", "rules", "default", "redirects", "sandbox"];

/// The words, for reading.
const WORDS: [(&str, Approval); 3] =
    [("preApproved", Approval::PreApproved), ("ask", Approval::Ask), ("blocked", Approval::Blocked)];

/// Toolsets that one document may speak of.
pub const TOOLSETS_MAX: usize = 1000;

/// Tools that one section may speak of.
pub const TOOLS_MAX: usize = 5000;

/// A map from toolsets to what is said of them.
pub(super) fn read_ruleset(at: &At<'_>, problems: &mut Problems) -> Option<Ruleset> {
    let section = at.open_section(problems)?;
    let mut ruleset = Ruleset::default();
    for (count, (key, place, at)) in section.entries().enumerate() {
        if count == TOOLSETS_MAX {
            problems.add(place, &section.path, format!("more than {TOOLSETS_MAX} toolsets"));
            break;
        }
        let toolset = match read_toolset(key) {
            Ok(toolset) => toolset,
            Err(why) => {
                problems.add(place, &section.path, why);
                continue;
            }
        };
        let said = read_toolset_rules(&toolset, &at, &mut ruleset, problems);
        if let Some(said) = said
            && ruleset.approvals.0.insert(toolset, said).is_some()
        {
            problems.add(place, &section.path, format!("`{key}` is the same toolset as one before it"));
        }
    }
    Some(ruleset)
}

/// A toolset by its id; the built-in ones by their short names as well.
pub(crate) fn read_toolset(name: &str) -> Result<ToolsetId, String> {
    match builtin::toolset(name) {
        Some(toolset) => Ok(toolset),
        None => name.parse().map_err(|error: crate::ids::NameError| error.to_string()),
    }
}

/// What is said of one toolset; of a built-in one its own rules go to `ruleset`.
pub(crate) fn read_toolset_rules(
    toolset: &ToolsetId,
    at: &At<'_>,
    ruleset: &mut Ruleset,
    problems: &mut Problems,
) -> Option<ToolsetApprovals> {
    match &at.node.kind {
        // `github: ask` is short for `github: {approval: ask}`.
        Kind::Text(_) => Some(ToolsetApprovals { whole: read_approval(at, problems), ..Default::default() }),
        Kind::Null => Some(ToolsetApprovals::default()),
        _ => {
            let section = match Builtin::of(toolset) {
                Some(Builtin::Filesystem) => at.section(&FILESYSTEM_KEYS, problems)?,
                Some(Builtin::Shell) => at.section(&SHELL_KEYS, problems)?,
                Some(Builtin::Worker) | None => at.section(&KEYS, problems)?,
            };
            match Builtin::of(toolset) {
                Some(Builtin::Filesystem) => {
                    ruleset.zones = read_zones(&section, problems).unwrap_or_default();
                }
                Some(Builtin::Shell) => {
                    ruleset.shell = read_shell(&section, problems).unwrap_or_default();
                    let sandbox = section.get("sandbox").and_then(|at| read_confinement(&at, problems));
                    ruleset.sandbox = sandbox.unwrap_or_default();
                }
                Some(Builtin::Worker) | None => {}
            }
            let whole = section.get("approval").and_then(|at| read_approval(&at, problems));
            let mut said = ToolsetApprovals { whole, ..Default::default() };
            if let Some(at) = section.get("tools") {
                read_tools(&at, &mut said, problems);
            }
            Some(said)
        }
    }
}

/// The zones of a section, under `zones`.
pub(crate) fn read_zones(section: &Section<'_>, problems: &mut Problems) -> Option<Zones> {
    let items = section.list("zones", ZONES_MAX, problems);
    let zones: Vec<Zone> = items.iter().filter_map(|at| read_item(at, problems)).collect();
    match Zones::new(zones) {
        Ok(zones) => Some(zones),
        Err(error) => {
            problems.add(section.place_of("zones"), &section.path_of("zones"), error.to_string());
            None
        }
    }
}

/// The rules of a shell. Where something is wrong with one of them, the others' examples are not held against it.
fn read_shell(section: &Section<'_>, problems: &mut Problems) -> Option<Rules> {
    let items = section.list("rules", RULES_MAX, problems);
    let rules: Vec<Rule> = items.iter().filter_map(|at| read_item(at, problems)).collect();
    let whole = rules.len() == items.len();
    let mut word = |key| section.get(key).and_then(|at| read_approval(&at, problems));
    let (default, redirects) = (word("default"), word("redirects"));
    let document = RulesDocument {
        rules,
        default: default.unwrap_or(Approval::Ask),
        redirects: redirects.unwrap_or(Approval::Ask),
    };
    if !whole {
        return None;
    }
    match Rules::new(document) {
        Ok(rules) => Some(rules),
        Err(error) => {
            problems.add(section.place_of("rules"), &section.path_of("rules"), error.to_string());
            None
        }
    }
}

/// One rule or zone, as its own type reads it.
fn read_item<T: DeserializeOwned>(at: &At<'_>, problems: &mut Problems) -> Option<T> {
    match serde_json::from_value(at.json()) {
        Ok(item) => Some(item),
        Err(error) => {
            at.problem(problems, error.to_string());
            None
        }
    }
}

/// A map from tools to words.
pub(crate) fn read_tools(at: &At<'_>, said: &mut ToolsetApprovals, problems: &mut Problems) {
    let Some(section) = at.open_section(problems) else {
        return;
    };
    if section.entries().count() > TOOLS_MAX {
        at.problem(problems, format!("more than {TOOLS_MAX} tools"));
        return;
    }
    for (tool, place, at) in section.entries() {
        if tool.is_empty() || tool.len() > MCP_TOOL_MAX || tool.chars().any(char::is_control) {
            problems.add(place, &section.path, "this is not the name of a tool");
            continue;
        }
        said.tools.extend(read_approval(&at, problems).map(|approval| (tool.to_owned(), approval)));
    }
}

/// One of the three words.
pub(crate) fn read_approval(at: &At<'_>, problems: &mut Problems) -> Option<Approval> {
    at.word(&WORDS, problems)
}
