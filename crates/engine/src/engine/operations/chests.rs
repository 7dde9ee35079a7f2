//! Chests: which toolsets a chat has at hand, and finding those that it lacks.

use std::sync::Arc;

use pegboard_model::ids::{ChatId, ToolsetId};

use crate::chest::{self, Changing, ChestChange, ChestError, ChestRecord, ToolSearch};
use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::pipeline::CallError;
use crate::preface::Preface;
use crate::record::ToolRecord;
use crate::store::StoreError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// The chest of a chat; without one, what a chat has whose chest nobody touched.
    pub async fn chest(&self, chat: Option<ChatId>) -> Result<ChestRecord, LookupError> {
        chest::show(self.core(), chat).await
    }

    /// Changes the chest of a chat, and initialises what becomes active.
    pub async fn change_chest(
        &self,
        chat: ChatId,
        changing: Changing,
        names: Vec<String>,
    ) -> Result<ChestChange, ChestError> {
        self.uncut(|core| async move { chest::change(&core, chat, changing, &names).await }).await
    }

    /// Initialises what is active in a chest, also what failed before.
    pub async fn initialise_chest(&self, chat: ChatId) -> Result<ChestChange, ChestError> {
        self.uncut(|core| async move { chest::initialise(&core, chat).await }).await
    }

    /// Forgets what somebody chose for a chat.
    pub async fn reset_chest(&self, chat: ChatId) -> Result<ChestRecord, ChestError> {
        chest::reset(self.core(), chat).await
    }

    /// The tools that a model in this chat is told of, after the servers that were never asked had a moment to tell of
    /// theirs.
    pub async fn offered_tools(&self, chat: Option<ChatId>) -> Result<Vec<ToolRecord>, StoreError> {
        chest::offered(self.core(), chat).await
    }

    /// The tools that fit a query best, whether their toolsets are active or not.
    pub async fn search_tools(
        &self,
        chat: Option<ChatId>,
        query: &str,
        limit: usize,
    ) -> Result<ToolSearch, StoreError> {
        chest::search(self.core(), chat, query, limit).await
    }

    /// Whether a chat's chest has a tool at hand.
    pub async fn check_chest(&self, chat: ChatId, tool: &str) -> Result<(), CallError> {
        chest::check(self.core(), chat, tool).await
    }

    /// What a toolset says besides its tools.
    pub async fn preface(&self, toolset: &ToolsetId) -> Result<Arc<Preface>, StoreError> {
        let core = self.core();
        let mut all = core.prefaces.all(&core.store, &core.builtins, &core.registry.current()).await?;
        Ok(all.remove(toolset).unwrap_or_default())
    }
}
