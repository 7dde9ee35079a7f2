//! Step 2: from what the caller wrote to the real tool with arguments that hold.

use std::sync::Arc;

use pegboard_model::call::{Resolved, Switch};
use pegboard_model::ids::ToolName;
use pegboard_model::policy::Contained;
use pegboard_model::provider::Bundle;
use pegboard_model::worker::Worker;
use serde_json::{Map, Value};

use crate::core::Core;
use crate::pipeline::error::CallError;
use crate::pipeline::told;
use crate::record::{CallRecord, WorkerRecord};
use crate::registry::{Found, ToolEntry};
use crate::servers;

/// Characters of an unknown tool's name that an error repeats.
const NAME_SHOWN: usize = 120;

/// A call's real tool.
pub(crate) struct Target {
    pub(crate) resolved: Resolved,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) entry: Arc<ToolEntry>,
    /// The worker that calls.
    pub(crate) worker: Option<Arc<WorkerRecord>>,
}

/// Finds the tool and checks the arguments.
pub(crate) async fn resolve(
    core: &Core,
    tool: &str,
    args: Map<String, Value>,
    worker: Option<&ToolName>,
) -> Result<Target, CallError> {
    check_size(core, &args)?;
    let worker = worker.map(|name| acting(core, name)).transpose()?;
    let entry = find(core, tool, worker.as_deref()).await?;
    told::check(core, &entry).await?;
    let args = fit(&entry, args)?;
    target(core, entry, args, worker).await
}

/// Finds the tool of a stored call as it is now. Its arguments were checked when it was stored, and are checked
/// again because the tool may have changed.
pub(crate) async fn resolve_again(core: &Core, call: &CallRecord) -> Result<Target, CallError> {
    let worker = call.worker.as_ref().map(|name| acting(core, name)).transpose()?;
    let entry = find(core, &call.tool.to_string(), worker.as_deref()).await?;
    told::check(core, &entry).await?;
    let args = fit(&entry, call.args.clone())?;
    target(core, entry, args, worker).await
}

/// Whether what the call would do can be seen before it runs.
pub(crate) fn contained(core: &Core, target: &Target) -> Contained {
    match core.providers.get(target.entry.provider()) {
        Some(provider) => provider.contains(&target.bundle, &target.resolved),
        None => Contained::No("this server has no such tools".to_owned()),
    }
}

async fn target(
    core: &Core,
    entry: Arc<ToolEntry>,
    args: Map<String, Value>,
    worker: Option<Arc<WorkerRecord>>,
) -> Result<Target, CallError> {
    let mut resolved = entry.resolve(args, worker.as_deref().map(|record| &record.worker));
    if resolved.switch == Switch::On && core.budgets.is_spent(&core.store, &resolved.tool).await? {
        resolved.switch = Switch::BudgetSpent;
    }
    Ok(Target { resolved, bundle: Arc::clone(&entry.bundle), entry, worker })
}

/// The worker that calls, as it is now.
fn acting(core: &Core, name: &ToolName) -> Result<Arc<WorkerRecord>, CallError> {
    let registry = core.registry.current();
    let near = || registry.near_workers(name.as_str());
    registry.worker(name).cloned().ok_or_else(|| CallError::NoWorker { name: name.clone(), near: near() })
}

fn check_size(core: &Core, args: &Map<String, Value>) -> Result<(), CallError> {
    let max = core.limits.args_bytes;
    let bytes = serde_json::to_vec(args).map_or(usize::MAX, |text| text.len());
    if bytes > max { Err(CallError::ArgumentsTooLarge { bytes, max }) } else { Ok(()) }
}

/// Finds a tool; for a worker, among its own.
async fn find(core: &Core, name: &str, worker: Option<&WorkerRecord>) -> Result<Arc<ToolEntry>, CallError> {
    let shown = || name.chars().take(NAME_SHOWN).collect::<String>();
    let Some(WorkerRecord { worker, .. }) = worker else {
        return find_any(core, name, shown).await;
    };
    let own = worker.own_name(name);
    let name = own.as_deref().unwrap_or(name);
    let unknown = || {
        let near = core.registry.current().near_tools_of(name, |entry| is_of(worker, entry));
        CallError::UnknownTool { name: shown(), near }
    };
    // No server of a toolset that is not the worker's is asked anything.
    match core.registry.current().find(name) {
        Found::Tool(entry) if !is_of(worker, entry) => return Err(unknown()),
        Found::OfServer(server) if !worker.has_toolset(&server.toolset) => return Err(unknown()),
        Found::Nothing => return Err(unknown()),
        Found::Tool(_) | Found::OfServer(_) | Found::Ambiguous(_) => {}
    }
    match find_any(core, name, shown).await {
        Ok(entry) if is_of(worker, &entry) => Ok(entry),
        Ok(_) | Err(CallError::UnknownTool { .. }) => Err(unknown()),
        Err(error) => Err(error),
    }
}

fn is_of(worker: &Worker, entry: &ToolEntry) -> bool {
    entry.row.toolset.as_ref().is_some_and(|toolset| worker.has(toolset, &entry.row.id))
}

async fn find_any(core: &Core, name: &str, shown: impl Fn() -> String) -> Result<Arc<ToolEntry>, CallError> {
    servers::discover(core, name)
        .await
        .map_err(|failure| CallError::ServerSilent { tool: shown(), reason: failure.message })?;
    let registry = core.registry.current();
    match registry.find(name) {
        Found::Tool(entry) => Ok(Arc::clone(entry)),
        Found::Ambiguous(candidates) => Err(CallError::Ambiguous { name: shown(), candidates }),
        Found::OfServer(_) | Found::Nothing => {
            Err(CallError::UnknownTool { name: shown(), near: registry.near_tools(name) })
        }
    }
}

fn fit(entry: &ToolEntry, args: Map<String, Value>) -> Result<Map<String, Value>, CallError> {
    let tool = || entry.row.id.clone();
    match entry.schema() {
        // Without a schema the code could not be read; running it will say why.
        None => Ok(args),
        Some(Err(error)) => Err(CallError::Unavailable {
            tool: tool(),
            reason: format!("its input schema is broken ({error}); mend the toolset and import it again"),
        }),
        Some(Ok(schema)) => match schema.fit(Value::Object(args)) {
            Ok(Value::Object(args)) => Ok(args),
            // A schema takes nothing away but entries of objects.
            Ok(_) => Ok(Map::new()),
            Err(violations) => Err(CallError::Arguments { tool: tool(), violations }),
        },
    }
}
