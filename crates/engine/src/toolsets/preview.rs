//! What an import would do.

use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::Progress;
use pegboard_model::servers::Question;
use pegboard_model::toolset::{Effect, EffectFacts, ToolsetChanges, ToolsetManifest, ToolsetState, effects};

use super::discovery::Discovered;
use super::installation;
use super::plan::{ImportError, InstallOutcome, Plan, check, plan};
use super::storage::blocking;
use crate::bundle::ImportSource;
use crate::core::Core;
use crate::record::{McpServerRecord, ToolRecord, ToolsetFile, ToolsetRecord};
use crate::registry::{Installed, assemble};
use crate::store::{OverrideLayer, StoreError};

/// What an import would come to.
#[derive(Debug)]
pub struct ToolsetPreview {
    /// The toolset as it would be.
    pub toolset: ToolsetRecord,
    /// What the import would do.
    pub outcome: InstallOutcome,
    /// Its tools as the manifest and the overrides describe them. What only their code says is missing: it is not
    /// asked.
    pub tools: Vec<ToolRecord>,
    /// Its MCP servers.
    pub mcp_servers: Vec<McpServerRecord>,
    /// Its files, by path.
    pub files: Vec<ToolsetFile>,
    /// Toolsets that it wants beside it.
    pub requires: Vec<ToolsetId>,
    /// What it will do and may do.
    pub effects: Vec<Effect>,
    /// What an MCP bundle asks for and nobody has told yet.
    pub questions: Vec<Question>,
    /// What people should know.
    pub warnings: Vec<String>,
    /// What becomes different; `None` when nothing is installed under its id.
    pub changes: Option<UpgradeChanges>,
}

/// What an upgrade makes different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpgradeChanges {
    /// Between the two bundles.
    pub bundle: ToolsetChanges,
    /// The user's own overrides, which stay.
    pub kept_overrides: usize,
}

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// The import would be refused, or cannot be planned.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// What was kept of the installed toolset's manifest cannot be read.
    #[error("the stored manifest of the toolset is damaged: import the toolset again")]
    Stored(#[source] DocumentErrors),
}

impl From<StoreError> for PreviewError {
    fn from(error: StoreError) -> Self {
        Self::Import(error.into())
    }
}

/// Says what an import of the same source would do. Runs no code of the bundle and leaves nothing behind.
pub(crate) async fn preview(
    core: &Core,
    source: ImportSource,
    progress: &dyn Progress,
) -> Result<ToolsetPreview, PreviewError> {
    let checked = check(core, source, progress).await?;
    let plan = plan(core, checked).await?;
    let shown = show(core, &plan).await;
    // Its files go before the answer does.
    let gone = blocking(move || {
        drop(plan);
        Ok(())
    });
    gone.await.map_err(ImportError::Storage)?;
    shown
}

async fn show(core: &Core, plan: &Plan) -> Result<ToolsetPreview, PreviewError> {
    let manifest = &plan.staged.manifest;
    let users = core.store.overrides().await?.into_iter();
    let users: Vec<_> =
        users.filter(|(owner, layer, _)| *owner == manifest.id && *layer == OverrideLayer::User).collect();
    let files = installation::files(&plan.staged.files, &plan.root);
    let changes = changes(core, plan, &files, users.len()).await?;
    let bundle = manifest.tool_overrides.iter();
    let bundle = bundle.map(|change| (manifest.id.clone(), OverrideLayer::Bundle, change.clone()));
    // Whether the toolset is on is no property of its tools: what asks asks once it is.
    let on = ToolsetRecord { enabled: true, ..plan.toolset.clone() };
    let rows = installation::tools(manifest, &plan.staged.containers, Discovered::default());
    let installed = Installed {
        toolsets: vec![on],
        tools: rows,
        overrides: bundle.chain(users).collect(),
        ..Installed::default()
    };
    let registry = assemble(installed, &core.data);
    let tools: Vec<ToolRecord> = registry.tools().map(|tool| tool.record()).collect();
    let (asking, silent): (Vec<&ToolRecord>, Vec<_>) =
        tools.iter().filter(|tool| tool.enabled).partition(|tool| tool.requires_confirmation);
    let facts = EffectFacts {
        requirements: &plan.toolset.python.requirements,
        asking: asking.into_iter().map(|tool| tool.name.as_str()).collect(),
        silent: silent.into_iter().map(|tool| tool.name.as_str()).collect(),
    };
    Ok(ToolsetPreview {
        questions: open_questions(core, plan).await?,
        effects: effects(manifest, &facts),
        tools,
        mcp_servers: installation::servers(manifest, plan.toolset.installed_at),
        files,
        requires: manifest.requires.clone(),
        outcome: plan.outcome.clone(),
        warnings: plan.warnings.clone(),
        toolset: plan.toolset.clone(),
        changes,
    })
}

/// What the bundle asks for, without what is kept already.
async fn open_questions(core: &Core, plan: &Plan) -> Result<Vec<Question>, StoreError> {
    let mut questions = plan.staged.asked.questions.clone();
    if !questions.is_empty() {
        let kept = core.store.variable_names().await?;
        let id = &plan.toolset.id;
        questions.retain(|question| !kept.iter().any(|(owner, name)| owner == id && *name == question.name));
    }
    Ok(questions)
}

async fn changes(
    core: &Core,
    plan: &Plan,
    files: &[ToolsetFile],
    kept_overrides: usize,
) -> Result<Option<UpgradeChanges>, PreviewError> {
    let Some(before) = &plan.before else { return Ok(None) };
    let Some(stored) = core.store.toolset_manifest(&before.id).await? else { return Ok(None) };
    let manifest = ToolsetManifest::parse(&stored, "toolset.yaml").map_err(PreviewError::Stored)?;
    let files_before = core.store.toolset_files(&before.id).await?;
    let before = state(&manifest, &files_before, &before.python.requirements);
    let after = state(&plan.staged.manifest, files, &plan.toolset.python.requirements);
    Ok(Some(UpgradeChanges { bundle: ToolsetChanges::between(&before, &after), kept_overrides }))
}

fn state<'a>(
    manifest: &'a ToolsetManifest,
    files: &'a [ToolsetFile],
    requirements: &'a [String],
) -> ToolsetState<'a> {
    let files = files.iter().map(|file| (file.path.as_str(), file.sha256.as_str())).collect();
    ToolsetState { manifest, files, requirements }
}
