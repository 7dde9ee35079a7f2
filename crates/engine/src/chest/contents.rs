//! A chest as surfaces show it.

use std::collections::HashMap;

use pegboard_model::chest::{Chest, Initialised};
use pegboard_model::ids::{ChatId, ToolsetId};

use crate::chest::held::{ChestMode, Held, held};
use crate::chest::shelf::OpenShelf;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::registry::{Registry, ToolsetEntry};

/// A chat's chest.
#[derive(Debug, Clone)]
pub struct ChestRecord {
    /// How it came to hold what it holds.
    pub mode: ChestMode,
    /// Every toolset that is on, by id.
    pub toolsets: Vec<ChestToolset>,
    /// What people should know: active toolsets that are gone or off, and circles of requirements.
    pub warnings: Vec<String>,
}

/// A toolset in a chest.
#[derive(Debug, Clone)]
pub struct ChestToolset {
    pub id: ToolsetId,
    pub name: String,
    pub description: String,
    /// Tools that a model can be offered.
    pub tools: usize,
    pub standing: Standing,
    /// The toolsets that it needs.
    pub requires: Vec<ToolsetId>,
    /// Text for the system prompt while it is active.
    pub prompt_section: Option<String>,
    /// How its initialising went; `None` when it was not tried.
    pub initialised: Option<Initialised>,
}

/// How a toolset stands in a chest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It can be activated.
    Available,
    /// Its tools are offered.
    Active,
    /// They always are.
    Essential,
}

impl Standing {
    fn of(toolset: &ToolsetId, chest: &Chest) -> Self {
        if chest.is_essential(toolset) {
            Self::Essential
        } else if chest.is_active(toolset) {
            Self::Active
        } else {
            Self::Available
        }
    }
}

/// The chest of a chat, or of nobody in particular.
pub(crate) async fn show(core: &Core, chat: Option<ChatId>) -> Result<ChestRecord, LookupError> {
    if let Some(chat) = chat
        && core.store.chat(chat).await?.is_none()
    {
        return Err(LookupError::missing("chat", chat));
    }
    let Held { mode, chest } = held(core, chat).await?;
    let shelf = OpenShelf::of(core).await?;
    Ok(record(core, mode, &chest, &shelf))
}

pub(super) fn record(core: &Core, mode: ChestMode, chest: &Chest, shelf: &OpenShelf) -> ChestRecord {
    let counts = counts(&shelf.registry);
    let entries = shelf.registry.shelved();
    let toolsets = entries.map(|toolset| {
        let (record, preface) = (&toolset.record, shelf.prefaces.get(&toolset.record.id));
        ChestToolset {
            id: record.id.clone(),
            name: record.name.clone(),
            description: record.description.clone(),
            tools: counts.get(&record.id).copied().unwrap_or_default(),
            standing: Standing::of(&record.id, chest),
            requires: preface.map(|preface| preface.requires.clone()).unwrap_or_default(),
            prompt_section: preface.and_then(|preface| preface.prompt_section.clone()),
            initialised: core.initialising.of(&toolset.bundle),
        }
    });
    ChestRecord { mode, toolsets: toolsets.collect(), warnings: warnings(chest, shelf) }
}

/// Tools that a model can be offered, by toolset.
fn counts(registry: &Registry) -> HashMap<ToolsetId, usize> {
    let mut counts = HashMap::new();
    for toolset in registry.offered().filter_map(|tool| tool.row.toolset.as_ref()) {
        if let Some(count) = counts.get_mut(toolset) {
            *count += 1;
        } else {
            counts.insert(toolset.clone(), 1);
        }
    }
    counts
}

fn warnings(chest: &Chest, shelf: &OpenShelf) -> Vec<String> {
    let is_on = |id: &ToolsetId| shelf.registry.toolset(id).is_some_and(ToolsetEntry::is_shelved);
    let gone = chest.active().filter(|id| !is_on(id));
    let mut warnings: Vec<String> =
        gone.map(|id| format!("{id} is active, but switched off or not installed")).collect();
    let requires = |id: &ToolsetId| shelf.prefaces.get(id).map_or(&[][..], |preface| &preface.requires);
    let (_, cycles) = chest.to_initialise(requires);
    warnings.extend(cycles.iter().map(ToString::to_string));
    warnings
}
