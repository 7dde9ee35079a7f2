//! What is known of the meaning of texts, in memory: vectors, past queries, and what was just looked for.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use pegboard_model::ids::{ChatId, ToolId};
use pegboard_model::search::{PAST_QUERIES_MAX, THRESHOLD, nudge};
use tokio::sync::Notify;

use crate::embedder::{Embedder, Embeddings};
use crate::record::{PastQuery, TextHash};

/// Queries that are kept in memory, of all tools.
pub(crate) const PAST_QUERIES_HELD: usize = 20_000;

/// Characters of a query that is kept.
pub(crate) const PAST_QUERY_LENGTH: usize = 1_000;

/// How long a call counts as found by a search before it.
const RECENT: Duration = Duration::from_secs(30 * 60);

/// Searches of one chat that a call may come from.
const SEARCHES_OF_CHAT: usize = 4;

/// Chats whose searches are remembered.
const CHATS: usize = 512;

/// How tools are found by meaning.
#[derive(Clone)]
pub struct RelevanceConfig {
    /// Where vectors come from.
    pub embeddings: Embeddings,
    /// The cosine from which on a tool fits.
    pub threshold: f64,
}

impl Default for RelevanceConfig {
    fn default() -> Self {
        Self { embeddings: Embeddings::Off, threshold: THRESHOLD }
    }
}

/// What is known of meanings. One exists per house.
pub(crate) struct Meanings {
    pub(crate) embedder: Embedder,
    pub(crate) threshold: f64,
    /// Fires when there may be texts without vectors.
    pub(crate) wake: Arc<Notify>,
    known: RwLock<HashMap<TextHash, Arc<[f32]>>>,
    past: RwLock<HashMap<ToolId, VecDeque<PastQuery>>>,
    experience: RwLock<HashMap<ToolId, Experience>>,
    recent: Mutex<Recent>,
}

/// How the calls of a tool ended.
#[derive(Debug, Clone, Copy, Default)]
struct Experience {
    calls: u64,
    reward: f64,
}

#[derive(Default)]
struct Recent {
    searches: HashMap<ChatId, VecDeque<Searched>>,
}

/// A search, and the tools that it found and that were not called since.
struct Searched {
    query: String,
    found: HashSet<ToolId>,
    at: Instant,
}

impl Meanings {
    pub(crate) fn new(config: RelevanceConfig) -> Self {
        Self {
            embedder: Embedder::new(config.embeddings),
            threshold: config.threshold,
            wake: Arc::default(),
            known: RwLock::default(),
            past: RwLock::default(),
            experience: RwLock::default(),
            recent: Mutex::default(),
        }
    }

    /// The vectors of these texts, or how many have none.
    pub(crate) fn vectors(&self, texts: &[TextHash]) -> Result<Vec<Arc<[f32]>>, usize> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let found: Vec<_> = texts.iter().filter_map(|text| known.get(text).cloned()).collect();
        if found.len() == texts.len() { Ok(found) } else { Err(texts.len() - found.len()) }
    }

    /// Those of these texts that have no vector, each once.
    pub(crate) fn unknown(&self, texts: impl Iterator<Item = TextHash>) -> Vec<TextHash> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut seen = HashSet::new();
        texts.filter(|text| !known.contains_key(text) && seen.insert(*text)).collect()
    }

    pub(crate) fn learn(&self, vectors: impl IntoIterator<Item = (TextHash, Vec<f32>)>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(vectors.into_iter().map(|(text, vector)| (text, vector.into())));
    }

    /// Forgets the vectors of all other texts.
    pub(crate) fn keep_only(&self, wanted: &HashSet<TextHash>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.retain(|text, _| wanted.contains(text));
    }

    /// Takes over what is kept, the query that was used last first.
    pub(crate) fn remember(&self, queries: Vec<PastQuery>) {
        let mut past = self.past.write().unwrap_or_else(PoisonError::into_inner);
        past.clear();
        for query in queries {
            past.entry(query.tool.clone()).or_default().push_back(query);
        }
    }

    /// Puts a query before the others of its tool.
    pub(crate) fn add_past(&self, query: PastQuery) {
        let mut past = self.past.write().unwrap_or_else(PoisonError::into_inner);
        let of_tool = past.entry(query.tool.clone()).or_default();
        of_tool.retain(|known| known.hash != query.hash);
        of_tool.push_front(query);
        of_tool.truncate(PAST_QUERIES_MAX);
    }

    /// All past queries, by hash and text.
    pub(crate) fn past_texts(&self) -> Vec<(TextHash, String)> {
        let past = self.past.read().unwrap_or_else(PoisonError::into_inner);
        past.values().flatten().map(|query| (query.hash, query.query.clone())).collect()
    }

    /// Calls `each` with the vectors of every tool's past queries.
    pub(crate) fn each_past(&self, mut each: impl FnMut(&ToolId, &[f32])) {
        let past = self.past.read().unwrap_or_else(PoisonError::into_inner);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        for query in past.values().flatten() {
            if let Some(vector) = known.get(&query.hash) {
                each(&query.tool, vector);
            }
        }
    }

    /// Adds calls of a tool and the sum of their rewards.
    pub(crate) fn experienced(&self, tool: &ToolId, calls: u64, reward: f64) {
        let mut experience = self.experience.write().unwrap_or_else(PoisonError::into_inner);
        let of_tool = experience.entry(tool.clone()).or_default();
        of_tool.calls += calls;
        of_tool.reward += reward;
    }

    /// How far experience moves each of these tools.
    pub(crate) fn nudges<'a>(&self, tools: impl Iterator<Item = &'a ToolId>) -> Vec<f64> {
        let experience = self.experience.read().unwrap_or_else(PoisonError::into_inner);
        #[allow(clippy::cast_precision_loss, reason = "numbers of calls are far below 2^52")]
        let nudge_of = |of: &Experience| nudge(of.calls, of.reward / of.calls.max(1) as f64);
        tools.map(|tool| experience.get(tool).map_or(0.0, nudge_of)).collect()
    }

    /// Remembers for a while what a search in a chat found.
    pub(crate) fn searched(&self, chat: ChatId, query: &str, found: HashSet<ToolId>) {
        let query: String = query.trim().chars().take(PAST_QUERY_LENGTH).collect();
        if query.is_empty() || found.is_empty() {
            return;
        }
        let mut recent = self.recent();
        let now = Instant::now();
        if recent.searches.len() >= CHATS && !recent.searches.contains_key(&chat) {
            recent.forget_oldest();
        }
        let of_chat = recent.searches.entry(chat).or_default();
        of_chat.push_front(Searched { query, found, at: now });
        of_chat.truncate(SEARCHES_OF_CHAT);
    }

    /// The query that a call in a chat came from: that of the latest search that found its tool. It is given once.
    pub(crate) fn came_from(&self, chat: ChatId, tool: &ToolId) -> Option<String> {
        let mut recent = self.recent();
        let of_chat = recent.searches.get_mut(&chat)?;
        of_chat.retain(|searched| searched.at.elapsed() < RECENT);
        // All of them, or the next call of the tool would count for an older query.
        let hits: Vec<&Searched> =
            of_chat.iter_mut().filter_map(|one| one.found.remove(tool).then_some(&*one)).collect();
        hits.first().map(|searched| searched.query.clone())
    }

    fn recent(&self) -> MutexGuard<'_, Recent> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recent {
    fn forget_oldest(&mut self) {
        let latest = |searches: &VecDeque<Searched>| searches.front().map(|searched| searched.at);
        let oldest = self.searches.iter().min_by_key(|(_, searches)| latest(searches)).map(|(chat, _)| *chat);
        if let Some(chat) = oldest {
            self.searches.remove(&chat);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use pegboard_model::ids::{ChatId, ToolId};
    use pegboard_model::search::PAST_QUERIES_MAX;

    use super::{CHATS, Meanings, RelevanceConfig};
    use crate::clock::fresh;
    use crate::record::{PastQuery, TextHash};

    fn tool(name: &str) -> ToolId {
        name.parse().unwrap()
    }

    fn meanings() -> Meanings {
        Meanings::new(RelevanceConfig::default())
    }

    #[test]
    fn a_call_comes_from_the_latest_search_that_found_its_tool_once() {
        let (meanings, chat): (_, ChatId) = (meanings(), fresh());
        let found = |names: &[&str]| names.iter().map(|name| tool(name)).collect::<HashSet<_>>();
        meanings.searched(chat, "old", found(&["a:b", "a:c"]));
        meanings.searched(chat, "new", found(&["a:b"]));
        assert_eq!(meanings.came_from(chat, &tool("a:b")).as_deref(), Some("new"));
        assert_eq!(meanings.came_from(chat, &tool("a:b")), None);
        assert_eq!(meanings.came_from(fresh(), &tool("a:c")), None);
        assert_eq!(meanings.came_from(chat, &tool("a:c")).as_deref(), Some("old"));
    }

    #[test]
    fn searches_of_so_many_chats_are_remembered() {
        let meanings = meanings();
        let chats: Vec<ChatId> = (0..=CHATS).map(|_| fresh()).collect();
        for chat in &chats {
            meanings.searched(*chat, "query", HashSet::from([tool("a:b")]));
        }
        assert_eq!(meanings.came_from(chats[0], &tool("a:b")), None);
        assert!(meanings.came_from(chats[CHATS], &tool("a:b")).is_some());
    }

    #[test]
    fn a_tool_keeps_its_latest_queries() {
        let meanings = meanings();
        for number in 0..=PAST_QUERIES_MAX {
            let query = number.to_string();
            meanings.add_past(PastQuery { tool: tool("a:b"), hash: TextHash::of(&query), query });
        }
        let past = meanings.past_texts();
        assert_eq!(past.len(), PAST_QUERIES_MAX);
        assert!(!past.iter().any(|(_, query)| query == "0"));
    }
}
