//! What a model is told before anything is said: who it is, and the tools at hand.

use std::sync::Arc;

use pegboard_model::ids::{ChatId, ToolName, ToolsetId};
use pegboard_model::inference::Offered;

use crate::chest;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::{ToolRecord, WorkerRecord};
use crate::registry::Registry;
use crate::servers;
use crate::store::StoreError;

/// What is told to a model that no worker speaks through.
const PLAIN: &str = "You help a person in a chat that has a workspace, a folder with files. The tools work in it; each call \
is recorded and can be undone. Use tools where they help, and say plainly what you did.";

/// What a model is told before anything is said.
pub(crate) struct Briefing {
    /// Instructions of the worker, and what the toolsets say of themselves.
    pub(crate) system: String,
    /// Those of the chest; of a worker its own.
    pub(crate) tools: Vec<Offered>,
}

/// Briefs the model that writes in a chat, or works there as a worker.
pub(crate) async fn brief(
    core: &Arc<Core>,
    chat: ChatId,
    worker: Option<&ToolName>,
) -> Result<Briefing, StoreError> {
    servers::gather(core).await;
    let registry = core.registry.current();
    let worker = worker.and_then(|name| registry.worker(name)).map(AsRef::as_ref);
    let system = system(core, chat, worker, &registry).await?;
    let tools = tools(core, chat, worker, &registry).await?;
    Ok(Briefing { system, tools: tools.into_iter().map(offered).collect() })
}

async fn system(
    core: &Core,
    chat: ChatId,
    worker: Option<&WorkerRecord>,
    registry: &Registry,
) -> Result<String, StoreError> {
    let (mut sections, active) = match worker {
        Some(worker) => (vec![worker.worker.instructions.clone()], Vec::new()),
        None => (vec![PLAIN.to_owned()], at_hand(core, chat).await?),
    };
    let prefaces = core.prefaces.all(&core.store, &core.builtins, registry).await?;
    let mine = registry.toolsets().map(|toolset| &toolset.record).filter(|toolset| match worker {
        Some(worker) => toolset.enabled && worker.worker.has_toolset(&toolset.id),
        None => active.contains(&toolset.id),
    });
    let said = mine.filter_map(|toolset| prefaces.get(&toolset.id)?.prompt_section.clone());
    sections.extend(said);
    Ok(sections.join("\n\n"))
}

/// The active toolsets of a chat.
async fn at_hand(core: &Core, chat: ChatId) -> Result<Vec<ToolsetId>, StoreError> {
    let chest = match chest::show(core, Some(chat)).await {
        Ok(chest) => chest,
        Err(LookupError::Store(error)) => return Err(error),
        // The chat went meanwhile, and nobody reads this.
        Err(_) => return Ok(Vec::new()),
    };
    let active = chest.toolsets.into_iter().filter(|toolset| toolset.standing != chest::Standing::Available);
    Ok(active.map(|toolset| toolset.id).collect())
}

async fn tools(
    core: &Arc<Core>,
    chat: ChatId,
    worker: Option<&WorkerRecord>,
    registry: &Registry,
) -> Result<Vec<ToolRecord>, StoreError> {
    let Some(worker) = worker else {
        return chest::offered(core, Some(chat)).await;
    };
    // Of all that there are: what it brings, and the tools that hand work on, are in nobody's chest.
    let known = registry.tools().filter(|tool| tool.is_offered()).map(|tool| tool.record());
    let own =
        |tool: &ToolRecord| tool.toolset.as_ref().is_some_and(|toolset| worker.worker.has(toolset, &tool.id));
    Ok(known.filter(own).collect())
}

/// A tool as a model is told of it.
pub(crate) fn offered(tool: ToolRecord) -> Offered {
    let empty = || serde_json::json!({"type": "object"});
    Offered {
        name: tool.wire_name,
        description: tool.description,
        input_schema: tool.input_schema.unwrap_or_else(empty),
    }
}
