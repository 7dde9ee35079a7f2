//! Reading of `mcp_servers`.

use std::collections::BTreeMap;

use super::manifest::{McpServer, ServerScope, Transport};
use super::texts::NAME_MAX;
use crate::document::{At, Problems, Section, Seen};
use crate::ids::ServerId;

const KEYS: [&str; 13] = [
    "id",
    "type",
    "server_type",
    "command",
    "args",
    "cwd",
    "url",
    "headers",
    "env",
    "requires_confirmation",
    "enabled",
    "scope",
    "lazy",
];

const SERVERS_MAX: usize = 200;
pub(crate) const ARGS_MAX: usize = 500;
pub(crate) const VARIABLES_MAX: usize = 500;

/// The longest command, argument, address, or value of a variable or header, in bytes.
pub(crate) const VALUE_MAX: usize = 16 << 10;

/// What `mcp_servers` holds, also where parts of it could not be read.
#[derive(Debug, Default)]
pub(crate) struct ReadServers {
    pub(crate) servers: Vec<McpServer>,
    /// The ids of all servers, those with other problems included.
    pub(crate) ids: Vec<ServerId>,
    pub(crate) unreadable_ids: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Sort {
    Stdio,
    Sse,
    StreamableHttp,
}

pub(crate) fn read_servers(root: &Section<'_>, problems: &mut Problems) -> ReadServers {
    let mut read = ReadServers::default();
    let mut seen = Seen::default();
    for at in root.list("mcp_servers", SERVERS_MAX, problems) {
        let Some(section) = at.section(&KEYS, problems) else {
            read.unreadable_ids += 1;
            continue;
        };
        let id_at = section.required("id", problems);
        let id = id_at.as_ref().and_then(|at| at.parsed::<ServerId>(NAME_MAX, problems));
        let server = read_server(id.clone(), &section, problems);
        let (Some(id), Some(id_at)) = (id, id_at) else {
            read.unreadable_ids += 1;
            continue;
        };
        if seen.is_new(id.as_str(), "server id", &id_at, problems) {
            read.ids.push(id);
            read.servers.extend(server);
        }
    }
    read
}

/// Reads the rest of a server, also where its id could not be read, for the sake of its problems.
fn read_server(id: Option<ServerId>, section: &Section<'_>, problems: &mut Problems) -> Option<McpServer> {
    let transport = read_transport(section, problems);
    let scopes = [("shared", ServerScope::Shared), ("chat", ServerScope::Chat)];
    let enabled = section.boolean("enabled", problems).unwrap_or(true);
    let requires_confirmation = section.boolean("requires_confirmation", problems);
    let scope = section.get("scope").and_then(|at| at.word(&scopes, problems)).unwrap_or_default();
    let lazy = section.boolean("lazy", problems).unwrap_or(true);
    Some(McpServer { id: id?, transport: transport?, enabled, requires_confirmation, scope, lazy })
}

fn read_transport(section: &Section<'_>, problems: &mut Problems) -> Option<Transport> {
    let sort = read_sort(section, problems)?;
    let (own, foreign): (&str, &[&str]) = match sort {
        Sort::Stdio => ("command", &["url", "headers"]),
        Sort::Sse | Sort::StreamableHttp => ("url", &["command", "args", "cwd", "env"]),
    };
    for at in foreign.iter().filter_map(|key| section.get(key)) {
        at.problem(problems, format!("a server with a `{own}` does not take this key"));
    }
    match sort {
        Sort::Stdio => read_stdio(section, problems),
        Sort::Sse | Sort::StreamableHttp => {
            let url = section.required("url", problems).and_then(|at| read_url(&at, problems));
            let headers = read_variables(section, "headers", is_header_name, problems);
            let url = url?;
            Some(if sort == Sort::Sse {
                Transport::Sse { url, headers }
            } else {
                Transport::StreamableHttp { url, headers }
            })
        }
    }
}

fn read_sort(section: &Section<'_>, problems: &mut Problems) -> Option<Sort> {
    const SORTS: [(&str, Sort); 3] =
        [("stdio", Sort::Stdio), ("sse", Sort::Sse), ("streamable-http", Sort::StreamableHttp)];
    match (section.get("type"), section.get("server_type")) {
        (Some(_), Some(second)) => {
            second.problem(problems, "`type` and `server_type` are the same thing: write one of them");
            None
        }
        (Some(at), None) | (None, Some(at)) => at.word(&SORTS, problems),
        (None, None) => match (section.get("command"), section.get("url")) {
            (Some(_), Some(url)) => {
                url.problem(problems, "a server has a `command` or a `url`, not both");
                None
            }
            (Some(_), None) => Some(Sort::Stdio),
            (None, Some(_)) => Some(Sort::StreamableHttp),
            (None, None) => {
                problems.add(section.place, &section.path, "a server needs a `command` or a `url`");
                None
            }
        },
    }
}

fn read_stdio(section: &Section<'_>, problems: &mut Problems) -> Option<Transport> {
    let command = section.required("command", problems).and_then(|at| {
        let command = at.text(VALUE_MAX, problems)?;
        if command.trim().is_empty() {
            return at.expected("a program", problems);
        }
        Some(command)
    });
    let args = section
        .list("args", ARGS_MAX, problems)
        .iter()
        .filter_map(|at| at.text(VALUE_MAX, problems))
        .collect();
    let cwd = section.text("cwd", VALUE_MAX, problems);
    let env = read_variables(section, "env", is_variable_name, problems);
    Some(Transport::Stdio { command: command?, args, cwd, env })
}

/// An http or https address, which may be or begin with a `${VAR}`.
fn read_url(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let url = at.text(VALUE_MAX, problems)?;
    let known = ["http://", "https://", "${"].iter().any(|start| url.starts_with(start));
    if !known || url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return at.expected("an http or https address", problems);
    }
    Some(url)
}

fn read_variables(
    section: &Section<'_>,
    key: &str,
    allowed: fn(&str) -> bool,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let mut variables = BTreeMap::new();
    let Some(at) = section.get(key) else {
        return variables;
    };
    let Some(map) = at.open_section(problems) else {
        return variables;
    };
    if map.entries().count() > VARIABLES_MAX {
        at.problem(problems, format!("more than {VARIABLES_MAX} entries"));
        return variables;
    }
    for (name, place, at) in map.entries() {
        if !allowed(name) {
            problems.add(place, &map.path, format!("`{}` cannot be a name here", name.escape_debug()));
        } else if let Some(value) = at.text(VALUE_MAX, problems) {
            variables.insert(name.to_owned(), value);
        }
    }
    variables
}

pub(crate) fn is_variable_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= NAME_MAX && !name.contains('=') && !name.chars().any(char::is_control)
}

/// A token of RFC 9110.
pub(crate) fn is_header_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= NAME_MAX
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}
