//! Keeping a vector of every tool and of every past query at hand: read from the database, or computed in the background.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::core::Core;
use crate::embedder::{EmbedError, InMemory, MODEL_IDLE};
use crate::meaning::PAST_QUERIES_HELD;
use crate::record::TextHash;
use crate::store::StoreError;

/// Texts that are computed at once. Between two batches the processor is anybody's.
const BATCH: usize = 16;

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(30);

/// Vectors in the database that no text needs any more, before they are removed.
const STALE_MAX: usize = 20_000;

/// Begins to look after the vectors of a house, until it closes.
pub(crate) fn start(core: &Arc<Core>) {
    let (house, closing) = (Arc::downgrade(core), core.closing.clone());
    core.tasks.spawn(async move {
        tokio::select! {
            () = look_after(house) => {}
            () = closing.cancelled() => {}
        }
    });
}

async fn look_after(house: Weak<Core>) {
    let Some(wake) = house.upgrade().map(|core| Arc::clone(&core.meanings.wake)) else { return };
    if let Some(core) = house.upgrade()
        && let Err(error) = read_experience(&core).await
    {
        tracing::warn!(?error, "how calls ended could not be read; tools are found without it");
    }
    let mut remembered = false;
    loop {
        wake.notified().await;
        // Until everything is there: after a failure, and as long as a model lies in memory that nobody may need.
        loop {
            let Some(core) = house.upgrade() else { return };
            let pause = match round(&core, &mut remembered).await {
                Ok(()) => match core.meanings.embedder.rest() {
                    InMemory::Yes => MODEL_IDLE,
                    InMemory::No => break,
                },
                Err(FillError::Embed(EmbedError::Off)) => break,
                Err(error) => {
                    tracing::warn!(%error, ?error, "tools could not be embedded; they are found by words alone");
                    PAUSE
                }
            };
            drop(core);
            // A house that nobody holds any more ends here at the next turn.
            let _ = tokio::time::timeout(pause, wake.notified()).await;
        }
    }
}

/// Reads how calls ended before this start.
async fn read_experience(core: &Core) -> Result<(), StoreError> {
    for (tool, calls, reward) in core.store.rewards().await? {
        core.meanings.experienced(&tool, calls, reward);
    }
    Ok(())
}

#[derive(Debug, thiserror::Error)]
enum FillError {
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error("the database failed")]
    Store(#[from] StoreError),
}

/// Finds or computes what is missing.
async fn round(core: &Core, remembered: &mut bool) -> Result<(), FillError> {
    let meanings = &core.meanings;
    let model = meanings.embedder.model().await?;
    if !*remembered {
        meanings.remember(core.store.past_queries(PAST_QUERIES_HELD as u64).await?);
        *remembered = true;
    }
    let registry = core.registry.current();
    let past = meanings.past_texts();
    let all = || registry.sentence_hashes().iter().copied().chain(past.iter().map(|(hash, _)| *hash));
    let missing = meanings.unknown(all());
    if missing.is_empty() {
        return Ok(());
    }
    meanings.learn(core.store.embeddings(&model, &missing).await?);
    let missing: HashSet<TextHash> = meanings.unknown(missing.into_iter()).into_iter().collect();
    let mut texts: HashMap<TextHash, String> = past.iter().cloned().collect();
    texts.extend(registry.sentence_hashes().iter().copied().zip(registry.sentences()));
    texts.retain(|hash, _| missing.contains(hash));
    // Short ones together: what is found soonest is most of it.
    let mut texts: Vec<(TextHash, String)> = texts.into_iter().collect();
    texts.sort_by_key(|(_, text)| text.len());
    for batch in texts.chunks(BATCH) {
        compute(core, &model, batch).await?;
    }
    if !texts.is_empty() {
        tracing::info!(texts = texts.len(), "embedded what tools say of themselves");
    }
    let wanted: HashSet<TextHash> = all().collect();
    meanings.keep_only(&wanted);
    forget_stale(core, &model, &wanted).await
}

async fn compute(core: &Core, model: &str, batch: &[(TextHash, String)]) -> Result<(), FillError> {
    let texts = batch.iter().map(|(_, text)| text.clone()).collect();
    let vectors = core.meanings.embedder.embed(texts).await?;
    let vectors: Vec<(TextHash, Vec<f32>)> = batch.iter().map(|(hash, _)| *hash).zip(vectors).collect();
    let write = core.store.write().await?;
    write.put_embeddings(model, &vectors).await?;
    write.commit_soon().await?;
    core.meanings.learn(vectors);
    Ok(())
}

/// Removes what nothing needs any more, when there is much of it.
async fn forget_stale(core: &Core, model: &str, wanted: &HashSet<TextHash>) -> Result<(), FillError> {
    let stale = core.store.stale_embeddings(model, wanted).await?;
    if stale.len() > STALE_MAX {
        let write = core.store.write().await?;
        write.remove_embeddings(&stale).await?;
        write.commit_soon().await?;
    }
    Ok(())
}
