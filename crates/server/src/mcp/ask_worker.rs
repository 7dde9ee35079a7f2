//! The tool by which a client hands work to the workers that their files expose.
//!
//! It is the call of the worker's own tool, which the chat need not have at hand: one tool in the list for all of them.

use std::sync::Arc;

use pegboard_engine::Engine;
use pegboard_engine::record::WorkerRecord;
use pegboard_mcp::endpoint::house::Refusal;
use pegboard_model::worker::Exposure;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::mcp::chest;

/// Its name. No tool of a toolset has it: their names hold `__`; a worker of this name goes by `call_tool`.
const NAME: &str = "ask_worker";

/// Characters of a worker's description in the tool's own.
const DESCRIPTION_SHOWN: usize = 160;

/// Workers that the tool's description tells of; its schema names them all.
const WORKERS_TOLD: usize = 50;

/// Whether a tool is this one, as long as there is a worker to ask.
pub(super) fn is(engine: &Engine, tool: &str) -> bool {
    tool == NAME && !exposed(engine).is_empty()
}

/// As `tools/list` shows it; nothing, where no worker is exposed.
pub(super) fn listed(engine: &Engine) -> Option<Value> {
    let workers = exposed(engine);
    if workers.is_empty() {
        return None;
    }
    let lines: Vec<String> = workers.iter().take(WORKERS_TOLD).map(line).collect();
    let description = format!(
        "Hand a task to a worker: an agent of this house with tools of its own that works on the same files. It sees \
         nothing of your conversation. Its answer is its last words.\n{}",
        lines.join("\n")
    );
    Some(json!({"name": NAME, "description": description, "inputSchema": schema_of(&workers)}))
}

/// Its input schema.
pub(super) fn schema(engine: &Engine) -> Value {
    schema_of(&exposed(engine))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    worker: String,
    task: String,
}

/// The worker's own tool, and what it is called with.
pub(super) fn read(
    engine: &Engine,
    arguments: Map<String, Value>,
) -> Result<(String, Map<String, Value>), Refusal> {
    let Task { worker, task } = chest::read(arguments)?;
    let exposed = exposed(engine);
    if !exposed.iter().any(|one| one.worker.name.as_str() == worker) {
        let names: Vec<_> = exposed.iter().map(|one| format!("`{}`", one.worker.name)).collect();
        let message = format!("there is no such worker to ask; there are {}", names.join(", "));
        return Err(Refusal::Told(message));
    }
    Ok((worker, Map::from_iter([("input".to_owned(), Value::String(task))])))
}

fn exposed(engine: &Engine) -> Vec<Arc<WorkerRecord>> {
    let workers = engine.workers().into_iter();
    workers.filter(|one| one.worker.exposure == Exposure::Exposed).collect()
}

fn line(one: &Arc<WorkerRecord>) -> String {
    let description: String = one.worker.description.chars().take(DESCRIPTION_SHOWN).collect();
    format!("- {}: {description}", one.worker.name).trim_end_matches([' ', ':']).to_owned()
}

fn schema_of(workers: &[Arc<WorkerRecord>]) -> Value {
    let names: Vec<_> = workers.iter().map(|one| one.worker.name.as_str()).collect();
    json!({
        "type": "object", "required": ["worker", "task"], "additionalProperties": false,
        "properties": {
            "worker": {"type": "string", "enum": names},
            "task": {"type": "string", "description": "all that the worker needs to know"},
        },
    })
}
