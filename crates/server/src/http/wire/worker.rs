//! Workers.

use std::collections::BTreeMap;

use pegboard_engine::record::WorkerRecord;
use pegboard_engine::{RemovedWorker, ToolsetSource, ToolsetStanding, WorkerDetail};
use pegboard_model::approval::Approval;
use pegboard_model::document::DocumentErrors;
use pegboard_model::time::Timestamp;
use pegboard_model::worker;
use pegboard_model::zones::{Mode, Zone as ZoneRule};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a list shows of a worker.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerSummary {
    pub(crate) name: String,
    pub(crate) description: String,
    /// Whether clients over MCP can hand it work by `ask_worker`.
    pub(crate) exposed: bool,
    /// The model profile that it thinks with; `null` is the house's default.
    pub(crate) model: Option<String>,
    /// Its toolsets, as it calls them.
    pub(crate) toolsets: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) updated_at: Timestamp,
}

impl From<&WorkerRecord> for WorkerSummary {
    fn from(record: &WorkerRecord) -> Self {
        let worker = &record.worker;
        Self {
            name: worker.name.to_string(),
            description: worker.description.clone(),
            exposed: worker.exposure == worker::Exposure::Exposed,
            model: worker.model.clone(),
            toolsets: worker.toolsets.iter().map(|toolset| toolset.name.clone()).collect(),
            updated_at: record.updated_at,
        }
    }
}

/// A worker as its file says it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerDefinition {
    pub(crate) name: String,
    /// What it is for.
    pub(crate) description: String,
    /// Whether clients over MCP can hand it work by `ask_worker`.
    pub(crate) exposed: bool,
    /// The model profile that it thinks with; `null` is the house's default.
    pub(crate) model: Option<String>,
    /// What it is told: the text below the front matter.
    pub(crate) instructions: String,
    /// What it works with, in the order of the file.
    pub(crate) toolsets: Vec<WorkerToolset>,
    /// The workers that it may hand work to.
    pub(crate) workers: Vec<String>,
    /// What the built-in file tools may do where, when they work for it.
    pub(crate) zones: Vec<Zone>,
    pub(crate) limits: WorkerLimits,
}

/// A worker.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Worker {
    #[serde(flatten)]
    pub(crate) definition: WorkerDefinition,
    /// Its file, as it was written.
    pub(crate) text: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) updated_at: Timestamp,
}

/// How a toolset of a worker stands.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerToolset {
    /// As the worker calls it.
    pub(crate) name: String,
    pub(crate) source: WorkerToolsetSource,
    pub(crate) toolset_id: String,
    /// What the worker says of all its calls: `preApproved`, `ask` or `blocked`; `null` says nothing.
    #[schema(value_type = Option<String>)]
    pub(crate) approval: Option<Approval>,
    /// What it says of single tools, by name.
    #[schema(value_type = BTreeMap<String, String>)]
    pub(crate) tool_approvals: BTreeMap<String, Approval>,
    /// Whether it is there.
    pub(crate) installed: bool,
    /// Why its tools cannot be called.
    pub(crate) problem: Option<String>,
}

/// Where a worker's toolset comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WorkerToolsetSource {
    /// Pegboard itself brings it.
    Builtin,
    /// It is installed by itself.
    Installed,
    /// The worker brings it, from an npm package.
    Package,
    /// The worker brings it, as a module beside its file.
    Module,
}

impl From<ToolsetStanding> for WorkerToolset {
    fn from(standing: ToolsetStanding) -> Self {
        Self {
            name: standing.name,
            source: match standing.source {
                ToolsetSource::Builtin => WorkerToolsetSource::Builtin,
                ToolsetSource::Installed => WorkerToolsetSource::Installed,
                ToolsetSource::Package => WorkerToolsetSource::Package,
                ToolsetSource::Module => WorkerToolsetSource::Module,
            },
            toolset_id: standing.toolset.to_string(),
            approval: standing.approvals.whole,
            tool_approvals: standing.approvals.tools,
            installed: standing.installed,
            problem: standing.problem,
        }
    }
}

/// What the built-in file tools may do in one place of the workspace.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Zone {
    /// A folder, or one file, with all below it.
    pub(crate) path: String,
    /// `ro` or `rw`.
    #[schema(value_type = String)]
    pub(crate) mode: Mode,
    /// What becomes of creating and changing: `preApproved`, `ask` or `blocked`.
    #[schema(value_type = String)]
    pub(crate) write: Approval,
    /// What becomes of removing.
    #[schema(value_type = String)]
    pub(crate) delete: Approval,
}

impl From<&ZoneRule> for Zone {
    fn from(zone: &ZoneRule) -> Self {
        let ZoneRule { path, mode, approval } = zone;
        Self { path: path.to_string(), mode: *mode, write: approval.write, delete: approval.delete }
    }
}

/// What one run of a worker may use.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerLimits {
    /// Answers of its model.
    pub(crate) steps: u32,
    /// Workers that hand work to each other, itself included.
    pub(crate) depth: u32,
    /// From its task to its answer.
    pub(crate) timeout_seconds: u32,
    /// Tokens of its model, in and out; `null` counts none.
    pub(crate) tokens: Option<u32>,
}

impl WorkerDefinition {
    pub(crate) fn of(worker: &worker::Worker, toolsets: Vec<ToolsetStanding>) -> Self {
        let worker::WorkerLimits { steps, depth, timeout_seconds, tokens } = worker.limits;
        Self {
            name: worker.name.to_string(),
            description: worker.description.clone(),
            exposed: worker.exposure == worker::Exposure::Exposed,
            model: worker.model.clone(),
            instructions: worker.instructions.clone(),
            toolsets: toolsets.into_iter().map(Into::into).collect(),
            workers: worker.workers.iter().map(ToString::to_string).collect(),
            zones: worker.rules.zones.all().iter().map(Into::into).collect(),
            limits: WorkerLimits { steps, depth, timeout_seconds, tokens },
        }
    }
}

impl From<WorkerDetail> for Worker {
    fn from(detail: WorkerDetail) -> Self {
        let WorkerDetail { record, toolsets } = detail;
        Self {
            definition: WorkerDefinition::of(&record.worker, toolsets),
            text: record.text.clone(),
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }
}

/// A worker's file.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkerText {
    /// YAML front matter between two lines of `---`, and instructions; at most 512 KiB.
    pub(crate) text: String,
}

/// A worker's file that is not kept.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkerCheckRequest {
    pub(crate) text: String,
    /// The name that it must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// Whether a worker's file holds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerCheck {
    pub(crate) valid: bool,
    /// Everything that is wrong with it, the first 50 of it.
    pub(crate) problems: Vec<WorkerProblem>,
    /// What it says, where it holds.
    pub(crate) worker: Option<WorkerDefinition>,
}

/// One thing that is wrong with a worker's file.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerProblem {
    /// Counts from 1.
    pub(crate) line: usize,
    /// Counts from 1, in characters.
    pub(crate) column: usize,
    /// Such as `toolsets.shell.rules[0].pattern`; empty for the file as a whole.
    pub(crate) key: String,
    pub(crate) message: String,
}

impl From<DocumentErrors> for WorkerCheck {
    fn from(errors: DocumentErrors) -> Self {
        let problem = |problem: pegboard_model::document::Problem| WorkerProblem {
            line: problem.place.line,
            column: problem.place.column,
            key: problem.path,
            message: problem.message,
        };
        Self { valid: false, problems: errors.problems.into_iter().map(problem).collect(), worker: None }
    }
}

/// Where a worker comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WorkerImportFrom {
    /// A file on the server's machine.
    Local,
}

/// Which worker to import.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkerImportRequest {
    pub(crate) source_type: WorkerImportFrom,
    /// The absolute path of a `NAME.worker` file. Where it names modules, its folder comes along.
    pub(crate) source_ref: String,
}

/// A ZIP with one `NAME.worker` file, and its modules beside that.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the upload in the document")]
pub(crate) struct WorkerUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What went with a worker.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WorkerRemoved {
    pub(crate) name: String,
    /// The toolsets that it brought.
    pub(crate) toolsets: Vec<String>,
}

impl From<RemovedWorker> for WorkerRemoved {
    fn from(removed: RemovedWorker) -> Self {
        let toolsets = removed.toolsets.iter().map(ToString::to_string).collect();
        Self { name: removed.name.to_string(), toolsets }
    }
}
