//! Reading of `manifest.json`.

use serde_json::Value;

use super::manifest::{
    CardSpec, Constraints, ContainerManifest, FolderName, OutputSpec, TIMEOUT_DEFAULT, Trigger,
};
use super::parameters::{Parameter, ParameterType, Parameters};
use super::sandbox::{ContainerNetwork, ContainerSandbox, WorkspaceMount};
use crate::config::read_config_schema;
use crate::document::{At, DocumentErrors, Kind, Node, Problems, Section, json};
use crate::ids::ToolName;

const KEYS: [&str; 14] = [
    "name",
    "description",
    "version",
    "category",
    "icon",
    "trigger",
    "parameters",
    "returns",
    "output",
    "config_schema",
    "constraints",
    "sandbox",
    "notification",
    "$schema",
];

/// The longest description, in bytes.
const DESCRIPTION_MAX: usize = 16 << 10;
/// The longest word or line, in bytes.
const LINE_MAX: usize = 200;
/// The longest prompt of a schedule, in bytes.
const PROMPT_MAX: usize = 16 << 10;
/// How many parameters a tool may have.
const PARAMETERS_MAX: usize = 100;
/// The longest default of a parameter, in bytes.
const DEFAULT_MAX: usize = 16 << 10;
/// The longest time a call may be given, in seconds.
const TIMEOUT_MAX: u64 = 24 * 60 * 60;

impl ContainerManifest {
    /// Reads the text of a `manifest.json`; `file` is its name for messages.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as one thing does not hide another.
    pub fn parse(text: &str, file: &str, folder: FolderName<'_>) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        let root = json::read(text, &mut problems.0);
        let manifest = root.and_then(|root| read_manifest(&root, folder, &mut problems));
        match manifest {
            Some(manifest) if problems.0.is_empty() => Ok(manifest),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }

    /// Whether a text reads as JSON that wants to be the manifest of a container tool: it has a `trigger` or
    /// `parameters`, and no `server`, which bundles of MCP servers have in a file of the same name.
    pub fn is_meant_by(text: &str) -> bool {
        let Some(root) = json::read(text, &mut Vec::new()) else { return false };
        let Kind::Map(entries) = &root.kind else { return false };
        let has = |key: &str| entries.iter().any(|entry| entry.key == key);
        (has("trigger") || has("parameters")) && !has("server")
    }
}

fn read_manifest(root: &Node, folder: FolderName<'_>, problems: &mut Problems) -> Option<ContainerManifest> {
    let root = At { node: root, path: String::new() }.section(&KEYS, problems)?;
    // Every part is read before the first `?`, so that all of their problems are found.
    let name = root.required("name", problems).and_then(|at| read_name(&at, folder, problems));
    let description = required_text(&root, "description", DESCRIPTION_MAX, problems);
    let version = root.required("version", problems).and_then(|at| read_version(&at, problems));
    let category = root.get("category").and_then(|at| read_line(&at, problems));
    let icon = root.get("icon").and_then(|at| read_line(&at, problems));
    let parameters = root.required("parameters", problems).and_then(|at| read_parameters(&at, problems));
    let trigger =
        root.required("trigger", problems).and_then(|at| read_trigger(&at, parameters.as_ref(), problems));
    root.required("returns", problems).and_then(|at| at.open_section(problems));
    let output = root.required("output", problems).and_then(|at| read_output(&at, problems));
    let config_schema = root.get("config_schema").map(|at| read_config_schema(&at, problems));
    let constraints = root.get("constraints").and_then(|at| read_constraints(&at, problems));
    let sandbox = root.get("sandbox").and_then(|at| read_sandbox(&at, problems));
    let notification = root.get("notification").and_then(|at| read_notification(&at, problems));
    Some(ContainerManifest {
        name: name?,
        description: description?,
        version: version?,
        category,
        icon,
        trigger: trigger?,
        parameters: parameters?,
        output: output?,
        config_schema: config_schema.unwrap_or_default(),
        constraints: constraints.unwrap_or_default(),
        sandbox: sandbox.unwrap_or_default(),
        notification,
    })
}

fn read_name(at: &At<'_>, folder: FolderName<'_>, problems: &mut Problems) -> Option<ToolName> {
    let name: ToolName = at.parsed(LINE_MAX, problems)?;
    if let FolderName::Is(folder) = folder
        && folder != name.as_str()
    {
        let folder: String = folder.chars().filter(|c| !c.is_control()).take(LINE_MAX).collect();
        at.problem(problems, format!("the name must be that of the folder, which is `{folder}`"));
        return None;
    }
    if name.as_str() == "mcp" || name.as_str().starts_with(crate::builtin::PREFIX) {
        at.problem(problems, format!("the name `{name}` is taken by Pegboard itself"));
        return None;
    }
    Some(name)
}

fn required_text(root: &Section<'_>, key: &str, most: usize, problems: &mut Problems) -> Option<String> {
    let at = root.required(key, problems)?;
    let text = at.text(most, problems)?;
    if text.trim().is_empty() { at.expected("a text that is not empty", problems) } else { Some(text) }
}

/// One line that is not empty.
fn read_line(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let text = at.text(LINE_MAX, problems)?;
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return at.expected("one line of text that is not empty", problems);
    }
    Some(text)
}

/// Any version that has neither spaces nor slashes, such as `1.0`.
fn read_version(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let text = at.text(LINE_MAX, problems)?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    if text.is_empty() || !text.chars().all(fits) {
        return at.expected("a version such as \"1.0.0\"", problems);
    }
    Some(text)
}

fn read_trigger(at: &At<'_>, parameters: Option<&Parameters>, problems: &mut Problems) -> Option<Trigger> {
    const TYPES: [(&str, &str); 3] = [("on_demand", "on_demand"), ("cron", "cron"), ("webhook", "webhook")];
    let section = at.section(&["type", "schedule", "prompt", "timezone"], problems)?;
    let kind = section.required("type", problems).and_then(|at| at.word(&TYPES, problems))?;
    if kind != "cron" {
        for key in ["schedule", "prompt", "timezone"] {
            if let Some(at) = section.get(key) {
                at.problem(problems, format!("only a trigger of type `cron` has a {key}"));
            }
        }
        return Some(if kind == "webhook" { Trigger::Webhook } else { Trigger::OnDemand });
    }
    let schedule = section.required("schedule", problems).and_then(|at| read_line(&at, problems));
    let prompt = section.required("prompt", problems).and_then(|at| at.text(PROMPT_MAX, problems));
    let timezone = section.get("timezone").and_then(|at| read_line(&at, problems));
    for parameter in parameters.iter().flat_map(|all| &all.0).filter(|one| one.must_be_given()) {
        let name = &parameter.name;
        let message = format!("the clock calls it without arguments: give the parameter `{name}` a default");
        at.problem(problems, message);
    }
    Some(Trigger::Cron { schedule: schedule?, prompt: prompt?, timezone })
}

fn read_parameters(at: &At<'_>, problems: &mut Problems) -> Option<Parameters> {
    let section = at.open_section(problems)?;
    if section.entries().count() > PARAMETERS_MAX {
        return at.expected(&format!("at most {PARAMETERS_MAX} parameters"), problems);
    }
    let mut parameters = Vec::new();
    for (name, place, at) in section.entries() {
        if !is_parameter_name(name) {
            let message = "a parameter's name has letters, digits, `_`, `.` and `-`, and at most 64 of them";
            problems.add(place, &at.path, message);
        }
        parameters.extend(read_parameter(name, &at, problems));
    }
    Some(Parameters(parameters))
}

fn is_parameter_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(allowed)
}

fn read_parameter(name: &str, at: &At<'_>, problems: &mut Problems) -> Option<Parameter> {
    let section = at.section(&["type", "description", "required", "default"], problems)?;
    let kind = section.required("type", problems).and_then(|at| at.word(&ParameterType::WORDS, problems));
    let description = section.text("description", DESCRIPTION_MAX, problems);
    let required = section.boolean("required", problems).unwrap_or(false);
    let default = section.get("default");
    let kind = kind?;
    let default = default.and_then(|at| read_default(&at, kind, problems));
    Some(Parameter { name: name.to_owned(), kind, description, required, default })
}

fn read_default(at: &At<'_>, kind: ParameterType, problems: &mut Problems) -> Option<Value> {
    let value = at.json();
    if !kind.takes(&value) {
        return at.expected(&format!("a default of the type `{}`", kind.schema_word()), problems);
    }
    if value.as_str().is_some_and(|text| text.len() > DEFAULT_MAX) {
        return at.expected(&format!("a default of at most {DEFAULT_MAX} bytes"), problems);
    }
    Some(value)
}

fn read_output(at: &At<'_>, problems: &mut Problems) -> Option<OutputSpec> {
    let section = at.section(&["synthesize", "ephemeral", "card"], problems)?;
    let synthesize = section.required("synthesize", problems).and_then(|at| at.boolean(problems));
    let ephemeral = section.boolean("ephemeral", problems).unwrap_or(false);
    let card = section.required("card", problems).and_then(|at| read_card(&at, problems));
    Some(OutputSpec { synthesize: synthesize?, ephemeral, card: card? })
}

fn read_constraints(at: &At<'_>, problems: &mut Problems) -> Option<Constraints> {
    let section = at.section(&["timeout_seconds", "cost_budget"], problems)?;
    let timeout = section.get("timeout_seconds").and_then(|at| {
        let seconds = at.json().as_u64().filter(|seconds| (1..=TIMEOUT_MAX).contains(seconds));
        match seconds.and_then(|seconds| u32::try_from(seconds).ok()) {
            Some(seconds) => Some(seconds),
            None => at.expected(&format!("a whole number of seconds from 1 to {TIMEOUT_MAX}"), problems),
        }
    });
    let cost_budget = section.get("cost_budget").and_then(|at| {
        let budget = at.json().as_f64().filter(|budget| budget.is_finite() && *budget >= 0.0);
        budget.or_else(|| at.expected("a number that is not negative", problems))
    });
    Some(Constraints { timeout_seconds: timeout.unwrap_or(TIMEOUT_DEFAULT), cost_budget })
}

fn read_sandbox(at: &At<'_>, problems: &mut Problems) -> Option<ContainerSandbox> {
    let section = at.section(&["memory", "network", "writable", "workspace", "warm"], problems)?;
    Some(ContainerSandbox {
        memory: section.get("memory").and_then(|at| at.parsed(LINE_MAX, problems)).unwrap_or_default(),
        network: section
            .get("network")
            .and_then(|at| at.word(&ContainerNetwork::WORDS, problems))
            .unwrap_or_default(),
        writable: section.boolean("writable", problems).unwrap_or(false),
        workspace: section
            .get("workspace")
            .and_then(|at| at.word(&WorkspaceMount::WORDS, problems))
            .unwrap_or_default(),
        warm: section.boolean("warm", problems).unwrap_or(false),
    })
}

fn read_notification(at: &At<'_>, problems: &mut Problems) -> Option<bool> {
    let section = at.section(&["default_enabled"], problems)?;
    Some(section.boolean("default_enabled", problems).unwrap_or(false))
}

fn read_card(at: &At<'_>, problems: &mut Problems) -> Option<CardSpec> {
    let section = at.section(&["enabled", "title", "accent_color", "background_color"], problems)?;
    Some(CardSpec {
        enabled: section.boolean("enabled", problems).unwrap_or(false),
        title: section.text("title", LINE_MAX, problems),
        accent_color: section.get("accent_color").and_then(|at| at.parsed(LINE_MAX, problems)),
        background_color: section.get("background_color").and_then(|at| at.parsed(LINE_MAX, problems)),
    })
}

#[cfg(test)]
mod tests;
