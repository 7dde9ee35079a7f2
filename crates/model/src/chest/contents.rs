//! What a chest holds.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::order::{Cycle, in_order};
use crate::ids::ToolsetId;

/// Toolsets that one chest may have active.
pub const ACTIVE_MAX: usize = 1000;

/// Which toolsets are active, which of them always, and how the initialising of each went.
///
/// Invariant: every essential toolset is active.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chest {
    pub(super) active: BTreeSet<ToolsetId>,
    pub(super) essential: BTreeSet<ToolsetId>,
    /// Of this run of the house: processes that were initialised ended with the one before it.
    #[serde(skip)]
    initialised: BTreeMap<ToolsetId, Initialised>,
}

/// How the initialising of a toolset went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum Initialised {
    /// It was done, and is not done again.
    Done,
    /// It failed; the toolset's tools are not offered, those of others are.
    Failed {
        /// Why, for people.
        reason: String,
    },
}

impl Chest {
    /// A chest in which these are always active.
    pub fn new(essential: impl IntoIterator<Item = ToolsetId>) -> Self {
        let essential: BTreeSet<ToolsetId> = essential.into_iter().collect();
        Self { active: essential.clone(), essential, initialised: BTreeMap::new() }
    }

    /// A chest in which all of these are active, and none always.
    pub fn of_all(active: impl IntoIterator<Item = ToolsetId>) -> Self {
        Self { active: active.into_iter().take(ACTIVE_MAX).collect(), ..Self::default() }
    }

    /// The active toolsets, the essential ones among them, by id.
    pub fn active(&self) -> impl Iterator<Item = &ToolsetId> {
        self.active.iter()
    }

    /// Whether a toolset is active.
    pub fn is_active(&self, toolset: &ToolsetId) -> bool {
        self.active.contains(toolset)
    }

    /// The toolsets that are always active, by id.
    pub fn essential(&self) -> impl Iterator<Item = &ToolsetId> {
        self.essential.iter()
    }

    /// Whether a toolset is always active.
    pub fn is_essential(&self, toolset: &ToolsetId) -> bool {
        self.essential.contains(toolset)
    }

    /// How the initialising of a toolset went; nothing where it was not tried.
    pub fn initialised(&self, toolset: &ToolsetId) -> Option<&Initialised> {
        self.initialised.get(toolset)
    }

    /// What must be initialised before the active toolsets' tools can be offered, those first that others require.
    ///
    /// A toolset in a cycle of requirements is left out, and told of.
    pub fn to_initialise<'s>(
        &self,
        requires: impl Fn(&ToolsetId) -> &'s [ToolsetId],
    ) -> (Vec<ToolsetId>, Vec<Cycle>) {
        let (order, cycles) = in_order(self.active.iter(), requires);
        let untried = order.into_iter().filter(|toolset| !self.initialised.contains_key(toolset));
        (untried.collect(), cycles)
    }

    /// Notes how the initialising of a toolset went.
    pub fn note(&mut self, toolset: ToolsetId, how: Initialised) {
        self.initialised.insert(toolset, how);
    }

    /// Forgets how it went, so that it is done again: the toolset was upgraded, or somebody asks for it.
    pub fn forget(&mut self, toolset: &ToolsetId) {
        self.initialised.remove(toolset);
    }
}
