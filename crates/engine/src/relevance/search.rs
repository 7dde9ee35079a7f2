//! One search.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use pegboard_model::ids::{ChatId, ToolId};
use pegboard_model::search::{Ranked, Scores, Vectors, cosine, rank, sentences};

use crate::core::Core;
use crate::embedder::EmbedError;
use crate::registry::Registry;

/// How long a search waits for the query's own vector, reading the model included.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why tools were found by words alone.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WhyLexical {
    /// Vectors cannot be had.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// Not all tools were embedded yet.
    #[error("{missing} of {all} tools are being read by the language model; until then, words decide")]
    NotReady {
        /// Tools without a vector.
        missing: usize,
        /// All tools.
        all: usize,
    },
    /// The query was not embedded in time.
    #[error("the language model took longer than {} seconds for the query", PATIENCE.as_secs())]
    Slow,
    /// The tools were embedded by one model and the query by another.
    #[error("the vectors of tools and query do not fit each other")]
    Misfit,
}

/// What a search found.
pub(crate) struct Found {
    /// All tools of the registry that may be given, best first.
    pub(crate) ranked: Vec<Ranked>,
    /// Why words alone decided, where they did.
    pub(crate) lexical: Option<WhyLexical>,
}

/// The tools in the order in which they fit a query.
pub(crate) async fn search(core: &Core, registry: &Arc<Registry>, query: &str) -> Found {
    let by_meaning = cosines(core, registry, query).await;
    let lexical = registry.scores(query);
    let cosines = by_meaning.as_deref().ok();
    let nudges = core.meanings.nudges(registry.ids());
    let ranked = rank(Scores { lexical: &lexical, cosines, nudges: &nudges }, core.meanings.threshold);
    Found { ranked, lexical: by_meaning.err() }
}

/// Remembers what was found in a chat, in case one of these tools is called next.
pub(crate) fn note_search(core: &Core, chat: Option<ChatId>, query: &str, found: HashSet<ToolId>) {
    if let Some(chat) = chat {
        core.meanings.searched(chat, query, found);
    }
}

async fn cosines(core: &Core, registry: &Registry, query: &str) -> Result<Vec<f64>, WhyLexical> {
    let model = core.meanings.embedder.model().await?;
    let vectors = registry.vectors(|texts| {
        let found = core.meanings.vectors(texts);
        let found = found.map_err(|missing| WhyLexical::NotReady { missing, all: texts.len() })?;
        Vectors::of(found.iter().map(AsRef::as_ref)).ok_or(WhyLexical::Misfit)
    })?;
    let texts = sentences(query).into_iter().map(str::to_owned).collect();
    let queries = tokio::time::timeout(PATIENCE, core.meanings.embedder.embed(texts));
    let queries = queries.await.map_err(|_| WhyLexical::Slow)??;
    if queries.iter().any(|query| query.len() != vectors.width()) {
        tracing::warn!(%model, "a query was embedded with another width than the tools");
        return Err(WhyLexical::Misfit);
    }
    let mut cosines = vectors.cosines(&queries);
    let positions = registry.positions();
    core.meanings.each_past(|tool, vector| {
        let place = positions.get(tool).and_then(|position| cosines.get_mut(*position));
        if let Some(place) = place.filter(|_| vector.len() == vectors.width()) {
            *place = place.max(cosine(vector, &queries));
        }
    });
    Ok(cosines)
}
