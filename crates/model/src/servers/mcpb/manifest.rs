//! Reading of `manifest.json`.

use std::collections::BTreeMap;

use semver::Version;

use crate::document::{At, DocumentErrors, Kind, Node, Problems, Section, json};
use crate::servers::proposed::AnswerFormat;
use crate::toolset::{ARGS_MAX, VALUE_MAX, VARIABLES_MAX, is_variable_name};

/// The longest name or description, in bytes.
const TEXT_MAX: usize = 16 << 10;

/// Settings that one bundle may ask for.
const SETTINGS_MAX: usize = 100;

/// A bundle as its manifest declares it, as far as it is of use here.
#[derive(Debug, Clone, PartialEq)]
pub struct McpbManifest {
    /// Its name, as its file has it.
    pub name: String,
    /// The name for people, where there is another one.
    pub display_name: Option<String>,
    /// Its version.
    pub version: Version,
    /// What it does.
    pub description: String,
    /// What its server is made of.
    pub kind: McpbServerKind,
    pub(super) entry_point: String,
    pub(super) start: Option<Start>,
    pub(super) overrides: BTreeMap<String, Start>,
    pub(super) settings: Vec<(String, Setting)>,
    /// The platforms it says it runs on; empty when it does not say.
    pub platforms: Vec<String>,
}

/// What a bundle's server is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum McpbServerKind {
    /// JavaScript with its modules, started by `node`.
    Node,
    /// Python with its packages, started by `python`.
    Python,
    /// A program for itself.
    Binary,
    /// A Python project whose packages `uv` brings.
    Uv,
}

/// How a server is started. What an override does not say is as without it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) command: Option<String>,
    pub(super) args: Option<Vec<String>>,
    pub(super) env: Option<BTreeMap<String, String>>,
}

/// Something that a person is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Setting {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) format: AnswerFormat,
    pub(super) required: bool,
    pub(super) sensitive: bool,
    pub(super) multiple: bool,
    pub(super) defaults: Vec<String>,
}

impl McpbManifest {
    /// Reads the text of a `manifest.json`; `file` is its name for messages. Keys that are not known are not read: newer
    /// manifests have them.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as one thing does not hide another.
    pub fn parse(text: &str, file: &str) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        let root = json::read(text, &mut problems.0);
        let manifest = root.and_then(|root| read_manifest(&root, &mut problems));
        match manifest {
            Some(manifest) if problems.0.is_empty() => Ok(manifest),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }
}

fn read_manifest(root: &Node, problems: &mut Problems) -> Option<McpbManifest> {
    let root = At { node: root, path: String::new() }.open_section(problems)?;
    check_version(&root, problems);
    let line = |key: &str, problems: &mut Problems| {
        root.required(key, problems).and_then(|at| {
            let text = at.text(TEXT_MAX, problems)?;
            if text.trim().is_empty() {
                at.expected("a text that is not empty", problems)
            } else {
                Some(text)
            }
        })
    };
    let name = line("name", problems);
    let version = root.required("version", problems).and_then(|at| read_semver(&at, problems));
    let description = line("description", problems);
    let display_name = root.text("display_name", TEXT_MAX, problems);
    let settings = read_settings(&root, problems);
    let platforms = read_platforms(&root, problems);
    let server = root.required("server", problems).and_then(|at| at.open_section(problems));
    let server = server.and_then(|server| read_server(&server, problems));
    let (kind, entry_point, start, overrides) = server?;
    Some(McpbManifest {
        name: name?,
        display_name,
        version: version?,
        description: description?,
        kind,
        entry_point,
        start,
        overrides,
        settings,
        platforms,
    })
}

fn check_version(root: &Section<'_>, problems: &mut Problems) {
    let at = root.get("manifest_version").or_else(|| root.get("dxt_version"));
    let Some(at) = at else {
        problems.add(root.place, "", "the key `manifest_version` is missing: is this a bundle's manifest?");
        return;
    };
    let Some(version) = at.text(TEXT_MAX, problems) else { return };
    if !["0.1", "0.2", "0.3", "0.4"].contains(&version.as_str()) {
        let shown: String = version.chars().filter(|c| !c.is_control()).take(40).collect();
        at.problem(problems, format!("version `{shown}` of this format is not known: 0.1 to 0.4 are"));
    }
}

/// Two numbers are common, and mean the third is 0.
fn read_semver(at: &At<'_>, problems: &mut Problems) -> Option<Version> {
    let text = at.text(TEXT_MAX, problems)?;
    let parsed =
        Version::parse(&text).or_else(|error| Version::parse(&format!("{text}.0")).map_err(|_| error));
    match parsed {
        Ok(version) => Some(version),
        Err(_) => at.expected("a semantic version such as \"1.0.0\"", problems),
    }
}

type Server = (McpbServerKind, String, Option<Start>, BTreeMap<String, Start>);

fn read_server(server: &Section<'_>, problems: &mut Problems) -> Option<Server> {
    let kinds = [
        ("node", McpbServerKind::Node),
        ("python", McpbServerKind::Python),
        ("binary", McpbServerKind::Binary),
        ("uv", McpbServerKind::Uv),
    ];
    let kind = server.required("type", problems).and_then(|at| at.word(&kinds, problems));
    let entry_point = server.required("entry_point", problems).and_then(|at| read_path(&at, problems));
    let mut start = None;
    let mut overrides = BTreeMap::new();
    if let Some(config) = server.get("mcp_config").and_then(|at| at.open_section(problems)) {
        start = Some(read_start(&config, problems));
        config.required("command", problems);
        let platforms = config.get("platform_overrides").and_then(|at| at.open_section(problems));
        for (platform, _, at) in platforms.iter().flat_map(Section::entries) {
            if let Some(section) = at.open_section(problems) {
                overrides.insert(platform.to_owned(), read_start(&section, problems));
            }
        }
    }
    Some((kind?, entry_point?, start, overrides))
}

/// A path inside the bundle.
fn read_path(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let path = at.text(TEXT_MAX, problems)?;
    if !is_inside(&path) {
        return at.expected("a path inside of the bundle", problems);
    }
    Some(path.trim_start_matches("./").to_owned())
}

/// Whether a text is the path of a file inside of a bundle.
pub(super) fn is_inside(path: &str) -> bool {
    let outside = path.starts_with(['/', '\\', '-']) || path.contains("..") || path.contains('$');
    !outside && !path.trim_matches(['.', '/']).is_empty() && !path.chars().any(char::is_control)
}

fn read_start(config: &Section<'_>, problems: &mut Problems) -> Start {
    let command = config.get("command").and_then(|at| {
        let command = at.text(VALUE_MAX, problems)?;
        if command.trim().is_empty() { at.expected("a program", problems) } else { Some(command) }
    });
    let args = config.get("args").map(|_| {
        config.list("args", ARGS_MAX, problems).iter().filter_map(|at| at.text(VALUE_MAX, problems)).collect()
    });
    let env = config.get("env").and_then(|at| at.open_section(problems)).map(|map| {
        let mut env = BTreeMap::new();
        for (name, place, at) in map.entries().take(VARIABLES_MAX) {
            if !is_variable_name(name) {
                problems.add(place, &map.path, format!("`{}` cannot be a name here", name.escape_debug()));
            } else if let Some(value) = at.text(VALUE_MAX, problems) {
                env.insert(name.to_owned(), value);
            }
        }
        env
    });
    Start { command, args, env }
}

fn read_settings(root: &Section<'_>, problems: &mut Problems) -> Vec<(String, Setting)> {
    let mut settings = Vec::new();
    let Some(map) = root.get("user_config").and_then(|at| at.open_section(problems)) else {
        return settings;
    };
    if map.entries().count() > SETTINGS_MAX {
        problems.add(map.place, &map.path, format!("more than {SETTINGS_MAX} settings"));
        return settings;
    }
    let formats = [
        ("string", AnswerFormat::Text),
        ("number", AnswerFormat::Number),
        ("boolean", AnswerFormat::Boolean),
        ("directory", AnswerFormat::Path),
        ("file", AnswerFormat::Path),
    ];
    for (key, _, at) in map.entries() {
        let Some(section) = at.open_section(problems) else { continue };
        let format = section.required("type", problems).and_then(|at| at.word(&formats, problems));
        let setting = Setting {
            title: section.text("title", TEXT_MAX, problems).unwrap_or_default(),
            description: section.text("description", TEXT_MAX, problems).unwrap_or_default(),
            format: format.unwrap_or_default(),
            required: section.boolean("required", problems).unwrap_or(false),
            sensitive: section.boolean("sensitive", problems).unwrap_or(false),
            multiple: section.boolean("multiple", problems).unwrap_or(false),
            defaults: section.get("default").map(|at| read_defaults(&at, problems)).unwrap_or_default(),
        };
        settings.push((key.to_owned(), setting));
    }
    settings
}

fn read_defaults(at: &At<'_>, problems: &mut Problems) -> Vec<String> {
    match &at.node.kind {
        Kind::Text(text) if text.is_empty() => Vec::new(),
        Kind::Number(_, written) => vec![written.clone()],
        Kind::Bool(value) => vec![value.to_string()],
        Kind::List(items) if items.len() <= SETTINGS_MAX => {
            let items = at.list(problems).unwrap_or_default();
            items.iter().filter_map(|at| at.text(VALUE_MAX, problems)).collect()
        }
        _ => at.text(VALUE_MAX, problems).into_iter().collect(),
    }
}

fn read_platforms(root: &Section<'_>, problems: &mut Problems) -> Vec<String> {
    let compatibility = root.get("compatibility").and_then(|at| at.open_section(problems));
    let platforms = compatibility.map(|section| section.list("platforms", SETTINGS_MAX, problems));
    platforms.unwrap_or_default().iter().filter_map(|at| at.text(TEXT_MAX, problems)).collect()
}
