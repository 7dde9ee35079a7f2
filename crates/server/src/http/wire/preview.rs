//! What an import or an uninstall would do.

use pegboard_engine::UpgradeChanges;
use pegboard_engine::record::ToolRecord;
use pegboard_model::call::ProviderKind;
use pegboard_model::toolset;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::wire::change::Changes;
use crate::http::wire::import::ImportOutcome;
use crate::http::wire::mcp_proposal::Question;
use crate::http::wire::toolset::{BundleFile, McpServer};

/// What an import would come to.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolsetPreview {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) description: String,
    /// Over all its files; given to the import, it makes sure that nothing else is installed.
    pub(crate) fingerprint: String,
    pub(crate) outcome: ImportOutcome,
    /// The version that it would replace.
    pub(crate) upgraded_from: Option<String>,
    pub(crate) tools: Vec<PreviewedTool>,
    pub(crate) mcp_servers: Vec<McpServer>,
    pub(crate) files: Vec<BundleFile>,
    /// Toolsets that it wants beside it.
    pub(crate) requires: Vec<String>,
    /// Requirement lines of its Python environment.
    pub(crate) python_requirements: Vec<String>,
    /// What it will do and may do, what weighs most first.
    pub(crate) effects: Vec<Effect>,
    /// What an MCP bundle asks for and nobody has told yet: the import takes `answers`.
    pub(crate) questions: Vec<Question>,
    /// What people should know, such as toolsets that it requires and that are not installed.
    pub(crate) warnings: Vec<String>,
    /// What becomes different; `null` when nothing is installed under its id.
    pub(crate) changes: Option<ToolsetChanges>,
}

/// A tool as its manifest and the overrides describe it. Its code was not asked.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PreviewedTool {
    pub(crate) id: String,
    /// The id where only the code says a name.
    pub(crate) name: String,
    /// Empty where only the code says one.
    pub(crate) description: String,
    #[schema(value_type = Provider)]
    pub(crate) provider: ProviderKind,
    /// Whether a person would see each call, unless the code asks for it besides.
    pub(crate) requires_confirmation: bool,
    /// `code`, `document`, `html` or `frame`.
    pub(crate) renderer: Option<String>,
    /// `module:function` of a Python tool.
    pub(crate) entrypoint: Option<String>,
}

/// A source of tools.
#[derive(ToSchema)]
#[schema(as = ProviderKind, rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the model's type in the document")]
pub(crate) enum Provider {
    Builtin,
    Python,
    Mcp,
    Container,
    Node,
}

/// One thing that a toolset does or may do.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Effect {
    pub(crate) kind: EffectKind,
    /// One or two sentences. Parts of them come from the bundle.
    pub(crate) text: String,
}

/// What sort of thing a toolset does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EffectKind {
    /// Python code of the bundle runs.
    RunsCode,
    /// Packages are fetched and installed.
    InstallsPackages,
    /// A program of the server's machine is started.
    StartsProgram,
    /// A server elsewhere is spoken with.
    ReachesNetwork,
    /// Variables of the server's environment are read.
    ReadsVariable,
    /// Models are told something of it.
    TellsModels,
    /// Calls wait for a person.
    AsksFirst,
    /// Calls run without asking anybody.
    AsksNothing,
}

/// What an upgrade makes different. Tools and MCP servers go by their ids in the toolset.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolsetChanges {
    /// `changed` are declared differently; a change of their code shows among the files.
    pub(crate) tools: Difference,
    pub(crate) files: Changes,
    pub(crate) mcp_servers: Difference,
    pub(crate) python_requirements: AddedRemoved,
    /// Overrides of the user's own, which stay.
    pub(crate) kept_overrides: usize,
}

/// Names that are new, different or gone, each list sorted.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Difference {
    pub(crate) added: Vec<String>,
    pub(crate) changed: Vec<String>,
    pub(crate) removed: Vec<String>,
}

/// Lines that are new or gone, each list sorted.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AddedRemoved {
    pub(crate) added: Vec<String>,
    pub(crate) removed: Vec<String>,
}

impl From<pegboard_engine::ToolsetPreview> for ToolsetPreview {
    fn from(preview: pegboard_engine::ToolsetPreview) -> Self {
        let (outcome, upgraded_from) = ImportOutcome::of(preview.outcome);
        let toolset = preview.toolset;
        Self {
            id: toolset.id.to_string(),
            name: toolset.name,
            version: toolset.version,
            description: toolset.description,
            fingerprint: toolset.fingerprint.to_string(),
            outcome,
            upgraded_from,
            tools: preview.tools.into_iter().map(Into::into).collect(),
            mcp_servers: preview.mcp_servers.into_iter().map(Into::into).collect(),
            files: preview.files.into_iter().map(Into::into).collect(),
            requires: preview.requires.iter().map(ToString::to_string).collect(),
            python_requirements: toolset.python.requirements,
            effects: preview.effects.into_iter().map(Into::into).collect(),
            questions: preview.questions.into_iter().map(Into::into).collect(),
            warnings: preview.warnings,
            changes: preview.changes.map(Into::into),
        }
    }
}

impl From<ToolRecord> for PreviewedTool {
    fn from(tool: ToolRecord) -> Self {
        Self {
            id: tool.id.to_string(),
            name: tool.name,
            description: tool.description,
            provider: tool.provider,
            requires_confirmation: tool.requires_confirmation,
            renderer: tool.effective.renderer.map(|kind| kind.to_string()),
            entrypoint: tool.entrypoint,
        }
    }
}

impl From<toolset::Effect> for Effect {
    fn from(effect: toolset::Effect) -> Self {
        Self { kind: effect.kind.into(), text: effect.text }
    }
}

impl From<toolset::EffectKind> for EffectKind {
    fn from(kind: toolset::EffectKind) -> Self {
        match kind {
            toolset::EffectKind::RunsCode => Self::RunsCode,
            toolset::EffectKind::InstallsPackages => Self::InstallsPackages,
            toolset::EffectKind::StartsProgram => Self::StartsProgram,
            toolset::EffectKind::ReachesNetwork => Self::ReachesNetwork,
            toolset::EffectKind::ReadsVariable => Self::ReadsVariable,
            toolset::EffectKind::TellsModels => Self::TellsModels,
            toolset::EffectKind::AsksFirst => Self::AsksFirst,
            toolset::EffectKind::AsksNothing => Self::AsksNothing,
        }
    }
}

impl From<toolset::Difference> for Difference {
    fn from(difference: toolset::Difference) -> Self {
        let toolset::Difference { added, changed, removed } = difference;
        Self { added, changed, removed }
    }
}

impl From<UpgradeChanges> for ToolsetChanges {
    fn from(changes: UpgradeChanges) -> Self {
        let UpgradeChanges { bundle, kept_overrides } = changes;
        let (files, lines) = (bundle.files, bundle.requirements);
        Self {
            tools: bundle.tools.into(),
            files: Changes { added: files.added, modified: files.changed, removed: files.removed },
            mcp_servers: bundle.mcp_servers.into(),
            python_requirements: AddedRemoved { added: lines.added, removed: lines.removed },
            kept_overrides,
        }
    }
}

/// What a removal would come to.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct UninstallPreview {
    /// Ids of declared tools that go.
    pub(crate) tools: Vec<String>,
    /// Files that go.
    pub(crate) files: usize,
    /// What they have together.
    pub(crate) bytes: u64,
    /// Overrides of the user's own that go.
    pub(crate) user_overrides: usize,
    /// Saved inputs that go.
    pub(crate) saved_inputs: u64,
    /// `TOOLSET~SERVER` of the MCP servers that go.
    pub(crate) mcp_servers: Vec<String>,
    /// Recorded calls, which stay.
    pub(crate) calls_kept: u64,
    /// Installed toolsets that say that they require it.
    pub(crate) required_by: Vec<String>,
}

impl From<pegboard_engine::UninstallPreview> for UninstallPreview {
    fn from(preview: pegboard_engine::UninstallPreview) -> Self {
        Self {
            tools: preview.tools.iter().map(ToString::to_string).collect(),
            files: preview.files,
            bytes: preview.bytes,
            user_overrides: preview.user_overrides,
            saved_inputs: preview.saved_inputs,
            mcp_servers: preview.mcp_servers.iter().map(ToString::to_string).collect(),
            calls_kept: preview.calls_kept,
            required_by: preview.required_by.iter().map(ToString::to_string).collect(),
        }
    }
}
