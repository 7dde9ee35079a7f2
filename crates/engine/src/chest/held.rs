//! What a chat's chest holds, kept or automatic.

use pegboard_model::chest::Chest;
use pegboard_model::ids::ChatId;

use crate::core::Core;
use crate::registry::Registry;
use crate::store::StoreError;

/// How a chest came to hold what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChestMode {
    /// By how many tools the house has.
    Automatic,
    /// Somebody chose.
    Chosen,
}

/// A chest at one moment.
pub(crate) struct Held {
    pub(crate) mode: ChestMode,
    pub(crate) chest: Chest,
}

/// The chest of a chat; that of nobody is automatic.
pub(crate) async fn held(core: &Core, chat: Option<ChatId>) -> Result<Held, StoreError> {
    let kept = match chat {
        Some(chat) => core.chests.of(&core.store, chat).await?,
        None => None,
    };
    Ok(match kept {
        Some(chest) => Held { mode: ChestMode::Chosen, chest: Chest::clone(&chest) },
        None => {
            let chest = automatic(&core.registry.current(), core.limits.whole_list);
            Held { mode: ChestMode::Automatic, chest }
        }
    })
}

/// Everything that is on while the house offers at most so many tools, else nothing.
pub(super) fn automatic(registry: &Registry, whole_list: usize) -> Chest {
    let few = registry.offered().take(whole_list + 1).count() <= whole_list;
    if !few {
        return Chest::default();
    }
    Chest::of_all(registry.shelved().map(|toolset| toolset.record.id.clone()))
}
