//! A registry: toolsets and tools at one moment.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use pegboard_model::builtin::Builtin;
use pegboard_model::ids::{ServerId, ServerKey, ToolId, ToolName, ToolsetId};
use pegboard_model::provider::Bundle;
use pegboard_model::search::{Index, Vectors};
use pegboard_model::suggest::near_matches;
use pegboard_model::wire_name::WireNames;

use crate::kept_policy::Kept;
use crate::record::{SourceType, TextHash, ToolsetRecord, WorkerRecord};
use crate::registry::config::Configured;
use crate::registry::entry::ToolEntry;
use crate::registry::servers::ServerEntry;

/// How many near matches an error names.
const NEAR: usize = 3;

/// One installed toolset.
pub(crate) struct ToolsetEntry {
    pub(crate) record: ToolsetRecord,
    pub(crate) bundle: Arc<Bundle>,
    /// What its tools want to be told, but for those that have a schema of their own.
    pub(crate) config: Arc<Configured>,
}

impl ToolsetEntry {
    /// Whether chats can have it at hand. The built-in one of workers has tools for workers only.
    pub(crate) fn is_shelved(&self) -> bool {
        let for_workers = self.record.source_type == SourceType::Worker
            || Builtin::of(&self.record.id) == Some(Builtin::Worker);
        self.record.enabled && !for_workers
    }
}

/// What a name stands for.
pub(crate) enum Found<'a> {
    /// This tool.
    Tool(&'a Arc<ToolEntry>),
    /// A tool of this server, which did not tell of it, or was not asked yet.
    OfServer(ServerKey),
    /// One of several, by their full ids.
    Ambiguous(Vec<String>),
    /// None.
    Nothing,
}

/// Everything installed, at one moment.
///
/// Invariant: it is never changed; whoever changes rows of toolsets, tools or overrides loads a new one.
#[derive(Default)]
pub(crate) struct Registry {
    pub(super) toolsets: BTreeMap<ToolsetId, ToolsetEntry>,
    pub(super) servers: BTreeMap<ServerKey, Arc<ServerEntry>>,
    pub(super) tools: BTreeMap<ToolId, Arc<ToolEntry>>,
    /// Tool ids in the order of listings.
    pub(super) order: Vec<ToolId>,
    pub(super) wire_names: WireNames,
    pub(super) policy: Kept,
    pub(super) workers: BTreeMap<ToolName, Arc<WorkerRecord>>,
    /// Over the tools in the order of listings; made at the first search.
    pub(super) index: OnceLock<Index>,
    pub(super) positions: OnceLock<HashMap<ToolId, usize>>,
    pub(super) sentence_hashes: OnceLock<Vec<TextHash>>,
    pub(super) vectors: OnceLock<Vectors>,
}

impl Registry {
    pub(crate) fn toolset(&self, id: &ToolsetId) -> Option<&ToolsetEntry> {
        self.toolsets.get(id)
    }

    pub(crate) fn toolsets(&self) -> impl Iterator<Item = &ToolsetEntry> {
        self.toolsets.values()
    }

    /// The toolsets that chats can have at hand: those that are on, but for what a worker brought for itself.
    pub(crate) fn shelved(&self) -> impl Iterator<Item = &ToolsetEntry> {
        self.toolsets.values().filter(|toolset| toolset.is_shelved())
    }

    /// The tools that a model in a chat can be told of, in the order of listings.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &Arc<ToolEntry>> {
        self.tools().filter(|tool| self.is_offered(tool))
    }

    /// Whether a model in a chat can be told of a tool.
    pub(crate) fn is_offered(&self, tool: &ToolEntry) -> bool {
        let toolset = tool.row.toolset.as_ref().and_then(|id| self.toolsets.get(id));
        tool.is_offered() && toolset.is_some_and(ToolsetEntry::is_shelved)
    }

    /// Every tool, toolset by toolset, in the order of their manifests.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &Arc<ToolEntry>> {
        self.order.iter().filter_map(|id| self.tools.get(id))
    }

    /// Every registered MCP server, by key.
    pub(crate) fn servers(&self) -> impl Iterator<Item = &Arc<ServerEntry>> {
        self.servers.values()
    }

    /// What the house's owner says of them.
    pub(crate) fn policy(&self) -> &Kept {
        &self.policy
    }

    pub(crate) fn worker(&self, name: &ToolName) -> Option<&Arc<WorkerRecord>> {
        self.workers.get(name)
    }

    /// Every worker, by name.
    pub(crate) fn workers(&self) -> impl Iterator<Item = &Arc<WorkerRecord>> {
        self.workers.values()
    }

    /// Workers whose names look like `name`.
    pub(crate) fn near_workers(&self, name: &str) -> Vec<String> {
        let names = self.workers.keys().map(ToolName::as_str);
        near_matches(name, names, NEAR).into_iter().map(str::to_owned).collect()
    }

    pub(crate) fn server(&self, key: &ServerKey) -> Option<&Arc<ServerEntry>> {
        self.servers.get(key)
    }

    /// Finds a tool by its id, its wire name, or the legacy id of an MCP tool, `mcp:{server_id}:{tool}`.
    pub(crate) fn find(&self, name: &str) -> Found<'_> {
        if let Some(tool) = self.tool(name) {
            return Found::Tool(tool);
        }
        if let Ok(ToolId::Mcp { server, .. }) = name.parse() {
            return if self.servers.contains_key(&server) { Found::OfServer(server) } else { Found::Nothing };
        }
        let legacy = name.strip_prefix("mcp:").and_then(|rest| rest.split_once(':'));
        let Some((server, tool)) = legacy.and_then(|(id, tool)| Some((id.parse::<ServerId>().ok()?, tool)))
        else {
            return Found::Nothing;
        };
        let candidates: Vec<ServerKey> =
            self.servers.keys().filter(|key| key.server == server).cloned().collect();
        match candidates.as_slice() {
            [] => Found::Nothing,
            [key] => {
                let id = ToolId::Mcp { server: key.clone(), tool: tool.to_owned() };
                self.tools.get(&id).map_or_else(|| Found::OfServer(key.clone()), Found::Tool)
            }
            _ => Found::Ambiguous(candidates.into_iter().map(|key| format!("mcp:{key}:{tool}")).collect()),
        }
    }

    /// Finds a tool by its id or its wire name.
    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<ToolEntry>> {
        let by_id = name.parse().ok().and_then(|id: ToolId| self.tools.get(&id));
        let by_wire_name = || self.wire_names.tool(name).and_then(|id| self.tools.get(id));
        by_id.or_else(by_wire_name).or_else(|| self.namesake(name))
    }

    /// The container tool that has the name of its toolset, as those do that are folders of their own.
    fn namesake(&self, name: &str) -> Option<&Arc<ToolEntry>> {
        let id = ToolId::Toolset { toolset: name.parse().ok()?, tool: name.parse().ok()? };
        self.tools.get(&id).filter(|tool| tool.row.container.is_some())
    }

    /// The ids of tools in the order of listings.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &ToolId> {
        self.order.iter()
    }

    /// A tool by its place in the order of listings.
    pub(crate) fn tool_at(&self, position: usize) -> Option<&Arc<ToolEntry>> {
        self.order.get(position).and_then(|id| self.tools.get(id))
    }

    /// How well each tool fits a query by its words, in the order of listings.
    pub(crate) fn scores(&self, query: &str) -> Vec<f64> {
        let index = self.index.get_or_init(|| Index::of(self.tools().map(|tool| tool.searched())));
        index.scores(query)
    }

    /// What a language model reads of each tool, in the order of listings.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = String> {
        self.tools().map(|tool| tool.searched().sentence())
    }

    /// The hashes of those.
    pub(crate) fn sentence_hashes(&self) -> &[TextHash] {
        self.sentence_hashes.get_or_init(|| self.sentences().map(|text| TextHash::of(&text)).collect())
    }

    /// The vectors of those, kept from the first time that `find` has all of them.
    ///
    /// # Errors
    /// That of `find`.
    pub(crate) fn vectors<E>(
        &self,
        find: impl FnOnce(&[TextHash]) -> Result<Vectors, E>,
    ) -> Result<&Vectors, E> {
        if let Some(vectors) = self.vectors.get() {
            return Ok(vectors);
        }
        let found = find(self.sentence_hashes())?;
        Ok(self.vectors.get_or_init(|| found))
    }

    /// The places of tools in the order of listings.
    pub(crate) fn positions(&self) -> &HashMap<ToolId, usize> {
        self.positions.get_or_init(|| self.order.iter().cloned().zip(0..).collect())
    }

    /// Tools whose ids look like `name`, for an error that helps.
    pub(crate) fn near_tools(&self, name: &str) -> Vec<String> {
        let ids: Vec<String> = self.order.iter().map(ToString::to_string).collect();
        near_matches(name, ids.iter().map(String::as_str), NEAR).into_iter().map(str::to_owned).collect()
    }

    /// The same of some of the tools.
    pub(crate) fn near_tools_of(&self, name: &str, some: impl Fn(&ToolEntry) -> bool) -> Vec<String> {
        let ids: Vec<String> =
            self.tools().filter(|entry| some(entry)).map(|entry| entry.row.id.to_string()).collect();
        near_matches(name, ids.iter().map(String::as_str), NEAR).into_iter().map(str::to_owned).collect()
    }

    /// Toolsets whose ids look like `name`.
    pub(crate) fn near_toolsets(&self, name: &str) -> Vec<String> {
        let ids = self.toolsets.keys().map(ToolsetId::as_str);
        near_matches(name, ids, NEAR).into_iter().map(str::to_owned).collect()
    }
}
