//! Tools that Pegboard itself offers to a model whose list does not show all that there is: it finds others, and brings their
//! toolsets into the chat's chest. They change no workspace, and there is no record of their calls but the reply itself.

use std::sync::Arc;

use pegboard_model::ids::ChatId;
use pegboard_model::inference::{Asked, Offered};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::chest::{self, Changing, ChestMode};
use crate::core::Core;

/// Tools that one search gives.
const FOUND: usize = 8;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OwnTool {
    Find,
    Activate,
}

#[derive(Deserialize)]
struct Wanted {
    query: String,
}

#[derive(Deserialize)]
struct Named {
    toolsets: Vec<String>,
}

impl OwnTool {
    /// The one of this name. No tool of a toolset has it: their names hold `__`.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "find_tools" => Some(Self::Find),
            "activate_toolset" => Some(Self::Activate),
            _ => None,
        }
    }

    /// Those that a chat has use for. In an automatic chest everything can be called as it is.
    pub(super) fn offered(mode: ChestMode) -> Vec<Offered> {
        let find = Offered {
            name: "find_tools".to_owned(),
            description: "Find tools by what they do, also those that are not in your list. What is found comes into your list."
                .to_owned(),
            input_schema: json!({
                "type": "object", "required": ["query"], "additionalProperties": false,
                "properties": {"query": {"type": "string", "description": "what the tool is to do"}},
            }),
        };
        let activate = Offered {
            name: "activate_toolset".to_owned(),
            description: "Activate toolsets that a search found: their tools come into your list.".to_owned(),
            input_schema: json!({
                "type": "object", "required": ["toolsets"], "additionalProperties": false,
                "properties": {"toolsets": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
            }),
        };
        match mode {
            ChestMode::Automatic => vec![find],
            ChestMode::Chosen => vec![find, activate],
        }
    }

    /// What it answers; else why it could not, in words for a model.
    pub(super) async fn answer(self, core: &Arc<Core>, chat: ChatId, asked: &Asked) -> Result<Value, String> {
        match self {
            Self::Find => find(core, chat, read(asked)?).await,
            Self::Activate => activate(core, chat, read(asked)?).await,
        }
    }
}

/// The wire names that a search found.
pub(super) fn found(answer: &Value) -> impl Iterator<Item = &str> {
    let tools = answer["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    tools.iter().filter_map(|tool| tool["name"].as_str())
}

fn read<T: DeserializeOwned>(asked: &Asked) -> Result<T, String> {
    serde_json::from_value(asked.args.clone()).map_err(|error| format!("the arguments do not hold: {error}"))
}

async fn find(core: &Arc<Core>, chat: ChatId, wanted: Wanted) -> Result<Value, String> {
    let found = chest::search(core, Some(chat), &wanted.query, FOUND).await.map_err(|error| {
        tracing::error!(?error, "a model's search for tools failed");
        "Pegboard could not search; its log has the detail".to_owned()
    })?;
    let tools = found.hits.iter().map(|hit| {
        json!({
            "name": hit.tool.wire_name, "toolset": hit.tool.toolset, "description": hit.tool.description,
            "active": hit.active,
        })
    });
    let mut told = json!({"tools": tools.collect::<Vec<_>>()});
    if !found.hits.is_empty() && !found.hits.iter().any(|hit| hit.fits) {
        told["note"] = json!("None of these fits well; they are the nearest there are.");
    }
    Ok(told)
}

async fn activate(core: &Arc<Core>, chat: ChatId, named: Named) -> Result<Value, String> {
    let changed = chest::change(core, chat, Changing::Activate, &named.toolsets).await;
    let changed = changed.map_err(|error| error.to_string())?;
    let active = changed.chest.toolsets.iter().filter(|one| one.standing != chest::Standing::Available);
    let mut told = json!({"active": active.map(|one| &one.id).collect::<Vec<_>>()});
    if !changed.warnings.is_empty() {
        told["warnings"] = json!(changed.warnings);
    }
    Ok(told)
}
