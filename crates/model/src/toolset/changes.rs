//! What an upgrade makes different.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::{McpServer, ToolDeclaration, ToolsetManifest};
use crate::ids::{ToolId, ToolName, ToolsetId};
use crate::overrides::{ToolOverride, layer};

/// Names that are new, different or gone; each list is sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    /// Only afterwards.
    pub added: Vec<String>,
    /// Before and afterwards, but not the same.
    pub changed: Vec<String>,
    /// Only before.
    pub removed: Vec<String>,
}

impl Difference {
    /// What lies between two maps.
    pub fn between<K: Ord + ToString, V: PartialEq>(before: &BTreeMap<K, V>, after: &BTreeMap<K, V>) -> Self {
        let missing_in = |one: &BTreeMap<K, V>, other: &BTreeMap<K, V>| {
            one.keys().filter(|key| !other.contains_key(key)).map(K::to_string).collect()
        };
        let changed = after.iter().filter(|(key, value)| before.get(key).is_some_and(|old| old != *value));
        Self {
            added: missing_in(after, before),
            changed: changed.map(|(key, _)| key.to_string()).collect(),
            removed: missing_in(before, after),
        }
    }

    /// Whether nothing is different.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

/// One state of a toolset.
#[derive(Debug, Clone)]
pub struct ToolsetState<'a> {
    /// What it declares.
    pub manifest: &'a ToolsetManifest,
    /// Its files: path to SHA-256.
    pub files: BTreeMap<&'a str, &'a str>,
    /// Its Python requirement lines, those of a requirements file included.
    pub requirements: &'a [String],
}

/// What lies between two states of a toolset.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolsetChanges {
    /// Tools, by their ids in the toolset. A tool is changed when its declaration or what the bundle overrides of it
    /// is; a change of its code shows among the files.
    pub tools: Difference,
    /// Files, by path.
    pub files: Difference,
    /// MCP servers, by their ids in the toolset.
    pub mcp_servers: Difference,
    /// Python requirement lines; a line is never changed, only added or removed.
    pub requirements: Difference,
}

impl ToolsetChanges {
    /// Compares two states.
    pub fn between(before: &ToolsetState<'_>, after: &ToolsetState<'_>) -> Self {
        Self {
            tools: Difference::between(&tools(before.manifest), &tools(after.manifest)),
            files: Difference::between(&before.files, &after.files),
            mcp_servers: Difference::between(&servers(before.manifest), &servers(after.manifest)),
            requirements: Difference::between(&lines(before.requirements), &lines(after.requirements)),
        }
    }
}

type Shown<'a> = (&'a ToolDeclaration, Option<ToolOverride>);

fn tools(manifest: &ToolsetManifest) -> BTreeMap<&ToolName, Shown<'_>> {
    let change = |tool: &ToolName| layer(&full_id(&manifest.id, tool), &manifest.tool_overrides);
    manifest.tools.iter().map(|tool| (&tool.id, (tool, change(&tool.id)))).collect()
}

fn full_id(toolset: &ToolsetId, tool: &ToolName) -> ToolId {
    ToolId::Toolset { toolset: toolset.clone(), tool: tool.clone() }
}

fn servers(manifest: &ToolsetManifest) -> BTreeMap<&str, &McpServer> {
    manifest.mcp_servers.iter().map(|server| (server.id.as_str(), server)).collect()
}

fn lines(requirements: &[String]) -> BTreeMap<&str, ()> {
    requirements
        .iter()
        .map(String::as_str)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(|line| (line, ()))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{Difference, ToolsetChanges, ToolsetState};
    use crate::toolset::ToolsetManifest;

    fn manifest(rest: &str) -> ToolsetManifest {
        let text = format!("manifest_version: \"1\"\nid: t\nname: T\nversion: \"1.0.0\"\n{rest}");
        ToolsetManifest::parse(&text, "toolset.yaml").unwrap()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn an_upgrade_is_told_by_tools_servers_files_and_requirements() {
        let before = manifest(
            "tools:\n  - {id: kept, entrypoint: 'a:f'}\n  - {id: gone, entrypoint: 'a:g'}\n  \
             - {id: shown, entrypoint: 'a:h'}\nmcp_servers:\n  - {id: s, command: x}\n",
        );
        let after = manifest(
            "tools:\n  - {id: shown, entrypoint: 'a:h', renderer: {type: code, content: $return}}\n  \
             - {id: kept, entrypoint: 'a:f'}\n  - {id: new, entrypoint: 'a:n'}\n\
             mcp_servers:\n  - {id: s, command: y}\n  - {id: r, url: 'https://h'}\n",
        );
        let state = |manifest, files: &[(&'static str, &'static str)], requirements| ToolsetState {
            manifest,
            files: files.iter().copied().collect(),
            requirements,
        };
        let (old, new) = (names(&["a==1", "b"]), names(&["b", "a==2"]));
        let changes = ToolsetChanges::between(
            &state(&before, &[("a.py", "1"), ("b.py", "1")], &old),
            &state(&after, &[("a.py", "2"), ("c.py", "1")], &new),
        );
        let difference = |added, changed, removed| Difference {
            added: names(added),
            changed: names(changed),
            removed: names(removed),
        };
        assert_eq!(changes.tools, difference(&["new"], &["shown"], &["gone"]));
        assert_eq!(changes.mcp_servers, difference(&["r"], &["s"], &[]));
        assert_eq!(changes.files, difference(&["c.py"], &["a.py"], &["b.py"]));
        assert_eq!(changes.requirements, difference(&["a==2"], &[], &["a==1"]));
    }

    proptest! {
        #[test]
        fn a_difference_leads_from_one_state_to_the_other(
            before in prop::collection::btree_map("[a-d]", 0..2_u8, 0..4),
            after in prop::collection::btree_map("[a-d]", 0..2_u8, 0..4),
        ) {
            let difference = Difference::between(&before, &after);
            prop_assert_eq!(difference.is_empty(), before == after);
            let mut made: BTreeMap<String, u8> = before;
            made.retain(|key, _| !difference.removed.contains(key));
            for key in difference.added.iter().chain(&difference.changed) {
                prop_assert_ne!(made.insert(key.clone(), after[key]), Some(after[key]));
            }
            prop_assert_eq!(made, after);
        }
    }
}
