//! Handing work to workers. Each worker is a tool, `NAME({input})`; which ones there are, the house knows.

use pegboard_model::builtin::{Builtin, BuiltinToolset};
use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::provider::Job;
use serde_json::Value;

/// The toolset. Its tools are the house's workers.
pub(super) fn toolset() -> BuiltinToolset {
    BuiltinToolset {
        builtin: Builtin::Worker,
        title: "Workers",
        description: "Hand work to workers.",
        prompt_section: Some(
            "A worker is an agent with tools of its own that works on the same files. Say in `input` all that it needs to \
             know: it sees nothing of this conversation.",
        ),
        tools: Vec::new(),
    }
}

/// Whether a call is for a worker.
pub(super) fn is_for_worker(job: &Job) -> bool {
    job.bundle.toolset == Builtin::Worker.toolset()
}

/// Runs a worker, for which a model is needed.
pub(super) fn run(job: &Job) -> Result<Value, ToolFailure> {
    let message = format!(
        "the worker `{}` cannot run: this server has no model to run workers with. Its tools can be called as that worker \
         by other agents, at /mcp/workers/{0}",
        job.resolved.tool
    );
    Err(ToolFailure::new(FailureKind::Unavailable, message))
}
