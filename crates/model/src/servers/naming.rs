//! Ids for servers whose names were made elsewhere.

use std::collections::BTreeSet;

use crate::ids::{NAME_MAX, ServerId};

/// The ids of one file so far, in lower case: ids that differ only in case are one folder on some machines.
#[derive(Debug, Default)]
pub(super) struct ServerIds(BTreeSet<String>);

impl ServerIds {
    /// An id for a name: the name itself where it can be one and is free.
    pub(super) fn id_for(&mut self, name: &str) -> Option<ServerId> {
        let slug = if can_be_id(name) { name.to_owned() } else { slug(name) };
        let free = std::iter::once(slug.clone())
            .chain((2..).map(|number: u32| numbered(&slug, number)))
            .find(|id| !self.0.contains(&id.to_ascii_lowercase()))?;
        self.0.insert(free.to_ascii_lowercase());
        free.parse().ok()
    }
}

/// `mcp` cannot be a toolset's id, and an added server's id is its toolset's as well.
fn can_be_id(name: &str) -> bool {
    name != "mcp" && name.parse::<ServerId>().is_ok()
}

/// Lower-case letters and digits, everything between them as one `-`.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= NAME_MAX {
            break;
        }
    }
    match slug.trim_end_matches('-') {
        "" | "mcp" => "mcp-server".to_owned(),
        slug => slug.to_owned(),
    }
}

fn numbered(slug: &str, number: u32) -> String {
    let end = format!("-{number}");
    // Only ASCII is in a slug, so any cut is between characters.
    let kept = slug.get(..NAME_MAX - end.len()).unwrap_or(slug);
    format!("{kept}{end}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::ServerIds;

    #[test]
    fn names_stay_where_they_can_and_are_told_apart() {
        let mut ids = ServerIds::default();
        let mut id = |name: &str| ids.id_for(name).unwrap().to_string();
        assert_eq!(id("GitHub"), "GitHub");
        assert_eq!(id("github"), "github-2");
        assert_eq!(id("Google Drive (work)"), "google-drive-work");
        assert_eq!(id("google/drive work"), "google-drive-work-2");
        assert_eq!(id("@scope/pkg"), "scope-pkg");
        assert_eq!(id("mcp"), "mcp-server");
        assert_eq!(id("文件"), "mcp-server-2");
        assert_eq!(id(&"x".repeat(70)), "x".repeat(64));
        assert_eq!(id(&"x".repeat(64)), format!("{}-2", "x".repeat(62)));
    }
}
