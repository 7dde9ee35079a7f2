//! Changing a chest.

use std::sync::Arc;

use pegboard_model::chest::{Changed, Chest, Initialised};
use pegboard_model::ids::{ChatId, ToolsetId};

use crate::chest::contents::{ChestRecord, record};
use crate::chest::held::{ChestMode, automatic, held};
use crate::chest::initialise::{Again, initialise_active};
use crate::chest::shelf::OpenShelf;
use crate::core::Core;
use crate::events::EventKind;
use crate::store::StoreError;

/// Names that one change may hold.
pub const NAMES_MAX: usize = 1000;

/// What is to be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changing {
    /// These are active as well.
    Activate,
    /// These are not active any more.
    Deactivate,
    /// Exactly these are active, and the essential ones.
    SetActive,
    /// These are always active.
    AddEssential,
}

/// What a change came to.
#[derive(Debug, Clone)]
pub struct ChestChange {
    /// What was not done, and why. Where there is nothing, all was done.
    pub warnings: Vec<String>,
    /// The chest after it.
    pub chest: ChestRecord,
}

/// Why a chest was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChestError {
    #[error("there is no chat {0}")]
    NoChat(ChatId),
    #[error("{0} names at once; at most {NAMES_MAX} are taken")]
    TooMany(usize),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Changes the chest of a chat. What becomes active is initialised, where it was not yet.
pub(crate) async fn change(
    core: &Core,
    chat: ChatId,
    changing: Changing,
    names: &[String],
) -> Result<ChestChange, ChestError> {
    if names.len() > NAMES_MAX {
        return Err(ChestError::TooMany(names.len()));
    }
    let shelf = OpenShelf::of(core).await?;
    let write = core.store.write().await?;
    // The chat's row is held until the end: of two changes at once the second sees the first.
    if !write.hold_chat(chat).await? {
        return Err(ChestError::NoChat(chat));
    }
    let before = write.chest(chat).await?;
    let mut chest = before.clone().unwrap_or_else(|| automatic(&shelf.registry, core.limits.whole_list));
    let changed = apply(&mut chest, changing, names, &shelf);
    if before.as_ref() != Some(&chest) {
        write.put_chest(chat, &chest).await?;
        write.commit().await?;
        core.chests.keep(chat, Some(Arc::new(chest.clone())));
    }
    let mut warnings: Vec<String> = changed.warnings.iter().map(ToString::to_string).collect();
    if changing != Changing::Deactivate {
        initialise_active(core, &mut chest, &shelf, Again::Nothing).await;
        warnings.extend(failures(core, &chest, &shelf));
    }
    core.events.publish(EventKind::ChestChanged { chat });
    Ok(ChestChange { warnings, chest: record(core, ChestMode::Chosen, &chest, &shelf) })
}

fn apply(chest: &mut Chest, changing: Changing, names: &[String], shelf: &OpenShelf) -> Changed {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match changing {
        Changing::Activate => chest.activate(&names, shelf),
        Changing::Deactivate => chest.deactivate(&names, shelf),
        Changing::SetActive => chest.set_active(&names, shelf),
        Changing::AddEssential => chest.add_essential(&names, shelf),
    }
}

/// Active toolsets that could not be initialised, each with its reason.
fn failures(core: &Core, chest: &Chest, shelf: &OpenShelf) -> Vec<String> {
    let failed = |id: &ToolsetId| match core.initialising.of(&shelf.registry.toolset(id)?.bundle)? {
        Initialised::Failed { reason } => Some(format!("{id} could not be initialised: {reason}")),
        Initialised::Done => None,
    };
    chest.active().filter_map(failed).collect()
}

/// Initialises what is active in a chat's chest, also what failed before.
pub(crate) async fn initialise(core: &Core, chat: ChatId) -> Result<ChestChange, ChestError> {
    if core.store.chat(chat).await?.is_none() {
        return Err(ChestError::NoChat(chat));
    }
    let shelf = OpenShelf::of(core).await?;
    let held = held(core, Some(chat)).await?;
    let mut chest = held.chest;
    initialise_active(core, &mut chest, &shelf, Again::Failed).await;
    core.events.publish(EventKind::ChestChanged { chat });
    let warnings = failures(core, &chest, &shelf);
    Ok(ChestChange { warnings, chest: record(core, held.mode, &chest, &shelf) })
}

/// Makes the chest of a chat automatic again.
pub(crate) async fn reset(core: &Core, chat: ChatId) -> Result<ChestRecord, ChestError> {
    let write = core.store.write().await?;
    if !write.hold_chat(chat).await? {
        return Err(ChestError::NoChat(chat));
    }
    write.remove_chest(chat).await?;
    write.commit().await?;
    core.chests.keep(chat, None);
    core.events.publish(EventKind::ChestChanged { chat });
    let shelf = OpenShelf::of(core).await?;
    let chest = automatic(&shelf.registry, core.limits.whole_list);
    Ok(record(core, ChestMode::Automatic, &chest, &shelf))
}
