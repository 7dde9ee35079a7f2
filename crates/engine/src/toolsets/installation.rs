//! From a checked bundle to the rows of its installation.

use std::fs;
use std::io;
use std::path::Path;

use pegboard_model::call::{NeedsApproval, ProviderKind};
use pegboard_model::config::ConfigStatus;
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::time::Timestamp;
use pegboard_model::toolset::{
    MANIFEST_VERSION, McpServer, PythonSection, Requirements, ToolDeclaration, ToolsetManifest, Transport,
};

use super::discovery::Discovered;
use super::from_code::{DESCRIPTION_MAX, NAME_MAX, clipped, fits, too_large};
use super::{containers, node};
use crate::bundle::{BundleFile, ContainerFolder};
use crate::record::{McpServerRecord, PythonSettings, SourceType, ToolsetFile, ToolsetRecord};
use crate::store::ToolRow;

/// Bytes of a requirements file.
const REQUIREMENTS_MAX: u64 = 64 << 10;

/// Where a bundle came from, for its row.
#[derive(Debug, Clone)]
pub(super) struct Provenance {
    pub(super) source_type: SourceType,
    pub(super) source_ref: String,
    /// Whether it is a server that was added by itself.
    pub(super) user_mcp: bool,
}

/// The row of a toolset. `before` is what was installed under its id: whether it is on and where it is listed is the
/// user's choice, which an upgrade keeps.
pub(super) fn toolset(
    manifest: &ToolsetManifest,
    python: PythonSettings,
    fingerprint: &pegboard_model::fingerprint::Fingerprint,
    provenance: Provenance,
    before: Option<&ToolsetRecord>,
    now: Timestamp,
) -> ToolsetRecord {
    ToolsetRecord {
        id: manifest.id.clone(),
        name: manifest.name.clone(),
        version: manifest.version.to_string(),
        description: manifest.description.clone(),
        enabled: before.is_none_or(|before| before.enabled),
        user_mcp: provenance.user_mcp || before.is_some_and(|before| before.user_mcp),
        installed_at: now,
        source_type: provenance.source_type,
        source_ref: provenance.source_ref,
        manifest_version: MANIFEST_VERSION.to_owned(),
        fingerprint: fingerprint.clone(),
        python,
        problem: None,
        config_schema: manifest.config_schema.clone(),
        status: ConfigStatus::System,
    }
}

/// How the toolset's Python tools run; a requirements file is read out of `root`.
pub(super) fn python(section: Option<&PythonSection>, root: &Path) -> io::Result<PythonSettings> {
    let Some(section) = section else {
        return Ok(PythonSettings::default());
    };
    let requirements = match &section.requirements {
        None => Vec::new(),
        Some(Requirements::Lines(lines)) => lines.clone(),
        Some(Requirements::File(file)) => requirement_lines(&root.join(file))?,
    };
    Ok(PythonSettings {
        requirements,
        hooks: section.hooks.clone(),
        timeout_seconds: section.timeout_seconds,
        isolation: section.isolation.map(|isolation| isolation.as_str().to_owned()),
        sandbox: section.sandbox,
    })
}

fn requirement_lines(file: &Path) -> io::Result<Vec<String>> {
    if fs::metadata(file)?.len() > REQUIREMENTS_MAX {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let text = fs::read_to_string(file)?;
    let lines = text.lines().map(|line| line.split(" #").next().unwrap_or_default().trim());
    Ok(lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
}

/// The rows of the files, stored below `root`.
pub(super) fn files(files: &[BundleFile], root: &Path) -> Vec<ToolsetFile> {
    files
        .iter()
        .map(|file| ToolsetFile {
            path: file.path.clone(),
            kind: file_kind(&file.path).to_owned(),
            sha256: file.sha256.clone(),
            // A file's limit is far below what the column takes.
            size: i64::try_from(file.size).unwrap_or(i64::MAX),
            stored_path: root.join(&file.path).to_string_lossy().into_owned(),
        })
        .collect()
}

/// `python`, `artifact`, `config` or `asset` (spec 1 §1.2), by where a file lies and what it is called.
fn file_kind(path: &str) -> &'static str {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    match ending {
        Some("py") => "python",
        _ if path.starts_with("artifacts/") => "artifact",
        Some("yaml" | "yml" | "json" | "toml") if !path.contains('/') => "config",
        _ => "asset",
    }
}

/// The rows of the tools. What the manifest says wins over what the code says; only a wish to be confirmed holds
/// whoever has it.
pub(super) fn tools(
    manifest: &ToolsetManifest,
    folders: &[ContainerFolder],
    mut discovered: Discovered,
) -> Vec<ToolRow> {
    let in_code = std::mem::take(&mut discovered.in_code);
    let declared =
        (0..).zip(&manifest.tools).map(|(position, tool)| row(&manifest.id, position, tool, &mut discovered));
    let mut rows: Vec<ToolRow> = declared.collect();
    rows.extend(node::rows(manifest, in_code));
    let containers = containers::rows(&manifest.id, folders, &rows);
    rows.extend(containers);
    rows
}

fn row(toolset: &ToolsetId, position: i32, tool: &ToolDeclaration, discovered: &mut Discovered) -> ToolRow {
    let (code, mut problem) = discovered.take(&tool.id);
    let (own_name, own_description) =
        (clipped(code.name, NAME_MAX), clipped(code.description, DESCRIPTION_MAX));
    let own_schema = code.input_schema.filter(|schema| {
        let fits = fits(schema);
        if !fits && problem.is_none() {
            problem = Some(too_large());
        }
        fits
    });
    ToolRow {
        id: ToolId::Toolset { toolset: toolset.clone(), tool: tool.id.clone() },
        toolset: Some(toolset.clone()),
        position,
        provider: ProviderKind::Python,
        name: tool.name.clone().or(own_name).unwrap_or_else(|| tool.id.to_string()),
        description: tool.description.clone().or(own_description).unwrap_or_default(),
        input_schema: tool.input_schema.clone().or(own_schema),
        needs_approval: match tool.requires_confirmation {
            Some(true) => Some(NeedsApproval::Always),
            Some(false) | None => code.needs_approval,
        },
        enabled: tool.enabled,
        entrypoint: Some(tool.entrypoint.to_string()),
        category: tool.category.clone().or_else(|| clipped(code.category, NAME_MAX)),
        problem,
        upstream: None,
        effect: None,
        container: None,
    }
}

/// The rows of the MCP servers.
pub(super) fn servers(manifest: &ToolsetManifest, now: Timestamp) -> Vec<McpServerRecord> {
    manifest.mcp_servers.iter().map(|server| server_row(&manifest.id, server, now)).collect()
}

fn server_row(toolset: &ToolsetId, server: &McpServer, now: Timestamp) -> McpServerRecord {
    let pairs = |map: &std::collections::BTreeMap<String, String>| {
        map.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>()
    };
    let mut row = McpServerRecord {
        id: server.id.clone(),
        toolset: toolset.clone(),
        server_type: server.transport.as_str().to_owned(),
        enabled: server.enabled,
        command: None,
        args: Vec::new(),
        cwd: None,
        url: None,
        headers: Vec::new(),
        env: Vec::new(),
        requires_confirmation: server.requires_confirmation,
        created_at: now,
        scope: server.scope,
        lazy: server.lazy,
    };
    match &server.transport {
        Transport::Stdio { command, args, cwd, env } => {
            row.command = Some(command.clone());
            row.args.clone_from(args);
            row.cwd.clone_from(cwd);
            row.env = pairs(env);
        }
        Transport::Sse { url, headers } | Transport::StreamableHttp { url, headers } => {
            row.url = Some(url.clone());
            row.headers = pairs(headers);
        }
    }
    row
}
