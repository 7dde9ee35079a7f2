//! Entries of the MCP registry (`server.json`): a server, and the ways in which its authors offer it.
//!
//! Read are today's files and the older ones in snake_case, by themselves or as the registry's API hands them out.

mod fill;
mod package;
mod remote;
mod ways;

pub use ways::{RegistryChoice, RegistryWay};

use crate::document::{At, DocumentErrors, Node, Problems, Section, json};
use fill::either;
use ways::{Named, TEXT_MAX, WAYS_MAX, Ways};

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
