//! The tools by which a client looks after its chest: they find tools, and bring their toolsets into the list.
//!
//! They are operations of the house and no calls of tools: nothing in a workspace changes by them, and nothing of them
//! is recorded. `call_tool` is for clients that read the list only once; it is the call of the tool it names.

use pegboard_engine::{Changing, ChestStanding, ChestToolset, Engine, SearchHit};
use pegboard_mcp::endpoint::house::Refusal;
use pegboard_model::ids::ChatId;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::mcp::refusal;

/// Tools that a search gives when nobody says how many.
const FOUND: usize = 5;

/// Characters of a description in a list of many.
const DESCRIPTION_SHOWN: usize = 160;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChestTool {
    Find,
    List,
    Activate,
    Deactivate,
    Call,
}

impl ChestTool {
    const ALL: [Self; 5] = [Self::Find, Self::List, Self::Activate, Self::Deactivate, Self::Call];

    fn name(self) -> &'static str {
        match self {
            Self::Find => "find_tools",
            Self::List => "list_toolsets",
            Self::Activate => "activate_toolset",
            Self::Deactivate => "deactivate_toolset",
            Self::Call => "call_tool",
        }
    }

    /// The one of this name. No tool of a toolset has it: their names hold `__`.
    pub(super) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    fn description(self) -> &'static str {
        match self {
            Self::Find => {
                "Find tools by what they do, also those that are not in your list. Activate the toolset of the one \
                 you want, or call it by call_tool."
            }
            Self::List => {
                "List the toolsets there are: which are active (their tools are in your list), which are not."
            }
            Self::Activate => "Activate toolsets: their tools come into your list.",
            Self::Deactivate => {
                "Deactivate toolsets that you do not need any more: their tools leave your list."
            }
            Self::Call => {
                "Call a tool of an active toolset by its name, for when your list does not show it."
            }
        }
    }

    fn input_schema(self) -> Value {
        let toolsets = json!({
            "type": "object", "required": ["toolsets"], "additionalProperties": false,
            "properties": {"toolsets": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
        });
        match self {
            Self::Find => json!({
                "type": "object", "required": ["query"], "additionalProperties": false,
                "properties": {
                    "query": {"type": "string", "description": "what the tool is to do"},
                    "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": FOUND},
                },
            }),
            Self::List => json!({"type": "object", "additionalProperties": false}),
            Self::Activate | Self::Deactivate => toolsets,
            Self::Call => json!({
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {"name": {"type": "string"}, "arguments": {"type": "object"}},
            }),
        }
    }
}

/// All of them, as `tools/list` shows them.
pub(super) fn listed() -> impl Iterator<Item = Value> {
    ChestTool::ALL.into_iter().map(|tool| {
        let looks = matches!(tool, ChestTool::Find | ChestTool::List);
        let mut shown = json!({
            "name": tool.name(), "description": tool.description(), "inputSchema": tool.input_schema(),
        });
        if looks {
            shown["annotations"] = json!({"readOnlyHint": true, "openWorldHint": false});
        }
        shown
    })
}

/// The input schema of one of them.
pub(super) fn schema(tool: ChestTool) -> Value {
    tool.input_schema()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    query: String,
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    toolsets: Vec<String>,
}

/// The call that `call_tool` asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Indirect {
    pub(super) name: String,
    #[serde(default)]
    pub(super) arguments: Map<String, Value>,
}

/// Reads arguments; a model can mend what is wrong with them.
pub(super) fn read<T: serde::de::DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Refusal::Told(format!("the arguments do not hold: {error}")))
}

/// What one of them answers; nothing for `call_tool`, which is the call of another tool.
pub(super) async fn answer(
    engine: &Engine,
    chat: ChatId,
    tool: ChestTool,
    arguments: Map<String, Value>,
) -> Result<Value, Refusal> {
    match tool {
        ChestTool::Find => find(engine, chat, read(arguments)?).await,
        ChestTool::List => {
            let chest = engine.chest(Some(chat)).await.map_err(refusal::lookup)?;
            Ok(json!({"toolsets": chest.toolsets.iter().map(toolset).collect::<Vec<_>>()}))
        }
        ChestTool::Activate => change(engine, chat, Changing::Activate, read(arguments)?).await,
        ChestTool::Deactivate => change(engine, chat, Changing::Deactivate, read(arguments)?).await,
        ChestTool::Call => Err(Refusal::Invalid("call_tool calls another tool".to_owned())),
    }
}

async fn find(engine: &Engine, chat: ChatId, wanted: Wanted) -> Result<Value, Refusal> {
    let limit = wanted.limit.unwrap_or(FOUND);
    let found = engine.search_tools(Some(chat), &wanted.query, limit).await;
    let found = found.map_err(|error| refusal::store(&error))?;
    let mut told = json!({"tools": found.hits.iter().map(hit).collect::<Vec<_>>()});
    if !found.hits.is_empty() && !found.hits.iter().any(|hit| hit.fits) {
        told["note"] = json!("None of these fits well; they are the nearest there are.");
    }
    Ok(told)
}

fn hit(hit: &SearchHit) -> Value {
    let mut shown = json!({
        "name": hit.tool.wire_name, "toolset": hit.tool.toolset, "description": hit.tool.description,
        "active": hit.active,
    });
    // Of an active one the list has the rest.
    if !hit.active
        && let Some(schema) = &hit.tool.input_schema
    {
        shown["inputSchema"] = schema.clone();
    }
    shown
}

fn toolset(toolset: &ChestToolset) -> Value {
    let state = match toolset.standing {
        ChestStanding::Available => "available",
        ChestStanding::Active => "active",
        ChestStanding::Essential => "essential",
    };
    let description: String = toolset.description.chars().take(DESCRIPTION_SHOWN).collect();
    json!({"id": toolset.id, "description": description, "tools": toolset.tools, "state": state})
}

async fn change(engine: &Engine, chat: ChatId, changing: Changing, named: Named) -> Result<Value, Refusal> {
    let changed = engine.change_chest(chat, changing, named.toolsets).await.map_err(refusal::chest)?;
    let active = changed.chest.toolsets.iter().filter(|one| one.standing != ChestStanding::Available);
    let ids: Vec<_> = active.clone().map(|one| &one.id).collect();
    let mut told = json!({"done": changed.warnings.is_empty(), "active": ids});
    if !changed.warnings.is_empty() {
        told["warnings"] = json!(changed.warnings);
    }
    let sections: Vec<_> = active.filter_map(|one| one.prompt_section.as_deref()).collect();
    if changing == Changing::Activate && !sections.is_empty() {
        told["guidance"] = json!(sections);
    }
    Ok(told)
}
