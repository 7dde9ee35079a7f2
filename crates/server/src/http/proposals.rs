//! From a request to servers that can be added.

use std::collections::{BTreeMap, BTreeSet};

use pegboard_engine::NewServer;
use pegboard_engine::record::{ServerDetail, ToolsetRecord};
use pegboard_model::document::{self, DocumentErrors};
use pegboard_model::servers::{
    AnswerErrors, AnsweredServer, ClientConfig, MASK, ProposedServer, RegistryChoice, RegistryEntry,
    RegistryWay,
};
use serde_json::{Map, Value, json};

use crate::http::problem::{Problem, bundles, kinds};
use crate::http::wire::mcp_proposal::{self as wire, AddServers, ServerSettings, ServersPreview};
use crate::http::wire::problem::Violation;

/// Servers that can be added, and what people should know.
pub(crate) struct Chosen {
    pub(crate) servers: Vec<NewServer>,
    pub(crate) notes: Vec<String>,
}

/// What a request holds, read.
enum Read {
    Config(ClientConfig),
    Entry(RegistryEntry),
}

/// The servers that a request wants added. An answer that does not fit refuses all of them, and is told with every other
/// such answer and every id that is taken.
pub(crate) fn chosen(request: AddServers, taken: impl Fn(&str) -> bool) -> Result<Chosen, Problem> {
    let AddServers { server, config, registry_entry, choice, only, mut answers } = request;
    let proposed = match read(server, config, registry_entry, &mut answers)? {
        Read::Config(config) => config,
        Read::Entry(entry) => ClientConfig { servers: vec![way(entry, choice)?], notes: Vec::new() },
    };
    let mut chosen = Chosen { servers: Vec::new(), notes: proposed.notes };
    let wanted = |server: &ProposedServer| {
        only.as_ref().is_none_or(|only| only.iter().any(|id| id == server.id().as_str()))
    };
    let all: BTreeSet<&str> = proposed.servers.iter().map(|server| server.id().as_str()).collect();
    if let Some(id) = only.iter().flatten().chain(answers.keys()).find(|id| !all.contains(id.as_str())) {
        let shown: String = id.chars().take(60).collect();
        let detail = format!("There is no server `{shown}` in what was sent.");
        return Err(
            Problem::new(kinds::INVALID_SERVER, detail).hint("POST /mcp-servers/preview shows the ids.")
        );
    }
    let (mut violations, mut conflicts) = (Vec::new(), Vec::new());
    for server in proposed.servers.iter().filter(|server| wanted(server)) {
        let none = BTreeMap::new();
        let id = server.id().as_str();
        if taken(id) {
            conflicts.push(Violation {
                path: format!("servers.{id}"),
                rule: "taken".to_owned(),
                message: format!("there is a toolset `{id}` already"),
            });
        }
        match answered(server, answers.get(id).unwrap_or(&none)) {
            Ok(answered) => chosen.servers.push(answered),
            Err(errors) => violations.extend(bundles::answers(&errors, &format!("{id}."))),
        }
        let note = |text: &str| format!("{}: {text}", server.id());
        let renamed =
            server.renamed_from.as_ref().map(|name| note(&format!("is called `{name}` in the file")));
        chosen.notes.extend(renamed.into_iter().chain(server.notes.iter().map(|text| note(text))));
    }
    if !violations.is_empty() {
        violations.extend(conflicts);
        return Err(unfit(violations));
    }
    if chosen.servers.is_empty() {
        return Err(Problem::new(kinds::INVALID_SERVER, "There is no server in what was sent."));
    }
    Ok(chosen)
}

/// One server by its settings.
pub(crate) fn one(settings: ServerSettings) -> Result<NewServer, Problem> {
    let mut answers = BTreeMap::new();
    let config = configured(settings, &mut answers)?;
    match config.servers.as_slice() {
        [server] => {
            let none = BTreeMap::new();
            let id = server.id().as_str();
            let answers = answers.get(id).unwrap_or(&none);
            answered(server, answers).map_err(|errors| unfit(bundles::answers(&errors, &format!("{id}."))))
        }
        _ => Err(Problem::new(kinds::INVALID_SERVER, "There is no server in what was sent.")),
    }
}

/// What a request would add.
pub(crate) fn preview(request: AddServers, taken: impl Fn(&str) -> bool) -> Result<ServersPreview, Problem> {
    let AddServers { server, config, registry_entry, mut answers, .. } = request;
    let shown = |proposed: ProposedServer| wire::ProposedServer {
        exists: taken(proposed.id().as_str()),
        ..wire::ProposedServer::from(proposed)
    };
    Ok(match read(server, config, registry_entry, &mut answers)? {
        Read::Config(config) => ServersPreview {
            servers: config.servers.into_iter().map(shown).collect(),
            bundles: Vec::new(),
            notes: config.notes,
        },
        Read::Entry(entry) => {
            let mut preview =
                ServersPreview { servers: Vec::new(), bundles: Vec::new(), notes: entry.left_out };
            for (choice, RegistryChoice { label, way }) in entry.choices.into_iter().enumerate() {
                match way {
                    RegistryWay::Server(server) => preview.servers.push(wire::ProposedServer {
                        choice: Some(choice),
                        label: Some(label),
                        ..shown(*server)
                    }),
                    RegistryWay::Bundle { url, sha256 } => {
                        preview.bundles.push(wire::ProposedBundle { choice, label, url, sha256 });
                    }
                }
            }
            preview
        }
    })
}

/// Refuses servers whose ids are taken, before any of them is added.
pub(crate) fn refuse_taken(
    servers: &[NewServer],
    registered: &[ServerDetail],
    toolsets: &[ToolsetRecord],
) -> Result<(), Problem> {
    let ids = servers.iter().map(|new| new.server.id.as_str());
    let taken: Vec<&str> =
        ids.filter(|id| toolsets.iter().any(|toolset| toolset.id.as_str() == *id)).collect();
    if taken.is_empty() {
        return Ok(());
    }
    let own =
        |id: &&&str| registered.iter().any(|detail| detail.user_mcp && detail.server.id.as_str() == **id);
    let detail = match taken.as_slice() {
        [id] if own(&id) => format!("The server `{id}` is here already."),
        [id] => format!("There is a toolset `{id}` already."),
        ids => format!("These ids are taken already: {}.", ids.join(", ")),
    };
    let hint = "Change it with PUT /mcp-servers/{server_key}, remove it, or name the others in `only`.";
    Err(Problem::new(kinds::CONFLICT, detail).hint(hint))
}

type Answers = BTreeMap<String, BTreeMap<String, String>>;

fn read(
    server: Option<ServerSettings>,
    config: Option<Value>,
    entry: Option<Value>,
    answers: &mut Answers,
) -> Result<Read, Problem> {
    match (server, config, entry) {
        (Some(settings), None, None) => Ok(Read::Config(configured(settings, answers)?)),
        (None, Some(config), None) => Ok(Read::Config(
            ClientConfig::parse(&text_of(config), "config").map_err(|errors| unread(&errors))?,
        )),
        (None, None, Some(entry)) => Ok(Read::Entry(
            RegistryEntry::parse(&text_of(entry), "registry_entry").map_err(|errors| unread(&errors))?,
        )),
        _ => Err(Problem::new(kinds::INVALID_BODY, "Send one of `server`, `config` and `registry_entry`.")),
    }
}

/// A document as its text, or an object that was sent in its place.
fn text_of(document: Value) -> String {
    match document {
        Value::String(text) => text,
        // Indented, so that the lines of a problem lead somewhere.
        other => serde_json::to_string_pretty(&other).unwrap_or_default(),
    }
}

/// One server's settings, read as another client's file with one entry would be.
fn configured(mut settings: ServerSettings, answers: &mut Answers) -> Result<ClientConfig, Problem> {
    let id = settings.id.take().unwrap_or_default();
    if id.is_empty() {
        return Err(Problem::new(kinds::INVALID_SERVER, "A server needs an `id`."));
    }
    let title = settings.title.take();
    let variables = std::mem::take(&mut settings.variables);
    let entry = serde_json::to_value(&settings).unwrap_or_default();
    let document = json!({"mcpServers": Map::from_iter([(id.clone(), entry)])}).to_string();
    let mut config =
        ClientConfig::parse(&document, "server").map_err(|errors| wrong_settings(&errors, &id))?;
    for server in &mut config.servers {
        if let Some(name) = &server.renamed_from {
            let detail =
                format!("`{name}` cannot be the id of a server: use letters, digits, `-`, `_` and `.`.");
            return Err(
                Problem::new(kinds::INVALID_SERVER, detail).hint(format!("Such as `{}`.", server.id()))
            );
        }
        if server.secrets.values().any(|value| value.expose() == MASK) {
            let detail = format!("`{MASK}` stands for a value that is not shown, and is none itself.");
            return Err(Problem::new(kinds::INVALID_SERVER, detail)
                .hint("Leave `${NAME}` as it is to keep the value, or send a new one."));
        }
        server.title = title.clone().unwrap_or_else(|| id.clone());
        // A value may come for any `${NAME}` of it, whether anybody would have asked or not.
        let used = pegboard_model::servers::variables_of(&server.server.transport);
        let unknown = variables.keys().find(|name| !used.iter().any(|used| used.name == **name));
        if let Some(name) = unknown {
            let shown: String = name.chars().take(60).collect();
            let detail = format!("No `${{{shown}}}` is in the server's settings.");
            return Err(Problem::new(kinds::INVALID_VARIABLE, detail));
        }
    }
    if !variables.is_empty() {
        answers.insert(id, variables);
    }
    Ok(config)
}

/// The way of a registry entry that is wanted.
fn way(entry: RegistryEntry, choice: Option<usize>) -> Result<ProposedServer, Problem> {
    let count = entry.choices.len();
    let hint = "POST /mcp-servers/preview shows the choices.";
    match entry.choices.into_iter().nth(choice.unwrap_or(0)).map(|choice| choice.way) {
        Some(RegistryWay::Server(server)) => Ok(*server),
        Some(RegistryWay::Bundle { url, sha256 }) => {
            let detail = "This way is a bundle, which becomes a toolset.";
            let request = json!({"source_type": "url", "source_ref": url, "sha256": sha256});
            Err(Problem::new(kinds::INVALID_SERVER, detail).hint(format!("POST /toolsets/import {request}")))
        }
        None => {
            let detail = format!("`choice` goes from 0 to {}.", count.saturating_sub(1));
            Err(Problem::new(kinds::INVALID_SERVER, detail).hint(hint))
        }
    }
}

/// Answers that do not fit, and what else stands in the way.
fn unfit(violations: Vec<Violation>) -> Problem {
    let detail = match violations.as_slice() {
        [only] => format!("{}: {}. Nothing was added.", only.path, only.message),
        several => format!("{} things are wrong with it. Nothing was added.", several.len()),
    };
    Problem::new(kinds::INVALID_SERVER, detail).violations(violations)
}

fn answered(server: &ProposedServer, answers: &BTreeMap<String, String>) -> Result<NewServer, AnswerErrors> {
    let AnsweredServer { server: settings, variables } = server.answered(answers)?;
    let variables = variables.into_iter().map(|(name, value)| (name, value.expose().to_owned()));
    Ok(NewServer { title: Some(server.title.clone()), server: settings, variables: variables.collect() })
}

/// Everything that is wrong with a document, each with its key path and where it stands.
fn unread(errors: &DocumentErrors) -> Problem {
    refused(errors, |problem| {
        let place = problem.place;
        (problem.path.clone(), format!("{} (line {}, column {})", problem.message, place.line, place.column))
    })
}

/// Everything that is wrong with one server's settings, which were put into a document only to be read.
fn wrong_settings(errors: &DocumentErrors, id: &str) -> Problem {
    let entry = format!("mcpServers.{id}");
    refused(errors, |problem| {
        let path =
            problem.path.strip_prefix(&entry).map_or_else(|| "id".to_owned(), |rest| format!("server{rest}"));
        (path, problem.message.clone())
    })
}

fn refused(errors: &DocumentErrors, told: impl Fn(&document::Problem) -> (String, String)) -> Problem {
    let violation = |problem| {
        let (path, message) = told(problem);
        Violation { path, rule: "format".to_owned(), message }
    };
    let violations: Vec<Violation> = errors.problems.iter().map(violation).collect();
    let detail = match violations.as_slice() {
        [only] if errors.more == 0 && only.path.is_empty() => only.message.clone(),
        [only] if errors.more == 0 => format!("{}: {}", only.path, only.message),
        several => format!("{} things are wrong with it.", several.len() + errors.more),
    };
    Problem::new(kinds::INVALID_SERVER, detail).violations(violations)
}
