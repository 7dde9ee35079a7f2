//! How an entry's server is reached.

use std::collections::BTreeMap;

use crate::document::{At, Kind, Problems, Section};
use crate::servers::hiding::Hiding;
use crate::toolset::{ARGS_MAX, Transport, VALUE_MAX, VARIABLES_MAX, is_header_name, is_variable_name};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Stdio,
    Sse,
    Http,
}

const SORTS: [(&str, Sort); 10] = [
    ("stdio", Sort::Stdio),
    ("local", Sort::Stdio),
    ("sse", Sort::Sse),
    ("http", Sort::Http),
    ("streamable-http", Sort::Http),
    ("streamableHttp", Sort::Http),
    ("streamable_http", Sort::Http),
    ("streamablehttp", Sort::Http),
    ("streamable", Sort::Http),
    ("remote", Sort::Http),
];

const ADDRESSES: [&str; 4] = ["httpUrl", "url", "uri", "serverUrl"];

pub(super) fn read_transport(
    section: &Section<'_>,
    hiding: &mut Hiding<'_>,
    problems: &mut Problems,
) -> Option<Transport> {
    let command = first(section, &["command", "cmd"]);
    let address = first(section, &ADDRESSES);
    match (read_sort(section, command.as_ref(), address.as_ref(), hiding, problems)?, command, address) {
        (Sort::Stdio, Some(command), _) => read_stdio(section, &command, hiding, problems),
        (sort @ (Sort::Sse | Sort::Http), _, Some(address)) => {
            let url = read_url(&address, hiding, problems);
            let headers = read_headers(section, hiding, problems);
            let url = url?;
            Some(match sort {
                Sort::Sse => Transport::Sse { url, headers },
                _ => Transport::StreamableHttp { url, headers },
            })
        }
        (Sort::Stdio, None, _) => lacks(section, "command", problems),
        (_, _, None) => lacks(section, "url", problems),
    }
}

fn lacks<T>(section: &Section<'_>, key: &str, problems: &mut Problems) -> Option<T> {
    problems.add(section.place, &section.path, format!("the key `{key}` is missing"));
    None
}

fn first<'n>(section: &Section<'n>, keys: &[&str]) -> Option<At<'n>> {
    keys.iter().find_map(|key| section.get(key))
}

fn read_sort(
    section: &Section<'_>,
    command: Option<&At<'_>>,
    address: Option<&At<'_>>,
    hiding: &mut Hiding<'_>,
    problems: &mut Problems,
) -> Option<Sort> {
    let said = first(section, &["type", "transport", "transportType"]);
    if let Some(at) = said {
        let word = at.text(VALUE_MAX, problems)?;
        let known = SORTS.iter().find(|(known, _)| *known == word).map(|(_, sort)| *sort);
        if known.is_none() {
            let shown: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
            at.problem(problems, format!("no transport is called `{shown}`: use stdio, http or sse"));
        }
        return known;
    }
    match (command, address) {
        (Some(_), Some(address)) => {
            address.problem(problems, "a server has a command or an address, not both");
            None
        }
        (Some(_), None) => Some(Sort::Stdio),
        (None, Some(address)) => Some(sort_of(section, address, hiding)),
        (None, None) => {
            problems.add(section.place, &section.path, "a server needs a `command` or a `url`");
            None
        }
    }
}

/// The sort of a server that only says its address: by the last part of its path, as most hosts have it.
fn sort_of(section: &Section<'_>, address: &At<'_>, hiding: &mut Hiding<'_>) -> Sort {
    let Kind::Text(url) = &address.node.kind else {
        return Sort::Http;
    };
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    if section.get("httpUrl").is_some() || !path.ends_with("/sse") {
        return Sort::Http;
    }
    hiding.notes.push("the address ends in `/sse`, so it is read as the older HTTP+SSE transport".to_owned());
    Sort::Sse
}

fn read_stdio(
    section: &Section<'_>,
    command: &At<'_>,
    hiding: &mut Hiding<'_>,
    problems: &mut Problems,
) -> Option<Transport> {
    let (program, mut args) = read_command(command, hiding, problems);
    if let Some(at) = first(section, &["args", "arguments"]) {
        args.extend(read_texts(&at, hiding, problems));
    }
    let cwd = first(section, &["cwd", "workingDirectory"]);
    let cwd = cwd.and_then(|at| translated(&at, hiding, problems)).filter(|cwd| !cwd.is_empty());
    let mut env = BTreeMap::new();
    for key in ["env", "envs", "environment"] {
        env.extend(read_variables(section.get(key), is_variable_name, hiding, problems));
    }
    if let Some(at) = section.get("env_keys") {
        // Goose keeps their values elsewhere.
        for name in read_texts(&at, hiding, problems).into_iter().filter(|name| is_variable_name(name)) {
            let value = hiding.input(&name);
            env.insert(name, value);
        }
    }
    let program = program?;
    if program.trim().is_empty() {
        command.problem(problems, "expected a program, found nothing");
        return None;
    }
    let (command, args) = without_cmd(program, args, hiding);
    Some(Transport::Stdio { command, args, cwd, env })
}

/// A program, a list of the program and its arguments, or a map of both (older files of Zed).
fn read_command(
    at: &At<'_>,
    hiding: &mut Hiding<'_>,
    problems: &mut Problems,
) -> (Option<String>, Vec<String>) {
    match &at.node.kind {
        Kind::List(_) => {
            let mut words = read_texts(at, hiding, problems).into_iter();
            (words.next().or(Some(String::new())), words.collect())
        }
        Kind::Map(_) => {
            let Some(map) = at.open_section(problems) else { return (None, Vec::new()) };
            let path = map.required("path", problems).and_then(|at| translated(&at, hiding, problems));
            let args = map.get("args").map(|at| read_texts(&at, hiding, problems));
            (path, args.unwrap_or_default())
        }
        _ => (translated(at, hiding, problems), Vec::new()),
    }
}

/// On Windows other clients start `npx` as `cmd /c npx`, which is of use nowhere else.
fn without_cmd(program: String, args: Vec<String>, hiding: &mut Hiding<'_>) -> (String, Vec<String>) {
    let is_shell = matches!(program.to_ascii_lowercase().as_str(), "cmd" | "cmd.exe");
    match args.as_slice() {
        [switch, command, rest @ ..] if is_shell && switch.eq_ignore_ascii_case("/c") => {
            hiding.notes.push("`cmd /c` was left out: it starts programs on Windows".to_owned());
            (command.clone(), rest.to_vec())
        }
        _ => (program, args),
    }
}

fn read_url(at: &At<'_>, hiding: &mut Hiding<'_>, problems: &mut Problems) -> Option<String> {
    let url = translated(at, hiding, problems)?;
    let known = ["http://", "https://", "${"].iter().any(|start| url.starts_with(start));
    if !known || url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        // The address is not repeated: it may hold a password.
        at.problem(problems, "expected an address that begins with http:// or https:// and holds no spaces");
        return None;
    }
    Some(url)
}

fn read_headers(
    section: &Section<'_>,
    hiding: &mut Hiding<'_>,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let mut headers = BTreeMap::new();
    for key in ["headers", "http_headers"] {
        headers.extend(read_variables(section.get(key), is_header_name, hiding, problems));
    }
    for key in ["requestOptions", "requestInit"] {
        let Some(at) = section.get(key).filter(|at| matches!(at.node.kind, Kind::Map(_))) else { continue };
        let inner = at.open_section(problems).and_then(|map| map.get("headers"));
        headers.extend(read_variables(inner, is_header_name, hiding, problems));
    }
    headers
}

/// Texts by name. Numbers and booleans count as the text that they are; what stands there is repeated in no message.
fn read_variables(
    at: Option<At<'_>>,
    allowed: fn(&str) -> bool,
    hiding: &mut Hiding<'_>,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let mut variables = BTreeMap::new();
    let Some(at) = at else { return variables };
    if !matches!(at.node.kind, Kind::Map(_)) {
        at.problem(problems, "expected names with their values");
        return variables;
    }
    let Some(map) = at.open_section(problems) else { return variables };
    if map.entries().count() > VARIABLES_MAX {
        at.problem(problems, format!("more than {VARIABLES_MAX} entries"));
        return variables;
    }
    for (name, place, at) in map.entries() {
        if !allowed(name) {
            problems.add(place, &map.path, format!("`{}` cannot be a name here", name.escape_debug()));
            continue;
        }
        let value = match &at.node.kind {
            Kind::Number(_, written) => Some(written.clone()),
            Kind::Bool(value) => Some(value.to_string()),
            Kind::Null => Some(String::new()),
            _ => translated(&at, hiding, problems),
        };
        variables.extend(value.map(|value| (name.to_owned(), value)));
    }
    variables
}

fn read_texts(at: &At<'_>, hiding: &mut Hiding<'_>, problems: &mut Problems) -> Vec<String> {
    let Kind::List(items) = &at.node.kind else {
        at.problem(problems, "expected a list of texts");
        return Vec::new();
    };
    if items.len() > ARGS_MAX {
        at.problem(problems, format!("this list has {} entries, more than {ARGS_MAX}", items.len()));
        return Vec::new();
    }
    let items = items.iter().enumerate();
    let at = |(index, node)| At { node, path: format!("{}[{index}]", at.path) };
    items.map(at).filter_map(|item| translated(&item, hiding, problems)).collect()
}

/// A text with our placeholders.
fn translated(at: &At<'_>, hiding: &mut Hiding<'_>, problems: &mut Problems) -> Option<String> {
    let text = at.text(VALUE_MAX, problems)?;
    match hiding.translate(&text) {
        Ok(text) => Some(text),
        Err(unknown) => {
            let shown: String = unknown.chars().filter(|c| !c.is_control()).take(60).collect();
            let message =
                format!("`${{{shown}}}` stands for nothing here: write the value, or a variable `${{NAME}}`");
            at.problem(problems, message);
            None
        }
    }
}
