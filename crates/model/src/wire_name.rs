//! The names under which models see tools: `[A-Za-z0-9_-]{1,64}`, which is what every model's API takes.
//!
//! A name is made from the tool's id alone, so it is the same whatever else is installed:
//! - *plain*: the parts of the id joined with `__`: `read_file`, `app-builder__write_file`,
//!   `web__search__find` (toolset, server, tool). The number of parts tells the kinds of tools apart. Only ids whose
//!   parts are made of allowed characters, hold no `__` and neither begin nor end with `_` get a plain name, so that it
//!   splits again in one way only.
//! - *hashed*: for every other id, and for those that come out too long: what fits of the end of the plain name, with
//!   other characters replaced by `_`, then `___` and 12 characters of the id's SHA-256. No plain name holds `___`.
//!
//! Plain names cannot collide. Hashed ones could, if somebody searched 60 bits for it; then the id that sorts first keeps
//! its name and the other one gets the next 60 bits of its hash. Only there does a name depend on what else is there.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::ids::ToolId;

/// The longest wire name, in bytes.
pub const WIRE_NAME_MAX: usize = 64;

const JOINT: &str = "__";
const HASH_JOINT: &str = "___";

/// Characters of a hash in a name, five bits each.
const HASH_CHARS: usize = 12;

/// How many stretches of 60 bits a SHA-256 has.
const STRETCHES: usize = 256 / (5 * HASH_CHARS);

/// The name under which a model sees a tool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct WireName(String);

impl WireName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for WireName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The wire names of a set of tools, both ways.
#[derive(Debug, Clone, Default)]
pub struct WireNames {
    names: BTreeMap<ToolId, WireName>,
    tools: BTreeMap<WireName, ToolId>,
}

impl WireNames {
    /// Names every tool. The order in which they are given makes no difference.
    pub fn of(ids: impl IntoIterator<Item = ToolId>) -> Self {
        let mut sorted: Vec<ToolId> = ids.into_iter().collect();
        sorted.sort();
        sorted.dedup();
        let mut all = Self::default();
        for id in sorted {
            let name = all.free_name(&id);
            all.tools.insert(name.clone(), id.clone());
            all.names.insert(id, name);
        }
        all
    }

    /// A tool's name.
    pub fn name(&self, tool: &ToolId) -> Option<&WireName> {
        self.names.get(tool)
    }

    /// The tool that has this name.
    pub fn tool(&self, name: &str) -> Option<&ToolId> {
        // A lookup by `&str` would need the same order on both, which `WireName` has by derivation, but not by type.
        self.tools.get(&WireName(name.to_owned()))
    }

    /// All tools with their names, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&ToolId, &WireName)> {
        self.names.iter()
    }

    fn free_name(&self, id: &ToolId) -> WireName {
        let parts = parts(id);
        if let Some(plain) = plain(&parts) {
            return WireName(plain);
        }
        let text = id.to_string();
        let digest = Sha256::digest(text.as_bytes());
        let readable = readable(&parts);
        let names = (0..STRETCHES)
            .map(|stretch| WireName(format!("{readable}{HASH_JOINT}{}", base32(&digest, stretch))));
        // With more than four ids that share 60 bits each time, counting is all that is left.
        let counted = (0u64..).map(|n| WireName(format!("{}{HASH_JOINT}{n:012}", tail(&readable, 40))));
        names.chain(counted).find(|name| !self.tools.contains_key(name)).unwrap_or(WireName(readable.clone()))
    }
}

fn parts(id: &ToolId) -> Vec<&str> {
    match id {
        ToolId::Builtin(tool) => vec![tool.as_str()],
        ToolId::Toolset { toolset, tool } => vec![toolset.as_str(), tool.as_str()],
        ToolId::Mcp { server, tool } => vec![server.toolset.as_str(), server.server.as_str(), tool],
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

fn plain(parts: &[&str]) -> Option<String> {
    let splits_again = |part: &&str| {
        !part.is_empty()
            && part.chars().all(is_allowed)
            && !part.contains(JOINT)
            && !part.starts_with('_')
            && !part.ends_with('_')
    };
    let name = parts.join(JOINT);
    (parts.iter().all(splits_again) && name.len() <= WIRE_NAME_MAX).then_some(name)
}

/// The end of the joined parts, since that is where the tool's own name stands.
fn readable(parts: &[&str]) -> String {
    let joined: String = parts.join(JOINT).chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    let cut = tail(&joined, WIRE_NAME_MAX - HASH_JOINT.len() - HASH_CHARS);
    let trimmed = cut.trim_matches(['_', '-']);
    if trimmed.is_empty() { "tool".to_owned() } else { trimmed.to_owned() }
}

/// The last `length` bytes of an ASCII text.
fn tail(ascii: &str, length: usize) -> &str {
    &ascii[ascii.len().saturating_sub(length)..]
}

/// One stretch of a hash, in RFC 4648's alphabet in lower case.
fn base32(digest: &[u8], stretch: usize) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let bit = |at: usize| usize::from(digest[at / 8] >> (7 - at % 8) & 1);
    (0..HASH_CHARS)
        .map(|char_at| {
            let first = (stretch * HASH_CHARS + char_at) * 5;
            let index = (first..first + 5).fold(0, |index, at| index << 1 | bit(at));
            char::from(ALPHABET[index])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{WIRE_NAME_MAX, WireNames};

    fn named(ids: &[&str]) -> Vec<String> {
        let names = WireNames::of(ids.iter().map(|id| id.parse().unwrap()));
        let tool = |id: &&str| {
            let id = id.parse().unwrap();
            let name = names.name(&id).unwrap();
            assert_eq!(names.tool(name.as_str()), Some(&id));
            name.to_string()
        };
        ids.iter().map(tool).collect()
    }

    #[test]
    fn plain_names_are_the_joined_parts() {
        assert_eq!(
            named(&["read_file", "app-builder:write_file", "mcp:web~search:find-all"]),
            ["read_file", "app-builder__write_file", "web__search__find-all"]
        );
    }

    #[test]
    fn other_names_keep_their_end_and_get_a_hash() {
        let long = format!("mcp:{}~server:find_something_in_the_index", "x".repeat(60));
        let names = named(&["a.b:c", "a_b:c", "a:b__c", "a__b:c", "mcp:a~b:_c_", "mcp:a~b:日本", &long]);
        insta::assert_debug_snapshot!(names);
        assert!(names.iter().all(|name| name.len() <= WIRE_NAME_MAX));
    }

    #[test]
    fn a_name_does_not_depend_on_its_neighbours() {
        let alone = named(&["a.b:c"]);
        assert_eq!(named(&["a.b:c", "a_b:c", "a-b:c", "a__b:c"])[0], alone[0]);
    }
}
