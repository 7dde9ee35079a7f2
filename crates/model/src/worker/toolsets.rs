//! What a worker works with.

use serde_json::Value;

use crate::approval::ToolsetApprovals;
use crate::builtin::Builtin;
use crate::document::{At, Kind, Problems, Seen};
use crate::ids::{ToolName, ToolsetId};
use crate::ruleset::{Ruleset, read_approval, read_tools, read_toolset, read_toolset_rules};
use crate::toolset::{NodeApproval, NodeSection, NodeSource, read_code, read_imports, read_packages};

/// Keys of toolsets from elsewhere (spec 3).
const EXTERNAL_KEYS: [&str; 6] = ["package", "import", "module", "options", "packages", "approval"];

/// Keys of the toolset that hands work to other workers.
const WORKER_KEYS: [&str; 3] = ["workers", "approval", "tools"];

/// Toolsets that one worker may name.
const TOOLSETS_MAX: usize = 100;

/// Workers that one worker may hand work to.
const WORKERS_MAX: usize = 100;

/// The longest name of a worker, in bytes.
const NAME_MAX: usize = 200;

/// One toolset of a worker.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerToolset {
    /// As the worker calls it.
    pub name: String,
    /// Which one it is.
    pub source: WorkerToolsetSource,
}

/// Where a worker's toolset comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkerToolsetSource {
    /// A built-in or an installed one.
    Toolset(ToolsetId),
    /// AI SDK tools of a package, or of a module beside the worker (spec 3). What the worker says of their calls stands
    /// in its rules.
    External(NodeSection),
}

/// What `toolsets` says.
#[derive(Debug, Default)]
pub(super) struct ReadToolsets {
    pub(super) toolsets: Vec<WorkerToolset>,
    pub(super) workers: Vec<ToolName>,
    pub(super) rules: Ruleset,
}

pub(super) fn read_toolsets(at: &At<'_>, worker: Option<&ToolName>, problems: &mut Problems) -> ReadToolsets {
    let mut read = ReadToolsets::default();
    let Some(section) = at.open_section(problems) else {
        return read;
    };
    if section.entries().count() > TOOLSETS_MAX {
        at.problem(problems, format!("more than {TOOLSETS_MAX} toolsets"));
        return read;
    }
    for (name, place, at) in section.entries() {
        if is_external(&at) {
            read_external(name, &at, worker, &mut read, problems);
            continue;
        }
        let toolset = match read_toolset(name) {
            Ok(toolset) => toolset,
            Err(why) => {
                problems.add(place, &section.path, why);
                continue;
            }
        };
        let said = match Builtin::of(&toolset) {
            Some(Builtin::Worker) => read_workers(&at, &mut read.workers, problems),
            Some(Builtin::Filesystem | Builtin::Shell) | None => {
                read_toolset_rules(&toolset, &at, &mut read.rules, problems)
            }
        };
        read.rules.approvals.0.extend(said.map(|said| (toolset.clone(), said)));
        read.toolsets
            .push(WorkerToolset { name: name.to_owned(), source: WorkerToolsetSource::Toolset(toolset) });
    }
    read
}

fn is_external(at: &At<'_>) -> bool {
    let Kind::Map(entries) = &at.node.kind else {
        return false;
    };
    entries.iter().any(|entry| matches!(entry.key.as_str(), "package" | "module"))
}

/// Tools from elsewhere get a toolset of their own, named after the worker, so that two workers may bring different ones.
fn read_external(
    name: &str,
    at: &At<'_>,
    worker: Option<&ToolName>,
    read: &mut ReadToolsets,
    problems: &mut Problems,
) {
    let Some(section) = at.section(&EXTERNAL_KEYS, problems) else {
        return;
    };
    let code = read_code(at, &section, problems);
    let imports = section.get("import").map(|at| read_imports(&at, problems)).unwrap_or_default();
    let options = section.get("options").and_then(|at| match at.json() {
        options @ Value::Object(_) => Some(options),
        _ => at.expected("a map of options", problems),
    });
    if options.is_some() && imports.is_empty() {
        let message = "options are what a factory is called with: name it with `import`";
        problems.add(section.place_of("options"), &section.path, message);
    }
    let mut said = ToolsetApprovals::default();
    match section.get("approval") {
        Some(at) if matches!(at.node.kind, Kind::Map(_)) => read_tools(&at, &mut said, problems),
        Some(at) => said.whole = read_approval(&at, problems),
        None => {}
    }
    let (Some(worker), Some(code)) = (worker, code) else {
        return;
    };
    let Some(id) = external_toolset(worker, name) else {
        let message = "a toolset's name has letters, digits, `-`, `_` and `.`, and with the worker's name at most 63 of them";
        return at.problem(problems, message);
    };
    read.rules.approvals.0.insert(id, said);
    let args = options.into_iter().collect();
    let packages = read_packages(&section, problems);
    let source = NodeSource { code, imports, args, approval: NodeApproval::Unsaid };
    let node = NodeSection { packages, tools: vec![source], ..NodeSection::default() };
    read.toolsets.push(WorkerToolset { name: name.to_owned(), source: WorkerToolsetSource::External(node) });
}

/// The id of the toolset that holds what a worker brings under a name.
pub fn external_toolset(worker: &ToolName, name: &str) -> Option<ToolsetId> {
    format!("{worker}.{name}").parse().ok()
}

fn read_workers(
    at: &At<'_>,
    workers: &mut Vec<ToolName>,
    problems: &mut Problems,
) -> Option<ToolsetApprovals> {
    let section = at.section(&WORKER_KEYS, problems)?;
    let mut seen = Seen::default();
    for at in section.list("workers", WORKERS_MAX, problems) {
        if let Some(name) = at.parsed::<ToolName>(NAME_MAX, problems)
            && seen.is_new(name.as_str(), "worker", &at, problems)
        {
            workers.push(name);
        }
    }
    let whole = section.get("approval").and_then(|at| read_approval(&at, problems));
    let mut said = ToolsetApprovals { whole, ..Default::default() };
    if let Some(at) = section.get("tools") {
        read_tools(&at, &mut said, problems);
    }
    Some(said)
}
