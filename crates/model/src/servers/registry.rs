//! Entries of the MCP registry (`server.json`): a server, and the ways in which its authors offer it.
//!
//! Read are today's files and the older ones in snake_case, by themselves or as the registry's API hands them out.

mod fill;
mod package;
mod remote;

use super::proposed::ProposedServer;
use crate::document::{At, DocumentErrors, Node, Problems, Section, json};
use fill::either;

/// Ways that one entry may offer.
const WAYS_MAX: usize = 50;

/// The longest text that is shown to people, in bytes.
const TEXT_MAX: usize = 4 << 10;

/// An entry, as far as Pegboard can make use of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryEntry {
    /// Its name in the registry, such as `io.github.user/weather`.
    pub name: String,
    /// What it does, in its authors' words; may be empty.
    pub description: String,
    /// The entry's version; may be empty.
    pub version: String,
    /// The ways to use it, in the entry's order. Never empty.
    pub choices: Vec<RegistryChoice>,
    /// The ways that cannot be used, and why.
    pub left_out: Vec<String>,
}

/// One way to use a server of the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryChoice {
    /// What it is, such as `npm @scope/weather 1.0.2`.
    pub label: String,
    /// What is to be done.
    pub way: RegistryWay,
}

/// What is to be done to use a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryWay {
    /// Add this server.
    Server(Box<ProposedServer>),
    /// Import the bundle (`.mcpb`) at an address.
    Bundle {
        /// The address.
        url: String,
        /// The SHA-256 that the file must have, in hex.
        sha256: String,
    },
}

impl RegistryEntry {
    /// Reads an entry; `file` is its name for messages.
    ///
    /// # Errors
    /// Everything that is wrong with it; also where none of its ways can be used, and then why for each of them.
    pub fn parse(text: &str, file: &str) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        let root = json::read(text, &mut problems.0);
        let entry = root.and_then(|root| read_registry_entry(&root, &mut problems));
        match entry {
            Some(entry) if problems.0.is_empty() => Ok(entry),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }
}

fn read_registry_entry(root: &Node, problems: &mut Problems) -> Option<RegistryEntry> {
    let root = At { node: root, path: String::new() }.open_section(problems)?;
    // The registry's API wraps an entry with what it knows of it.
    let section = match root.get("server") {
        Some(inner) if root.get("packages").is_none() && root.get("remotes").is_none() => {
            inner.open_section(problems)?
        }
        _ => root,
    };
    let name = section.required("name", problems).and_then(|at| read_name(&at, problems));
    let title = section.text("title", TEXT_MAX, problems);
    let description = section.text("description", TEXT_MAX, problems).unwrap_or_default();
    let version = read_version(&section, problems);
    let named = Named { name: name.clone().unwrap_or_default(), title };
    let mut ways = Ways::default();
    for at in section.list("packages", WAYS_MAX, problems) {
        package::read_package(&at, &named, &mut ways, problems);
    }
    for at in section.list("remotes", WAYS_MAX, problems) {
        remote::read_remote(&at, &named, &mut ways, problems);
    }
    let name = name?;
    if ways.choices.is_empty() && problems.0.is_empty() {
        if ways.left_out.is_empty() {
            problems.add(section.place, &section.path, "the entry offers neither `packages` nor `remotes`");
        }
        for (at, why) in ways.left_out {
            problems.add(at.place, &at.path, why);
        }
        return None;
    }
    let left_out = ways.left_out.into_iter().map(|(at, why)| format!("{}: {why}", at.path)).collect();
    Some(RegistryEntry { name, description, version, choices: ways.choices, left_out })
}

/// What the entry is called.
struct Named {
    name: String,
    title: Option<String>,
}

impl Named {
    /// A short name: what stands behind the `/`, or the owner's where that says nothing.
    fn short(&self) -> &str {
        let (owner, name) = self.name.split_once('/').unwrap_or(("", &self.name));
        let says_nothing = matches!(name, "mcp" | "server" | "mcp-server" | "");
        if says_nothing { owner.rsplit('.').next().unwrap_or(name) } else { name }
    }

    fn title(&self) -> String {
        let title = self.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(self.short());
        title.chars().filter(|c| !c.is_control()).take(60).collect()
    }
}

/// Where something stands that cannot be used.
struct Spot {
    place: crate::document::Place,
    path: String,
}

/// What was found so far.
#[derive(Default)]
struct Ways {
    choices: Vec<RegistryChoice>,
    left_out: Vec<(Spot, String)>,
}

impl Ways {
    fn leave_out(&mut self, at: &At<'_>, why: impl Into<String>) {
        self.left_out.push((Spot { place: at.node.place, path: at.path.clone() }, why.into()));
    }
}

/// Reverse DNS, one `/`, a name.
fn read_name(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let name = at.text(200, problems)?;
    let is_part = |part: &str, more: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
    };
    let fits = name.split_once('/').is_some_and(|(owner, name)| is_part(owner, ".-") && is_part(name, "._-"));
    if !fits {
        at.problem(problems, "expected a name such as `io.github.user/weather`");
        return None;
    }
    Some(name)
}

fn read_version(section: &Section<'_>, problems: &mut Problems) -> String {
    let older = either(section, "versionDetail", "version_detail");
    let older = older.and_then(|at| at.open_section(problems)).and_then(|map| map.get("version"));
    let version = section.get("version").or(older);
    version.and_then(|at| at.text(200, problems)).unwrap_or_default()
}
