//! What a server that was killed left behind is put in order before anything new begins.
//!
//! Invariant: nothing is run again. A call that was running ends as `error: interrupted`, with the workspace as it
//! was left; a checkout that was under way is finished.

use pegboard_model::ids::ChatId;

use crate::clock;
use crate::core::Core;
use crate::pipeline::{self, CallError};
use crate::settle::{SettleError, check_out, load_head};
use crate::store::StoreError;

/// The house could not be put in order.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was put in order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recovered {
    /// Calls that were running.
    pub(crate) calls: usize,
    /// Checkouts that were under way.
    pub(crate) checkouts: usize,
    /// Chats whose folder could not be read; each stands in the log and is tried again at its next use.
    pub(crate) failed: usize,
}

/// Puts every chat in order. One that cannot be does not keep the others from it.
pub(crate) async fn recover(core: &Core) -> Result<Recovered, RecoveryError> {
    let mut recovered = Recovered::default();
    for chat in core.store.unfinished_checkouts().await? {
        match finish_checkout(core, chat.id).await {
            Ok(()) => recovered.checkouts += 1,
            Err(error) => {
                recovered.failed += 1;
                tracing::error!(chat = %chat.id, ?error, "an unfinished checkout could not be finished");
            }
        }
    }
    for call in core.store.running_calls().await? {
        let id = call.id;
        match pipeline::interrupted(core, call).await {
            Ok(_) => recovered.calls += 1,
            Err(CallError::Store(error)) => return Err(error.into()),
            Err(error) => {
                recovered.failed += 1;
                tracing::error!(call = %id, ?error, "an interrupted call could not be recorded");
            }
        }
    }
    core.store.interrupt_replies(clock::now()).await?;
    Ok(recovered)
}

async fn finish_checkout(core: &Core, chat: ChatId) -> Result<(), SettleError> {
    let turn = core.turns.take(chat).await;
    let Some(chat) = core.store.chat(chat).await? else {
        return Ok(());
    };
    let head = load_head(core, chat.active_manifest).await?;
    check_out(core, turn, head).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::path::Path;
    use std::sync::Arc;

    use pegboard_model::ids::{ChatId, ManifestId};
    use pegboard_model::policy::KillSwitch;

    use crate::engine::{Engine, EngineConfig, Sources};
    use crate::limits::Limits;
    use crate::record::ManifestSource;
    use crate::workspace::Replacing;

    async fn house(data: &Path) -> Engine {
        let config = EngineConfig {
            data: data.to_owned(),
            database_url: None,
            kill_switch: KillSwitch::ToolsEnabled,
            limits: Limits::default(),
            secret_key: None,
            relevance: Default::default(),
            secret_key_before: None,
            secrets: Arc::default(),
        };
        Engine::open(config, Sources::default()).await.unwrap()
    }

    async fn put(engine: &Engine, chat: ChatId, path: &str, text: &str) -> ManifestId {
        let upload = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(upload.path(), text).unwrap();
        let content = upload.path().to_owned();
        let any = Replacing::Anything;
        engine.put_file(chat, path, content, ManifestSource::Edit, any).await.unwrap().manifest.unwrap()
    }

    /// A house whose server ended after it had announced a checkout and before the folder had it.
    async fn ended_before_the_checkout(data: &Path, left: impl FnOnce(&Path)) -> (Engine, ChatId) {
        let engine = house(data).await;
        let chat = engine.create_chat(None).await.unwrap().id;
        let first = put(&engine, chat, "a/one.txt", "1").await;
        put(&engine, chat, "a/one.txt", "2").await;
        put(&engine, chat, "two.txt", "2").await;
        let write = engine.core().store.write().await.unwrap();
        write.begin_checkout(chat, Some(first)).await.unwrap();
        write.commit().await.unwrap();
        let workspace = crate::layout::workspace(&engine.core().data, chat);
        engine.close().await;
        drop(engine);
        left(&workspace);
        (house(data).await, chat)
    }

    async fn assert_it_has_the_first_state(engine: &Engine, chat: ChatId) {
        let workspace = crate::layout::workspace(&engine.core().data, chat);
        assert_eq!(std::fs::read(workspace.join("a/one.txt")).unwrap(), b"1");
        assert!(!workspace.join("two.txt").exists());
        assert!(engine.core().store.unfinished_checkouts().await.unwrap().is_empty());
        let states = engine.manifests(chat, crate::record::PageRequest::default()).await.unwrap();
        assert_eq!(states.items.len(), 3, "nothing was taken for an edit");
    }

    #[tokio::test]
    async fn a_checkout_that_was_announced_is_finished() {
        let data = tempfile::tempdir().unwrap();
        let (engine, chat) = ended_before_the_checkout(data.path(), |_| {}).await;
        assert_it_has_the_first_state(&engine, chat).await;
    }

    #[tokio::test]
    async fn a_checkout_that_was_half_done_is_finished() {
        let data = tempfile::tempdir().unwrap();
        let half = |workspace: &Path| std::fs::remove_file(workspace.join("a/one.txt")).unwrap();
        let (engine, chat) = ended_before_the_checkout(data.path(), half).await;
        assert_it_has_the_first_state(&engine, chat).await;
    }

    #[tokio::test]
    async fn a_workspace_that_was_lost_comes_back_from_its_blobs() {
        let data = tempfile::tempdir().unwrap();
        let lost = |workspace: &Path| std::fs::remove_dir_all(workspace).unwrap();
        let (engine, chat) = ended_before_the_checkout(data.path(), lost).await;
        assert_it_has_the_first_state(&engine, chat).await;
    }
}
