//! What toolsets say to a model (`prompt_section`) as prompts.

use pegboard_engine::record::ToolsetRecord;
use pegboard_engine::{Engine, Listed};
use pegboard_mcp::endpoint::house::{Refusal, View};
use serde_json::{Value, json};

use crate::mcp::refusal;
use crate::mcp::view::{self, no_such};

/// The toolsets of a view that say something, as `prompts/list` shows them.
pub(super) async fn list(engine: &Engine, view: &View) -> Result<Vec<Value>, Refusal> {
    let mut prompts = Vec::new();
    for toolset in toolsets(engine, view)? {
        if section(engine, &toolset).await?.is_some() {
            prompts.push(json!({
                "name": toolset.id, "title": toolset.name, "description": toolset.description,
            }));
        }
    }
    Ok(prompts)
}

/// What one toolset says, as a `GetPromptResult`; `None` when no toolset of the view has this name or says anything.
pub(super) async fn get(engine: &Engine, view: &View, name: &str) -> Result<Option<Value>, Refusal> {
    let found = toolsets(engine, view)?.into_iter().find(|toolset| toolset.id.as_str() == name);
    let Some(toolset) = found else {
        return Ok(None);
    };
    Ok(section(engine, &toolset).await?.map(|text| {
        json!({
            "description": toolset.description,
            "messages": [{"role": "user", "content": {"type": "text", "text": text}}],
        })
    }))
}

async fn section(engine: &Engine, toolset: &ToolsetRecord) -> Result<Option<String>, Refusal> {
    let preface = engine.preface(&toolset.id).await.map_err(|error| refusal::store(&error))?;
    Ok(preface.prompt_section.clone())
}

fn toolsets(engine: &Engine, view: &View) -> Result<Vec<ToolsetRecord>, Refusal> {
    match view {
        View::All => {
            Ok(engine.toolsets(Listed::Installed).into_iter().filter(|toolset| toolset.enabled).collect())
        }
        View::Toolset(id) => Ok(vec![view::toolset(engine, id)?]),
        View::Worker(name) => {
            let worker = view::worker(engine, name)?.record;
            let toolsets = engine.toolsets(Listed::Installed).into_iter();
            Ok(toolsets.filter(|toolset| toolset.enabled && worker.worker.has_toolset(&toolset.id)).collect())
        }
    }
}

/// Nothing has this name.
pub(super) fn unknown(name: &str) -> Refusal {
    no_such("prompt", name, None)
}
