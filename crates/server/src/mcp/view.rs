//! Which tools a view has, and under which names.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pegboard_engine::record::{ToolRecord, ToolsetRecord};
use pegboard_engine::{Engine, Listed, WorkerDetail};
use pegboard_mcp::endpoint::house::{Refusal, View};
use pegboard_model::ids::{ChatId, ToolId, ToolName, ToolsetId};

use crate::mcp::refusal;

/// Characters of a name that an error repeats.
const NAME_SHOWN: usize = 120;

/// The toolset of a view, if it is on.
pub(super) fn toolset(engine: &Engine, id: &ToolsetId) -> Result<ToolsetRecord, Refusal> {
    let all = [Listed::Installed, Listed::Builtin].into_iter().flat_map(|listed| engine.toolsets(listed));
    let found = all.into_iter().find(|toolset| toolset.id == *id);
    match found {
        Some(toolset) if toolset.enabled => Ok(toolset),
        Some(_) => Err(no_such("toolset", id.as_str(), Some("it is installed, but switched off".to_owned()))),
        None => Err(no_such("toolset", id.as_str(), None)),
    }
}

/// The worker of a view.
pub(super) fn worker(engine: &Engine, name: &ToolName) -> Result<WorkerDetail, Refusal> {
    engine.worker(name.as_str()).map_err(refusal::lookup)
}

/// A tool under the name that a view gives it.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) tool: ToolRecord,
}

/// The tools of a view that can be called, in the order of the registry; of all, those that the chat has at hand.
pub(super) async fn tools(engine: &Engine, view: &View, chat: Option<ChatId>) -> Result<Vec<Named>, Refusal> {
    match view {
        View::All => {
            let offered = engine.offered_tools(chat).await.map_err(|error| refusal::store(&error))?;
            Ok(offered.into_iter().map(|tool| Named { name: tool.wire_name.clone(), tool }).collect())
        }
        View::Toolset(id) => {
            toolset(engine, id)?;
            let tools = engine.gathered_tools().await.into_iter();
            let tools = tools.filter(|tool| tool.enabled && tool.problem.is_none());
            Ok(unprefixed(tools.filter(|tool| tool.toolset.as_ref() == Some(id)).collect()))
        }
        View::Worker(name) => {
            let worker = worker(engine, name)?;
            let is_own = |tool: &ToolRecord| {
                tool.toolset.as_ref().is_some_and(|toolset| worker.record.worker.has(toolset, &tool.id))
            };
            let tools = engine.gathered_tools().await.into_iter();
            let own = tools.filter(|tool| tool.enabled && tool.problem.is_none()).filter(is_own);
            Ok(own.map(|tool| Named { name: tool.wire_name.clone(), tool }).collect())
        }
    }
}

/// Tools of one toolset under their own names; of two with the same, the second goes by its wire name.
fn unprefixed(tools: Vec<ToolRecord>) -> Vec<Named> {
    let mut taken = std::collections::HashSet::new();
    let named = tools.into_iter().map(|tool| {
        let own = tool.id.name().to_owned();
        let name = if taken.insert(own.clone()) { own } else { tool.wire_name.clone() };
        Named { name, tool }
    });
    named.collect()
}

/// Names of servers' tools in the views of their toolsets, as far as somebody called one.
#[derive(Debug, Default)]
pub(super) struct Names(Mutex<HashMap<(ToolsetId, String), String>>);

/// Names that are kept; beyond that all are looked for anew.
const NAMES_KEPT: usize = 10_000;

impl Names {
    /// The tool that a view lists under this name, as the engine takes it.
    pub(super) async fn resolve(&self, engine: &Engine, view: &View, name: &str) -> Result<String, Refusal> {
        let View::Toolset(toolset) = view else {
            return resolve(engine, view, name).await;
        };
        let key = (toolset.clone(), name.to_owned());
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        // One that is gone is looked for: another may have its name now.
        if let Some(id) = known.filter(|id| engine.tool(id).is_ok()) {
            return Ok(id);
        }
        let id = resolve(engine, view, name).await?;
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if names.len() >= NAMES_KEPT {
            names.clear();
        }
        names.insert(key, id.clone());
        Ok(id)
    }
}

async fn resolve(engine: &Engine, view: &View, name: &str) -> Result<String, Refusal> {
    match view {
        // The engine knows wire names itself, and which of them are a worker's.
        View::All | View::Worker(_) => Ok(name.to_owned()),
        View::Toolset(toolset) => {
            // Nearly always one of the toolset's own tools; else it is looked for.
            if let Ok(tool) = name.parse() {
                let id = ToolId::Toolset { toolset: toolset.clone(), tool }.to_string();
                if engine.tool(&id).is_ok() {
                    return Ok(id);
                }
            }
            let found = tools(engine, view, None).await?.into_iter().find(|tool| tool.name == name);
            found
                .map(|found| found.tool.id.to_string())
                .ok_or_else(|| no_such("tool", name, Some(format!("tools/list shows those of `{toolset}`"))))
        }
    }
}

/// Nothing has this name.
pub(super) fn no_such(what: &'static str, name: &str, hint: Option<String>) -> Refusal {
    Refusal::NoSuch { what, name: name.chars().take(NAME_SHOWN).collect(), hint }
}
