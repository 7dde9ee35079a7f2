//! The tools that a chest offers, and those that it could.

use std::sync::Arc;

use pegboard_model::chest::{Chest, Initialised};
use pegboard_model::ids::{ChatId, ToolsetId};

use crate::chest::held::{ChestMode, held};
use crate::core::Core;
use crate::pipeline::CallError;
use crate::record::ToolRecord;
use crate::registry::{Registry, ToolEntry};
use crate::relevance::{self, WhyLexical};
use crate::servers;
use crate::store::StoreError;

/// Tools that one search gives at most.
pub const FOUND_MAX: usize = 100;

/// What a search found.
#[derive(Debug, Clone)]
pub struct ToolSearch {
    /// The tools, best first.
    pub hits: Vec<SearchHit>,
    /// Why words alone decided; `None` where meaning did as well.
    pub lexical: Option<WhyLexical>,
    /// The cosine from which on a tool fits.
    pub threshold: f64,
}

/// A tool that a search found.
#[derive(Debug, Clone)]
pub struct SearchHit {
    pub tool: ToolRecord,
    /// How well it fits; only to be compared with others of the same search.
    pub score: f64,
    /// How near it is to the query in meaning, -1 to 1; `None` where words alone decided.
    pub cosine: Option<f64>,
    /// Whether it fits at all, rather than being the best of what does not.
    pub fits: bool,
    /// Whether the chest offers it now.
    pub active: bool,
}

/// The tools that a model in this chat is offered, in the order of listings: those of the active toolsets, without the
/// ones whose initialising failed.
pub(crate) async fn offered(core: &Arc<Core>, chat: Option<ChatId>) -> Result<Vec<ToolRecord>, StoreError> {
    servers::gather(core).await;
    let registry = core.registry.current();
    let chest = held(core, chat).await?.chest;
    let offered = registry.offered().filter(|tool| offers(core, &registry, &chest, tool));
    Ok(offered.map(|tool| tool.record()).collect())
}

fn offers(core: &Core, registry: &Registry, chest: &Chest, tool: &ToolEntry) -> bool {
    let failed = |toolset: &ToolsetId| {
        let bundle = registry.toolset(toolset).map(|entry| &entry.bundle);
        matches!(bundle.and_then(|bundle| core.initialising.of(bundle)), Some(Initialised::Failed { .. }))
    };
    let toolset = tool.row.toolset.as_ref();
    toolset.is_some_and(|toolset| chest.is_active(toolset) && !failed(toolset))
}

/// The tools that fit a query best, of all that can be offered, best first. Where meaning counts, the best are given also when
/// none of them fits.
pub(crate) async fn search(
    core: &Arc<Core>,
    chat: Option<ChatId>,
    query: &str,
    limit: usize,
) -> Result<ToolSearch, StoreError> {
    servers::gather(core).await;
    let registry = core.registry.current();
    let chest = held(core, chat).await?.chest;
    let found = relevance::search(core, &registry, query).await;
    let tools = found.ranked.into_iter().filter_map(|hit| Some((registry.tool_at(hit.position)?, hit)));
    let offered = tools.filter(|(tool, _)| registry.is_offered(tool)).take(limit.min(FOUND_MAX));
    let hits: Vec<SearchHit> = offered
        .map(|(tool, hit)| SearchHit {
            active: offers(core, &registry, &chest, tool),
            tool: tool.record(),
            score: hit.score,
            cosine: hit.cosine,
            fits: hit.fits,
        })
        .collect();
    relevance::note_search(core, chat, query, hits.iter().map(|hit| hit.tool.id.clone()).collect());
    Ok(ToolSearch { hits, lexical: found.lexical, threshold: core.meanings.threshold })
}

/// Who says what is in a chat's chest.
pub(crate) async fn mode(core: &Core, chat: ChatId) -> Result<ChestMode, StoreError> {
    Ok(held(core, Some(chat)).await?.mode)
}

/// Whether a chat's chest has a tool at hand. An automatic one only spares a model the list: what is on can be called.
///
/// # Errors
/// When somebody chose what is in the chest, and the tool is not. What is no tool at all, the call itself says.
pub(crate) async fn check(core: &Core, chat: ChatId, name: &str) -> Result<(), CallError> {
    let held = held(core, Some(chat)).await?;
    if held.mode == ChestMode::Automatic {
        return Ok(());
    }
    let registry = core.registry.current();
    let tool = registry.tool(name).map(|tool| &tool.row);
    match tool.and_then(|row| Some((row.id.clone(), row.toolset.clone()?))) {
        Some((tool, toolset)) if !held.chest.is_active(&toolset) => {
            Err(CallError::NotInChest { tool, toolset })
        }
        Some(_) | None => Ok(()),
    }
}
