//! Import, which is also upgrade and repair (spec 1 §3.3).

use std::io;
use std::path::Path;
use std::sync::Arc;

use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::Progress;

use super::discovery::discover;
use super::installation;
use super::plan::{ImportError, InstallOutcome, Plan, check, plan};
use super::storage::{self, blocking};
use crate::bundle::{ImportSource, Staged};
use crate::core::Core;
use crate::events::EventKind;
use crate::record::{McpServerRecord, ToolRecord, ToolsetRecord};
use crate::store::{Installation, StoreError};

/// A toolset that is installed now.
#[derive(Debug)]
pub struct Imported {
    /// It, as it is now.
    pub toolset: ToolsetRecord,
    /// What the import did.
    pub outcome: InstallOutcome,
    /// Its tools, in the order of its manifest.
    pub tools: Vec<ToolRecord>,
    /// What people should know: toolsets that it requires and that are not installed.
    pub warnings: Vec<String>,
}

/// What whoever imports has agreed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consent {
    /// Whatever the source holds.
    Whatever,
    /// Only the bundle with this fingerprint, as a preview showed it: an address may serve another one a moment later.
    Only(String),
}

/// Imports a bundle. All or nothing: any error leaves everything as it was.
pub(crate) async fn import(
    core: &Core,
    source: ImportSource,
    consent: &Consent,
    progress: &dyn Progress,
) -> Result<Imported, ImportError> {
    let checked = check(core, source, progress).await?;
    let _turn = core.installing.lock().await;
    let plan = plan(core, checked).await?;
    let found = &plan.staged.fingerprint;
    if matches!(consent, Consent::Only(seen) if seen != found.as_str()) {
        return Err(ImportError::Changed { found: found.clone() });
    }
    match &plan.before {
        Some(before) if plan.outcome == InstallOutcome::Unchanged => {
            Ok(imported(core, before.clone(), &plan))
        }
        _ => {
            let toolset = install(core, &plan, progress).await?;
            Ok(imported(core, toolset, &plan))
        }
    }
}

/// The bundle of a server that a person added by itself.
pub(crate) struct Added<'a> {
    /// Where its manifest lies.
    pub(crate) folder: &'a Path,
    /// Names and sealed values.
    pub(crate) variables: Vec<(String, String)>,
    /// What it may take the place of.
    pub(crate) instead_of: InsteadOf,
}

/// What the toolset of an added server may take the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InsteadOf {
    /// Nothing: its id must be free.
    Nothing,
    /// The same server with other settings.
    Itself,
}

/// Installs the toolset of a server that a person added by itself, or installs it anew with other settings. Whether
/// its id is free is asked when nobody else can take it any more.
pub(crate) async fn install_added(
    core: &Core,
    added: Added<'_>,
    progress: &dyn Progress,
) -> Result<(), InstallAddedError> {
    let checked = check(core, ImportSource::Folder(added.folder.to_owned()), progress).await?.added();
    let _turn = core.installing.lock().await;
    let plan = Plan { variables: added.variables, ..plan(core, checked).await? };
    let own = plan.before.as_ref().map(|before| before.user_mcp);
    match (added.instead_of, own) {
        (InsteadOf::Nothing, None) | (InsteadOf::Itself, Some(true)) => {}
        (InsteadOf::Nothing, Some(_)) | (InsteadOf::Itself, Some(false)) => {
            return Err(InstallAddedError::Taken(plan.toolset.id));
        }
        (InsteadOf::Itself, None) => return Err(InstallAddedError::Gone(plan.toolset.id)),
    }
    install(core, &plan, progress).await?;
    Ok(())
}

/// Why the toolset of an added server was not installed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InstallAddedError {
    /// Something else has its id.
    #[error("there is a toolset `{0}` already")]
    Taken(ToolsetId),
    /// It was removed meanwhile.
    #[error("there is no toolset `{0}` any more")]
    Gone(ToolsetId),
    /// It cannot be installed.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// Carries a plan out.
async fn install(core: &Core, plan: &Plan, progress: &dyn Progress) -> Result<ToolsetRecord, ImportError> {
    let Plan { staged, root, toolset, before, .. } = plan;
    let manifest = &staged.manifest;
    // In its place before its code is looked at: what a provider keeps warm from that look knows the folder by this
    // path. Until a row names the folder, it is only left over.
    place(staged, root).await?;
    let requirements = &toolset.python.requirements;
    let discovered = discover(core, manifest, root, &staged.fingerprint, requirements, progress).await;
    progress.step(&format!("Installing {} {}", manifest.id, manifest.version));
    let installation = Installation {
        toolset: ToolsetRecord { problem: discovered.problem.clone(), ..toolset.clone() },
        manifest: manifest.to_yaml()?,
        files: installation::files(&staged.files, root),
        tools: installation::tools(manifest, discovered),
        overrides: manifest.tool_overrides.clone(),
        servers: keep_switches(core, installation::servers(manifest, toolset.installed_at)),
        variables: plan.variables.clone(),
    };
    let write = core.store.write().await?;
    write.install(&installation).await?;
    write.forget_announcements(&manifest.id).await?;
    write.commit().await?;
    core.servers.forget(&manifest.id);
    settle(core, before.as_ref(), staged).await?;
    Ok(installation.toolset)
}

/// Whether a server is on is the user's choice, which an upgrade keeps.
fn keep_switches(core: &Core, mut servers: Vec<McpServerRecord>) -> Vec<McpServerRecord> {
    let registry = core.registry.current();
    for server in &mut servers {
        if let Some(before) = registry.server(&server.key()) {
            server.enabled = before.record.enabled;
        }
    }
    servers
}

/// After the commit: everyone sees the new version, and nothing of the old one stays warm.
async fn settle(core: &Core, before: Option<&ToolsetRecord>, staged: &Staged) -> Result<(), StoreError> {
    let id = &staged.manifest.id;
    core.refresh().await?;
    core.events.publish(EventKind::ToolsetInstalled {
        toolset: id.clone(),
        version: staged.manifest.version.to_string(),
    });
    let Some(before) = before else { return Ok(()) };
    for provider in core.providers.all() {
        provider.release(id).await;
    }
    // The version before this one stays until the next start or upgrade: a call may still run in it.
    let (data, id) = (core.data.clone(), id.clone());
    let keep = [staged.fingerprint.clone(), before.fingerprint.clone()];
    let pruned = blocking(move || storage::prune(&data, &id, &keep)).await;
    if let Err(error) = pruned {
        tracing::warn!(toolset = %before.id, ?error, "older versions could not be removed");
    }
    Ok(())
}

async fn place(staged: &Arc<Staged>, root: &Path) -> io::Result<()> {
    let (staged, root) = (Arc::clone(staged), root.to_owned());
    blocking(move || storage::place(&staged, &root)).await
}

fn imported(core: &Core, toolset: ToolsetRecord, plan: &Plan) -> Imported {
    let registry = core.registry.current();
    let tools = registry.tools().filter(|tool| tool.row.toolset.as_ref() == Some(&toolset.id));
    Imported {
        tools: tools.map(|tool| tool.record()).collect(),
        toolset,
        outcome: plan.outcome.clone(),
        warnings: plan.warnings.clone(),
    }
}
