//! Import, which is also upgrade and repair (spec 1 §3.3).

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use pegboard_model::config::Secrecy;
use pegboard_model::provider::Progress;
use pegboard_model::servers::{SecretValue, answered_questions};

use super::discovery::discover;
use super::plan::{ImportError, InstallOutcome, Plan, check, plan};
use super::storage::{self, blocking};
use super::{containers, installation, node};
use crate::bundle::{ImportSource, Staged};
use crate::core::Core;
use crate::events::EventKind;
use crate::images;
use crate::kept_variable;
use crate::record::{McpServerRecord, ToolRecord, ToolsetRecord};
use crate::seal::SealTurn;
use crate::store::{Installation, StoreError, Write};

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

/// What goes with a bundle that is imported.
#[derive(Clone)]
pub struct ImportTerms {
    /// What whoever imports has agreed to.
    pub consent: Consent,
    /// Answers to what an MCP bundle asks, by variable. They are kept encrypted.
    pub answers: BTreeMap<String, String>,
}

impl From<Consent> for ImportTerms {
    fn from(consent: Consent) -> Self {
        Self { consent, answers: BTreeMap::new() }
    }
}

/// Imports a bundle. All or nothing: any error leaves everything as it was.
pub(crate) async fn import(
    core: &Core,
    source: ImportSource,
    terms: &ImportTerms,
    progress: &dyn Progress,
) -> Result<Imported, ImportError> {
    let checked = check(core, source, progress).await?;
    let _turn = core.installing.lock().await;
    let mut plan = plan(core, checked).await?;
    let found = &plan.staged.fingerprint;
    if matches!(&terms.consent, Consent::Only(seen) if seen != found.as_str()) {
        return Err(ImportError::Changed { found: found.clone() });
    }
    let sealing = core.seal.turn().await;
    plan.variables = answered(core, &sealing, &plan, &terms.answers)?;
    match &plan.before {
        // An answer is something to do, also where no file is another one.
        Some(before) if plan.variables.is_empty() && plan.outcome == InstallOutcome::Unchanged => {
            Ok(imported(core, before.clone(), &plan))
        }
        _ => {
            let toolset = install(core, &plan, progress).await?;
            Ok(imported(core, toolset, &plan))
        }
    }
}

/// Names and sealed values of what was answered.
fn answered(
    core: &Core,
    sealing: &SealTurn<'_>,
    plan: &Plan,
    answers: &BTreeMap<String, String>,
) -> Result<Vec<(String, String)>, ImportError> {
    let questions = &plan.staged.asked.questions;
    let values = answered_questions(questions, answers).map_err(ImportError::Answers)?;
    let seal = |(name, value): (String, SecretValue)| {
        let sealed = kept_variable::seal(sealing, &plan.toolset.id, &name, value.expose())?;
        let place = kept_variable::place(&plan.toolset.id, &name);
        core.secrets.note(place, Secrecy::Secret, value.expose());
        Ok((name, sealed))
    };
    values.into_iter().map(seal).collect()
}

/// Carries a plan out.
async fn install(core: &Core, plan: &Plan, progress: &dyn Progress) -> Result<ToolsetRecord, ImportError> {
    let installation = prepare(core, plan, progress).await?;
    write(core, &[&installation]).await?;
    core.refresh().await?;
    settle(core, plan).await;
    // As it stands now, with what people told the version before.
    let registry = core.registry.current();
    let standing = registry.toolset(&installation.toolset.id).map(|entry| entry.record.clone());
    Ok(standing.unwrap_or(installation.toolset))
}

/// Puts the files in their place and looks at them; no row names them yet.
pub(super) async fn prepare(
    core: &Core,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Installation, ImportError> {
    let Plan { staged, root, toolset, .. } = plan;
    let manifest = &staged.manifest;
    // In its place before its code is looked at: what a provider keeps warm from that look knows the folder by this
    // path. Until a row names the folder, it is only left over.
    place(staged, root).await?;
    let requirements = &toolset.python.requirements;
    let discovered = discover(core, manifest, root, &staged.fingerprint, requirements, progress).await;
    progress.step(&format!("Installing {} {}", manifest.id, manifest.version));
    let problem = discovered.problem.clone();
    let tools = installation::tools(manifest, &staged.containers, discovered);
    Ok(Installation {
        toolset: ToolsetRecord { problem, ..toolset.clone() },
        manifest: manifest.to_yaml()?,
        files: installation::files(&staged.files, root),
        overrides: containers::with_cards(node::overrides(manifest, &tools), &tools),
        tools,
        servers: keep_switches(core, installation::servers(manifest, toolset.installed_at)),
        variables: plan.variables.clone(),
    })
}

/// Writes the rows of all of them or of none.
pub(super) async fn write(core: &Core, installations: &[&Installation]) -> Result<(), StoreError> {
    let write = core.store.write().await?;
    put(&write, installations).await?;
    write.commit().await?;
    for installation in installations {
        core.servers.forget(&installation.toolset.id);
    }
    Ok(())
}

/// The same as a part of a transaction; of toolsets without servers it is all.
pub(super) async fn put(write: &Write, installations: &[&Installation]) -> Result<(), StoreError> {
    for installation in installations {
        write.install(installation).await?;
        write.forget_announcements(&installation.toolset.id).await?;
    }
    Ok(())
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

/// When the registry has the new version: everyone hears of it, and nothing of the old one stays warm.
pub(super) async fn settle(core: &Core, plan: &Plan) {
    let Plan { staged, before, .. } = plan;
    let id = &staged.manifest.id;
    core.events.publish(EventKind::ToolsetInstalled {
        toolset: id.clone(),
        version: staged.manifest.version.to_string(),
    });
    if before.is_some() {
        for provider in core.providers.all() {
            provider.release(id).await;
        }
    }
    containers::build(core, id);
    images::retain(core);
    let Some(before) = before else { return };
    // The version before this one stays until the next start or upgrade: a call may still run in it.
    let (data, id) = (core.data.clone(), id.clone());
    let keep = [staged.fingerprint.clone(), before.fingerprint.clone()];
    let pruned = blocking(move || storage::prune(&data, &id, &keep)).await;
    if let Err(error) = pruned {
        tracing::warn!(toolset = %before.id, ?error, "older versions could not be removed");
    }
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
