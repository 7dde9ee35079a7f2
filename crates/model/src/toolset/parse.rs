//! Reading of a whole manifest.

use super::manifest::{MANIFEST_VERSION, ToolsetManifest};
use super::names::{Declared, Others};
use super::read_containers::read_containers;
use super::read_node::read_node;
use super::read_overrides::{read_overrides, settle};
use super::read_providers::read_python;
use super::read_servers::read_servers;
use super::read_tools::read_tools;
use super::texts::{DESCRIPTION_MAX, NAME_MAX, read_name};
use crate::builtin;
use crate::config::read_config_schema;
use crate::document::{At, DocumentErrors, Kind, Node, Problems, Section, Seen, yaml};
use crate::ids::ToolsetId;

const KEYS: [&str; 14] = [
    "manifest_version",
    "id",
    "name",
    "version",
    "description",
    "prompt_section",
    "requires",
    "python",
    "node",
    "containers",
    "config_schema",
    "tools",
    "tool_overrides",
    "mcp_servers",
];

/// The longest part of the system prompt, in bytes.
const PROMPT_SECTION_MAX: usize = 64 << 10;

/// How many other toolsets one may require.
const REQUIRES_MAX: usize = 100;

impl ToolsetManifest {
    /// Reads the text of a `toolset.yaml`; `file` is its name for messages.
    ///
    /// # Errors
    /// Everything that is wrong with it, as far as one thing does not hide another.
    pub fn parse(text: &str, file: &str) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        let root = yaml::read(text, &mut problems.0);
        let manifest = root.and_then(|root| read_manifest(&root, &mut problems));
        match manifest {
            Some(manifest) if problems.0.is_empty() => Ok(manifest),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }
}

fn read_manifest(root: &Node, problems: &mut Problems) -> Option<ToolsetManifest> {
    let root = At { node: root, path: String::new() }.section(&KEYS, problems)?;
    check_manifest_version(&root, problems);
    // Every part is read before the first `?`, so that all of their problems are found.
    let id = read_id(&root, problems);
    let name = root.required("name", problems).and_then(|at| read_name(&at, problems));
    let version = root.required("version", problems).and_then(|at| read_version(&at, problems));
    let description = root.text("description", DESCRIPTION_MAX, problems);
    let prompt_section = root.text("prompt_section", PROMPT_SECTION_MAX, problems);
    let requires = read_requires(&root, id.as_ref(), problems);
    let python = root.get("python").and_then(|at| read_python(&at, problems));
    let node = root.get("node").and_then(|at| read_node(&at, problems));
    let containers = read_containers(&root, problems);
    let config_schema = root.get("config_schema").map(|at| read_config_schema(&at, problems));
    let tools = read_tools(&root, problems);
    let servers = read_servers(&root, problems);
    let overrides = read_overrides(&root, problems);

    let id = id?;
    let tool_ids: Vec<_> = tools.ids.iter().collect();
    let server_ids: Vec<_> = servers.ids.iter().collect();
    // Where an id could not be read, an override of it is not a second problem.
    let all_ids_known = tools.unreadable_ids == 0 && servers.unreadable_ids == 0;
    let others = Others::of(node.as_ref(), &containers);
    let declared = Declared { toolset: &id, tools: &tool_ids, servers: &server_ids, others };
    let tool_overrides = settle(overrides, tools.renderers, &declared, all_ids_known, problems);
    Some(ToolsetManifest {
        name: name?,
        version: version?,
        description: description.unwrap_or_default(),
        prompt_section,
        requires,
        python,
        node,
        containers,
        config_schema: config_schema.unwrap_or_default(),
        tools: tools.tools,
        tool_overrides,
        mcp_servers: servers.servers,
        id,
    })
}

fn check_manifest_version(root: &Section<'_>, problems: &mut Problems) {
    let Some(at) = root.required("manifest_version", problems) else {
        return;
    };
    if let Some(version) = at.text(NAME_MAX, problems)
        && version != MANIFEST_VERSION
    {
        at.problem(problems, format!("manifest version `{version}` is not known: this server reads \"1\""));
    }
}

fn read_id(root: &Section<'_>, problems: &mut Problems) -> Option<ToolsetId> {
    let at = root.required("id", problems)?;
    let id: ToolsetId = at.parsed(NAME_MAX, problems)?;
    if id.as_str() == "mcp" {
        at.problem(problems, "a toolset cannot have the id `mcp`: the ids of MCP tools begin with it");
        return None;
    }
    if id.as_str().starts_with(builtin::PREFIX) {
        let message = format!("the ids of Pegboard's own toolsets begin with `{}`", builtin::PREFIX);
        at.problem(problems, message);
        return None;
    }
    Some(id)
}

fn read_version(at: &At<'_>, problems: &mut Problems) -> Option<semver::Version> {
    // An unquoted `1.0` is a number to YAML; quotes alone would not make it a version.
    let text = match &at.node.kind {
        Kind::Number(_, written) => written.clone(),
        _ => at.text(NAME_MAX, problems)?,
    };
    match semver::Version::parse(&text) {
        Ok(version) => Some(version),
        Err(error) => {
            let shown: String = text.chars().take(40).collect();
            let message = format!("`{shown}` is not a semantic version such as \"1.0.0\": {error}");
            at.problem(problems, message);
            None
        }
    }
}

fn read_requires(root: &Section<'_>, own: Option<&ToolsetId>, problems: &mut Problems) -> Vec<ToolsetId> {
    let mut seen = Seen::default();
    let mut requires = Vec::new();
    for at in root.list("requires", REQUIRES_MAX, problems) {
        let Some(id) = at.parsed::<ToolsetId>(NAME_MAX, problems) else {
            continue;
        };
        if Some(&id) == own {
            at.problem(problems, "a toolset cannot require itself");
        } else if seen.is_new(id.as_str(), "required toolset", &at, problems) {
            requires.push(id);
        }
    }
    requires
}
