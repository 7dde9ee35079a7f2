//! Workers for people.

use crate::cli::output::{Output, Tone};
use crate::cli::text::{first_line, moment};
use crate::http::wire::page::Page;
use crate::http::wire::worker::{
    Worker, WorkerCheck, WorkerDefinition, WorkerRemoved, WorkerSummary, WorkerToolset, WorkerToolsetSource,
};

/// Characters of a description in a listing.
const DESCRIPTION_WIDTH: usize = 60;

pub(crate) fn list(output: &Output, page: &Page<WorkerSummary>) {
    if page.items.is_empty() {
        output.note("There are no workers. `pegboard worker import NAME.worker` keeps one.");
        return;
    }
    let row = |worker: &WorkerSummary| {
        [
            worker.name.clone(),
            worker.toolsets.join(", "),
            moment(worker.updated_at),
            first_line(&worker.description, DESCRIPTION_WIDTH),
        ]
    };
    output.table(["WORKER", "TOOLSETS", "CHANGED", "DESCRIPTION"], page.items.iter().map(row));
}

pub(crate) fn one(output: &Output, worker: &Worker) {
    let definition = &worker.definition;
    output.line(Tone::Strong, &definition.name);
    if !definition.description.is_empty() {
        output.line(Tone::Plain, &definition.description);
    }
    says(output, definition);
    if !definition.instructions.is_empty() {
        output.line(Tone::Strong, "instructions");
        output.line(Tone::Plain, &definition.instructions);
    }
}

pub(crate) fn kept(output: &Output, worker: &Worker) {
    output.line(Tone::Good, &format!("{} is kept", worker.definition.name));
    says(output, &worker.definition);
}

pub(crate) fn check(output: &Output, file: &str, check: &WorkerCheck) {
    for problem in &check.problems {
        let key = if problem.key.is_empty() { String::new() } else { format!("{}: ", problem.key) };
        let place = format!("{file}:{}:{}", problem.line, problem.column);
        output.line(Tone::Bad, &format!("{place}: {key}{}", problem.message));
    }
    if let Some(worker) = &check.worker {
        output.line(Tone::Good, &format!("{} holds", worker.name));
        says(output, worker);
    }
}

pub(crate) fn removed(output: &Output, removed: &WorkerRemoved) {
    let with = match removed.toolsets.as_slice() {
        [] => String::new(),
        toolsets => format!(" with {}", toolsets.join(", ")),
    };
    output.line(Tone::Plain, &format!("removed {}{with}", removed.name));
}

/// What a worker works with, and what it may use.
fn says(output: &Output, worker: &WorkerDefinition) {
    if !worker.toolsets.is_empty() {
        output.table(["TOOLSET", "FROM", "ID", "CALLS"], worker.toolsets.iter().map(row));
    }
    if !worker.workers.is_empty() {
        output.line(Tone::Plain, &format!("hands work to {}", worker.workers.join(", ")));
    }
    for zone in &worker.zones {
        let mode = serde_json::json!(zone.mode);
        let may = format!("zone {}: {}", zone.path, mode.as_str().unwrap_or_default());
        output.line(Tone::Plain, &format!("{may}, write {}, delete {}", zone.write, zone.delete));
    }
    for toolset in &worker.toolsets {
        if let Some(problem) = &toolset.problem {
            output.note(&format!("warning: {}: {problem}", toolset.name));
        }
    }
}

fn row(toolset: &WorkerToolset) -> [String; 4] {
    let from = match toolset.source {
        WorkerToolsetSource::Builtin => "Pegboard",
        WorkerToolsetSource::Installed => "installed",
        WorkerToolsetSource::Package => "package",
        WorkerToolsetSource::Module => "module",
    };
    let whole = toolset.approval.map(|approval| approval.to_string());
    let single = toolset.tool_approvals.iter().map(|(tool, approval)| format!("{tool} {approval}"));
    let calls: Vec<String> = whole.into_iter().chain(single).collect();
    [toolset.name.clone(), from.to_owned(), toolset.toolset_id.clone(), calls.join(", ")]
}
