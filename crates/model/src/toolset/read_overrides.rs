//! Reading of `tool_overrides` and of their legacy form, `tools[].renderer`.

use serde_json::{Map, Value};

use super::names::{Declared, Unknown};
use super::texts::{DESCRIPTION_MAX, read_name};
use crate::document::{At, Problems, Section, Seen};
use crate::ids::{ToolId, ToolName};
use crate::overrides::ToolOverride;
use crate::render::{RendererKind, check_config};
use crate::suggest::nearest;

const KEYS: [&str; 7] = [
    "tool_id",
    "renderer",
    "renderer_config",
    "name_override",
    "description_override",
    "requires_confirmation",
    "enabled",
];

/// How many overrides one toolset may have, and how long their tool ids may be, in bytes.
const OVERRIDES_MAX: usize = 5000;
const TOOL_ID_MAX: usize = 512;

/// A renderer with its checked configuration.
#[derive(Debug, Clone)]
pub(crate) struct Renderer {
    kind: RendererKind,
    config: Value,
}

/// An override as written; its tool id is still in one of the short forms.
#[derive(Debug)]
pub(crate) struct ReadOverride<'n> {
    at: At<'n>,
    read: ToolOverride,
}

pub(crate) fn read_overrides<'n>(root: &Section<'n>, problems: &mut Problems) -> Vec<ReadOverride<'n>> {
    let mut overrides = Vec::new();
    for at in root.list("tool_overrides", OVERRIDES_MAX, problems) {
        let Some(section) = at.section(&KEYS, problems) else {
            continue;
        };
        let id_at = section.required("tool_id", problems);
        let id = id_at.as_ref().and_then(|at| at.text(TOOL_ID_MAX, problems));
        let renderer = read_renderer(&section, problems);
        let (kind, config) = renderer.map(|r| (r.kind, r.config)).unzip();
        let read = ToolOverride {
            tool_id: id.clone().unwrap_or_default(),
            renderer: kind,
            renderer_config: config,
            name_override: section.get("name_override").and_then(|at| read_name(&at, problems)),
            description_override: section.text("description_override", DESCRIPTION_MAX, problems),
            requires_confirmation: section.boolean("requires_confirmation", problems),
            enabled: section.boolean("enabled", problems),
        };
        if let (Some(at), Some(_)) = (id_at, id) {
            overrides.push(ReadOverride { at, read });
        }
    }
    overrides
}

/// `renderer` and `renderer_config`.
fn read_renderer(section: &Section<'_>, problems: &mut Problems) -> Option<Renderer> {
    let config = section.get("renderer_config");
    let Some(kind) = section.get("renderer") else {
        if let Some(config) = config {
            config.problem(problems, "a renderer_config needs a `renderer` beside it");
        }
        return None;
    };
    let kind: RendererKind = kind.parsed(usize::MAX, problems)?;
    let (value, keys) = match &config {
        Some(at) => (at.json(), at.open_section(problems)?),
        None => {
            (Value::Object(Map::new()), Section::empty(section.place, section.path_of("renderer_config")))
        }
    };
    checked(kind, value, &keys, problems)
}

/// `tools[].renderer`: the type and the configuration in one map.
pub(crate) fn read_legacy_renderer(at: &At<'_>, problems: &mut Problems) -> Option<Renderer> {
    let section = at.open_section(problems)?;
    let kind: RendererKind = section.required("type", problems)?.parsed(usize::MAX, problems)?;
    let mut config = at.json();
    if let Value::Object(config) = &mut config {
        config.retain(|key, _| key != "type");
    }
    checked(kind, config, &section, problems)
}

fn checked(
    kind: RendererKind,
    config: Value,
    keys: &Section<'_>,
    problems: &mut Problems,
) -> Option<Renderer> {
    match check_config(kind, &config) {
        Ok(()) => Some(Renderer { kind, config }),
        Err(found) => {
            for problem in found {
                let (place, path) = match &problem.key {
                    Some(key) => (keys.place_of(key), keys.path_of(key)),
                    None => (keys.place, keys.path.clone()),
                };
                problems.add(place, &path, problem.message);
            }
            None
        }
    }
}

/// Makes tool ids full, refuses duplicates and ids of nothing, and adds the legacy renderers where no override that
/// applies to the tool has one. The result is sorted by tool id.
pub(crate) fn settle(
    overrides: Vec<ReadOverride<'_>>,
    legacy: Vec<(ToolName, Renderer)>,
    declared: &Declared<'_>,
    all_ids_known: bool,
    problems: &mut Problems,
) -> Vec<ToolOverride> {
    let mut seen = Seen::default();
    let mut settled = Vec::new();
    for ReadOverride { at, mut read } in overrides {
        match declared.full(&read.tool_id) {
            Ok(full) => {
                if let Err(error) = full.replace('*', "x").parse::<ToolId>() {
                    at.problem(problems, error.to_string());
                } else if seen.is_new(&full, "override of", &at, problems) {
                    read.tool_id = full;
                    settled.push(read);
                }
            }
            Err(unknown) if all_ids_known => {
                at.problem(problems, describe(&unknown, &read.tool_id, declared))
            }
            Err(_) => {}
        }
    }
    for (tool, renderer) in legacy {
        add_legacy(&mut settled, &tool, renderer, declared);
    }
    settled.sort_by(|a, b| a.tool_id.cmp(&b.tool_id));
    settled
}

fn add_legacy(
    overrides: &mut Vec<ToolOverride>,
    tool: &ToolName,
    renderer: Renderer,
    declared: &Declared<'_>,
) {
    let id = ToolId::Toolset { toolset: declared.toolset.clone(), tool: tool.clone() };
    if overrides.iter().any(|o| o.renderer.is_some() && o.applies_to(&id)) {
        return;
    }
    let full = id.to_string();
    let at = overrides.iter().position(|o| o.tool_id == full).unwrap_or_else(|| {
        overrides.push(ToolOverride::new(full));
        overrides.len() - 1
    });
    overrides[at].renderer = Some(renderer.kind);
    overrides[at].renderer_config = Some(renderer.config);
}

fn describe(unknown: &Unknown, written: &str, declared: &Declared<'_>) -> String {
    let shown = |text: &str| text.chars().take(80).collect::<String>();
    let tools = declared.tools.iter().map(|tool| tool.as_str());
    let servers = declared.servers.iter().map(|server| server.as_str());
    match unknown {
        Unknown::Tool(tool) => {
            let near = nearest(tool, tools).map_or_else(
                || "an override names a tool of this toolset, or `server:tool`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            format!("there is no tool `{}` in this toolset: {near}", shown(tool))
        }
        Unknown::Server(server) => {
            let near = nearest(server, servers.chain([declared.toolset.as_str()])).map_or_else(
                || "an override names a tool of this toolset, or `server:tool`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            format!(
                "`{}`: there is no MCP server `{}` in this toolset: {near}",
                shown(written),
                shown(server)
            )
        }
        Unknown::Foreign(toolset) => format!(
            "`{}` belongs to the toolset `{}`: a toolset can only change its own tools",
            shown(written),
            shown(toolset)
        ),
    }
}
