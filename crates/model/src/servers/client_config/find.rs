//! Where the servers stand in a client's file.

use crate::document::{At, Kind, Problems, Section};

/// One server's entry, before it is read.
#[derive(Debug)]
pub(super) struct Entry<'n> {
    pub(super) name: String,
    pub(super) section: Section<'n>,
    /// The key that switches it, where it stands beside its settings (older files of Goose).
    pub(super) enabled: Option<At<'n>>,
}

impl Entry<'_> {
    /// Why it is no MCP server that could be added; `None` when it is one.
    pub(super) fn foreign(&self) -> Option<&'static str> {
        let is = |key: &str, words: &[&str]| {
            let found = self.section.get(key);
            found
                .is_some_and(|at| matches!(&at.node.kind, Kind::Text(text) if words.contains(&text.as_str())))
        };
        if is("type", &["builtin", "platform", "frontend", "inline_python"]) {
            return Some("it is a part of Goose, not an MCP server");
        }
        if is("source", &["extension"]) {
            return Some("it comes from an extension of Zed, which knows how to start it");
        }
        None
    }

    pub(super) fn shown_name(&self) -> String {
        self.name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect()
    }
}

/// Keys under which the servers may stand, all of them read.
const PLACES: [&str; 5] = ["mcpServers", "servers", "context_servers", "amp.mcpServers", "mcp_servers"];

/// Keys of one server, to know one where it stands without a name or without a place.
const MARKS: [&str; 7] = ["command", "cmd", "url", "uri", "serverUrl", "httpUrl", "args"];

/// Every entry; `None` when the file has no place for servers, which is a problem then.
pub(super) fn find_entries<'n>(root: &Section<'n>, problems: &mut Problems) -> Option<Vec<Entry<'n>>> {
    let mut places: Vec<At<'n>> = PLACES.iter().filter_map(|key| root.get(key)).collect();
    places.extend(root.get("extensions").filter(|at| is_map(at)));
    if let Some(at) = root.get("mcp")
        && let Some(mcp) = map_of(&at)
    {
        places.push(mcp.get("servers").unwrap_or(at));
    }
    if !places.is_empty() {
        let found = places.iter().map(|at| entries_at(at, problems));
        return Some(found.flatten().collect());
    }
    if MARKS.iter().any(|key| root.get(key).is_some_and(|at| !is_map(&at))) {
        let message =
            "this is one server without a name: put it under one, as {\"mcpServers\": {\"NAME\": {…}}}";
        problems.add(root.place, "", message);
        return None;
    }
    let bare: Vec<Entry<'n>> = root.entries().filter_map(|(name, _, at)| entry(name, &at)).collect();
    if bare.iter().any(|entry| MARKS.iter().any(|key| entry.section.get(key).is_some())) {
        return Some(bare);
    }
    let message =
        "no MCP servers are here: expected them under `mcpServers` (or `servers`, `context_servers`)";
    problems.add(root.place, "", message);
    None
}

fn entries_at<'n>(place: &At<'n>, problems: &mut Problems) -> Vec<Entry<'n>> {
    if let Kind::List(items) = &place.node.kind {
        let items = items.iter().enumerate();
        let at = |(index, node)| At { node, path: format!("{}[{index}]", place.path) };
        return items.map(at).filter_map(|at| named(&at, problems)).collect();
    }
    let Some(map) = map_of(place) else {
        place.problem(problems, "expected servers by their names");
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, _, at) in map.entries() {
        match entry(name, &at) {
            Some(entry) => found.push(entry),
            None => at.problem(problems, "expected a server: a map with a `command` or a `url`"),
        }
    }
    found
}

/// An item of a list, which says its name itself (files of Continue).
fn named<'n>(at: &At<'n>, problems: &mut Problems) -> Option<Entry<'n>> {
    let Some(section) = map_of(at) else {
        at.problem(problems, "expected a server: a map with a `command` or a `url`");
        return None;
    };
    let name = section.required("name", problems)?.text(NAME_MAX, problems)?;
    Some(Entry { name, section, enabled: None })
}

/// The longest name of a server, in bytes.
const NAME_MAX: usize = 200;

fn entry<'n>(name: &str, at: &At<'n>) -> Option<Entry<'n>> {
    let section = map_of(at)?;
    let inner = section.get("config").and_then(|at| map_of(&at));
    Some(match inner {
        Some(inner) => Entry { name: name.to_owned(), enabled: section.get("enabled"), section: inner },
        None => Entry { name: name.to_owned(), section, enabled: None },
    })
}

fn is_map(at: &At<'_>) -> bool {
    matches!(at.node.kind, Kind::Map(_))
}

/// A map, without a problem where there is none.
fn map_of<'n>(at: &At<'n>) -> Option<Section<'n>> {
    if is_map(at) { at.open_section(&mut Problems::default()) } else { None }
}
