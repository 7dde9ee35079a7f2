//! Reading of `tools`.

use serde_json::Value;

use super::manifest::ToolDeclaration;
use super::read_overrides::{Renderer, read_legacy_renderer};
use super::texts::{DESCRIPTION_MAX, NAME_MAX, read_name};
use crate::arguments::Schema;
use crate::document::{At, Problems, Section, Seen};
use crate::ids::ToolName;

const KEYS: [&str; 9] = [
    "id",
    "name",
    "description",
    "entrypoint",
    "input_schema",
    "requires_confirmation",
    "enabled",
    "category",
    "renderer",
];

/// How many tools one toolset may declare.
const TOOLS_MAX: usize = 1000;

/// What `tools` holds, also where parts of it could not be read.
#[derive(Debug, Default)]
pub(crate) struct ReadTools {
    pub(crate) tools: Vec<ToolDeclaration>,
    /// The ids of all tools, those with other problems included.
    pub(crate) ids: Vec<ToolName>,
    pub(crate) unreadable_ids: usize,
    /// `tools[].renderer`.
    pub(crate) renderers: Vec<(ToolName, Renderer)>,
}

pub(crate) fn read_tools(root: &Section<'_>, problems: &mut Problems) -> ReadTools {
    let mut read = ReadTools::default();
    let mut seen = Seen::default();
    for at in root.list("tools", TOOLS_MAX, problems) {
        let Some(section) = at.section(&KEYS, problems) else {
            read.unreadable_ids += 1;
            continue;
        };
        let id_at = section.required("id", problems);
        let id = id_at.as_ref().and_then(|at| at.parsed::<ToolName>(NAME_MAX, problems));
        let tool = read_tool(id.clone(), &section, problems);
        let renderer = section.get("renderer").and_then(|at| read_legacy_renderer(&at, problems));
        let (Some(id), Some(id_at)) = (id, id_at) else {
            read.unreadable_ids += 1;
            continue;
        };
        if !seen.is_new(id.as_str(), "tool id", &id_at, problems) {
            continue;
        }
        read.ids.push(id.clone());
        read.renderers.extend(renderer.map(|renderer| (id, renderer)));
        read.tools.extend(tool);
    }
    read
}

/// Reads the rest of a tool, also where its id could not be read, for the sake of its problems.
fn read_tool(
    id: Option<ToolName>,
    section: &Section<'_>,
    problems: &mut Problems,
) -> Option<ToolDeclaration> {
    let name = section.get("name").and_then(|at| read_name(&at, problems));
    let description = section.text("description", DESCRIPTION_MAX, problems);
    let entrypoint = section.required("entrypoint", problems).and_then(|at| at.parsed(usize::MAX, problems));
    let input_schema = section.get("input_schema").and_then(|at| read_schema(&at, problems));
    let requires_confirmation = section.boolean("requires_confirmation", problems);
    let enabled = section.boolean("enabled", problems).unwrap_or(true);
    let category = section.get("category").and_then(|at| read_name(&at, problems));
    Some(ToolDeclaration {
        id: id?,
        name,
        description,
        entrypoint: entrypoint?,
        input_schema,
        requires_confirmation,
        enabled,
        category,
    })
}

/// A JSON Schema of an object.
fn read_schema(at: &At<'_>, problems: &mut Problems) -> Option<Value> {
    let section = at.open_section(problems)?;
    match section.required("type", problems) {
        Some(sort) if sort.json() == "object" => {}
        Some(sort) => return sort.expected("`object`: arguments are passed by name", problems),
        None => return None,
    }
    let schema = at.json();
    match Schema::compile(&schema) {
        Ok(_) => Some(schema),
        Err(error) => {
            at.problem(problems, error.to_string());
            None
        }
    }
}
