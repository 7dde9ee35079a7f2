//! Remembered yeses: given with an approval, listed, taken back.

use pegboard_model::call::Resolved;
use pegboard_model::ids::{ChatId, GrantId};
use pegboard_model::policy::{Given, Grant, Reach};

use crate::clock;
use crate::core::Core;
use crate::events::EventKind;
use crate::lookup::LookupError;
use crate::store::StoreError;

/// Grants that a chat may have.
pub const GRANTS_MAX: u64 = 1000;

/// A grant as it stands now.
#[derive(Debug, Clone)]
pub struct GrantRecord {
    /// The grant.
    pub grant: Grant,
    /// Whether it still speaks of the tool as it is now.
    pub standing: Standing,
}

/// How a grant stands to its tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It answers for the person.
    Valid,
    /// The tool's definition or bundle changed since, or it is gone: it is asked about again.
    Lapsed,
}

/// Keeps what a yes leaves behind.
///
/// A chat that has as many grants as it may have gets no more: the call runs, and the next one is asked about.
pub(crate) async fn remember(
    core: &Core,
    resolved: &Resolved,
    chat: ChatId,
    reach: Reach,
    by: &str,
) -> Result<(), StoreError> {
    let given = Given { id: clock::fresh(), chat, by: by.to_owned(), at: clock::now() };
    let Some(grant) = Grant::of(resolved, reach, given) else {
        return Ok(());
    };
    if core.store.count_grants(chat).await? >= GRANTS_MAX {
        tracing::warn!(%chat, "the chat has {GRANTS_MAX} grants, so this one is not kept");
        return Ok(());
    }
    let write = core.store.write().await?;
    write.add_grant(&grant).await?;
    write.commit().await?;
    core.events.publish(EventKind::GrantsChanged { chat });
    Ok(())
}

/// The latest grants, of one chat or of all.
pub(crate) async fn list(core: &Core, chat: Option<ChatId>) -> Result<Vec<GrantRecord>, StoreError> {
    let registry = core.registry.current();
    let standing = |grant: &Grant| match registry.tool(&grant.tool.to_string()) {
        Some(tool) if *tool.fingerprint() == grant.fingerprint => Standing::Valid,
        Some(_) | None => Standing::Lapsed,
    };
    let grants = core.store.grants(chat, GRANTS_MAX).await?;
    Ok(grants.into_iter().map(|grant| GrantRecord { standing: standing(&grant), grant }).collect())
}

/// Takes a grant back.
pub(crate) async fn revoke(core: &Core, id: GrantId) -> Result<GrantRecord, LookupError> {
    let write = core.store.write().await?;
    let grant = write.remove_grant(id).await?.ok_or_else(|| LookupError::missing("grant", id))?;
    write.commit().await?;
    core.events.publish(EventKind::GrantsChanged { chat: grant.chat });
    Ok(GrantRecord { standing: Standing::Lapsed, grant })
}
