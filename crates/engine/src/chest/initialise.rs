//! Initialising: what toolsets want done before their tools are first used, once for each version, one after another.

use std::collections::BTreeSet;

use pegboard_model::call::ProviderKind;
use pegboard_model::chest::{Chest, Initialised};
use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::{Bundle, Progress};

use crate::chest::shelf::OpenShelf;
use crate::core::Core;

/// Which failures are tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// None: once is enough.
    Nothing,
    /// All: somebody asks for it.
    Failed,
}

/// Initialises the active toolsets of a chest that were not, and what they require, those first. One that fails spares
/// the others; what requires it fails with it.
pub(super) async fn initialise_active(core: &Core, chest: &mut Chest, shelf: &OpenShelf, again: Again) {
    // Two chats that activate the same toolset at once initialise it once.
    let _turn = core.initialising.turn.lock().await;
    for toolset in shelf.registry.toolsets() {
        match (core.initialising.of(&toolset.bundle), again) {
            (None, _) | (Some(Initialised::Failed { .. }), Again::Failed) => {}
            (Some(how), _) => chest.note(toolset.record.id.clone(), how),
        }
    }
    let requires = |id: &ToolsetId| shelf.prefaces.get(id).map_or(&[][..], |preface| &preface.requires);
    let (wanted, _) = chest.to_initialise(requires);
    for id in wanted {
        let Some(toolset) = shelf.registry.toolset(&id) else { continue };
        let how = match failed_requirement(chest, requires(&id)) {
            Some(required) => Initialised::Failed {
                reason: format!("it requires {required}, which could not be initialised"),
            },
            None => initialise(core, shelf, &toolset.bundle).await,
        };
        if let Initialised::Failed { reason } = &how {
            tracing::warn!(toolset = %id, %reason, "a toolset could not be initialised");
        }
        core.initialising.note(&toolset.bundle, how.clone());
        chest.note(id, how);
    }
}

fn failed_requirement<'a>(chest: &Chest, required: &'a [ToolsetId]) -> Option<&'a ToolsetId> {
    required.iter().find(|id| !matches!(chest.initialised(id), Some(Initialised::Done)))
}

async fn initialise(core: &Core, shelf: &OpenShelf, bundle: &Bundle) -> Initialised {
    let mine = shelf.registry.tools().filter(|tool| tool.row.toolset.as_ref() == Some(&bundle.toolset));
    let kinds: BTreeSet<ProviderKind> = mine.map(|tool| tool.provider()).collect();
    for provider in kinds.into_iter().filter_map(|kind| core.providers.get(kind)) {
        if let Err(failure) = provider.initialise(bundle, &Quiet).await {
            return Initialised::Failed { reason: failure.message };
        }
    }
    Initialised::Done
}

/// Steps of an initialising are for the log.
struct Quiet;

impl Progress for Quiet {
    fn step(&self, line: &str) {
        tracing::debug!("{line}");
    }
}
