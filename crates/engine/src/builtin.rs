//! The toolsets that Pegboard itself brings: their rows, so that they are switched and overridden as others are. What
//! their tools are is never stored; it is asked of their providers at every start.

use pegboard_model::builtin::{Builtin, BuiltinTool, BuiltinToolset};
use pegboard_model::call::ProviderKind;
use pegboard_model::config::{ConfigSchema, ConfigStatus};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolId;
use pegboard_model::toolset::MANIFEST_VERSION;
use pegboard_model::worker::Worker;
use serde_json::json;

use crate::clock;
use crate::record::{PythonSettings, SourceType, ToolsetRecord, WorkerRecord};
use crate::store::{Store, StoreError, ToolRow};

/// Writes the row of each built-in toolset that has none, and brings the others up to date. Switches stay.
pub(crate) async fn ensure(store: &Store, toolsets: &[BuiltinToolset]) -> Result<(), StoreError> {
    let stored = store.toolsets().await?;
    for toolset in toolsets {
        let id = toolset.builtin.toolset();
        let before = stored.iter().find(|row| row.id == id);
        let record = record(toolset, before);
        if before.is_some_and(|row| row.fingerprint == record.fingerprint && row.version == record.version) {
            continue;
        }
        let write = store.write().await?;
        write.put_builtin(&record).await?;
        write.commit().await?;
    }
    Ok(())
}

fn record(toolset: &BuiltinToolset, before: Option<&ToolsetRecord>) -> ToolsetRecord {
    ToolsetRecord {
        id: toolset.builtin.toolset(),
        name: toolset.title.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description: toolset.description.to_owned(),
        enabled: before.is_none_or(|row| row.enabled),
        user_mcp: false,
        installed_at: before.map_or_else(clock::now, |row| row.installed_at),
        source_type: SourceType::Builtin,
        source_ref: String::new(),
        manifest_version: MANIFEST_VERSION.to_owned(),
        fingerprint: fingerprint(toolset),
        python: PythonSettings::default(),
        problem: None,
        config_schema: ConfigSchema::default(),
        status: ConfigStatus::System,
    }
}

/// Over what a person is shown of its tools. What they do changes with Pegboard's version, which is part of it.
fn fingerprint(toolset: &BuiltinToolset) -> Fingerprint {
    let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned()];
    for tool in &toolset.tools {
        parts.extend([tool.name.to_string(), tool.description.clone(), tool.input_schema.to_string()]);
    }
    Fingerprint::of(parts)
}

/// The tools of built-in toolsets as rows of the registry.
pub(crate) fn rows(toolsets: &[BuiltinToolset]) -> Vec<ToolRow> {
    let rows_of = |toolset: &BuiltinToolset| {
        toolset.tools.iter().zip(0..).map(|(tool, position)| row(toolset, tool, position)).collect::<Vec<_>>()
    };
    toolsets.iter().flat_map(rows_of).collect()
}

/// The workers as tools, where the toolset that hands work to them is there.
pub(crate) fn worker_rows(toolsets: &[BuiltinToolset], workers: &[WorkerRecord]) -> Vec<ToolRow> {
    let taken: Vec<_> = toolsets.iter().flat_map(|toolset| &toolset.tools).map(|tool| &tool.name).collect();
    if !toolsets.iter().any(|toolset| toolset.builtin == Builtin::Worker) {
        return Vec::new();
    }
    // A tool that a later version brings keeps its name.
    let free = workers.iter().filter(|record| !taken.contains(&&record.worker.name));
    free.zip(0..).map(|(record, position)| worker_row(&record.worker, position)).collect()
}

fn worker_row(worker: &Worker, position: i32) -> ToolRow {
    let input = json!({"type": "string", "description": "The task, with all that the worker needs to know"});
    ToolRow {
        id: ToolId::Builtin(worker.name.clone()),
        toolset: Some(Builtin::Worker.toolset()),
        position,
        provider: ProviderKind::Builtin,
        name: worker.name.to_string(),
        description: worker.description.clone(),
        input_schema: Some(json!({
            "type": "object",
            "properties": {"input": input},
            "required": ["input"],
            "additionalProperties": false,
        })),
        needs_approval: None,
        enabled: true,
        entrypoint: None,
        category: Some(Builtin::Worker.as_str().to_owned()),
        problem: None,
        upstream: None,
        effect: None,
        container: None,
    }
}

fn row(toolset: &BuiltinToolset, tool: &BuiltinTool, position: i32) -> ToolRow {
    ToolRow {
        id: ToolId::Builtin(tool.name.clone()),
        toolset: Some(toolset.builtin.toolset()),
        position,
        provider: ProviderKind::Builtin,
        name: tool.title.to_owned(),
        description: tool.description.clone(),
        input_schema: Some(tool.input_schema.clone()),
        needs_approval: None,
        enabled: true,
        entrypoint: None,
        category: Some(toolset.builtin.as_str().to_owned()),
        problem: None,
        upstream: None,
        effect: Some(tool.effect),
        container: None,
    }
}
