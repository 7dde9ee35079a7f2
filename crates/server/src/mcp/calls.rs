//! Calls, and what came of them.

use std::sync::Arc;

use pegboard_engine::record::CallRecord;
use pegboard_engine::{Engine, Yes};
use pegboard_mcp::endpoint::house::{
    Called, Ended, Invocation, Link, Output, Pending, Principal, Refusal, Told, View,
};
use pegboard_mcp::endpoint::limits::{RESOURCE_MAX, TEXT_BEGINNING};
use pegboard_model::call::{
    ApprovalMode, Call, CallStatus, Caller, CallerLine, FailureKind, Telemetry, ToolFailure,
};
use pegboard_model::guarded::Guarded;
use pegboard_model::ids::{CallId, ToolId};
use pegboard_model::policy::Reach;
use pegboard_model::render::{RenderPlan, View as Planned};
use serde_json::Value;
use url::Url;

use crate::mcp::chest::{ChestTool, Indirect};
use crate::mcp::view::Names;
use crate::mcp::{ask_worker, chest, refusal, resources, shelf};

/// Characters of a call's arguments that a person is shown.
const ARGUMENTS_SHOWN: usize = 2_000;

/// Calls a tool.
pub(super) async fn call(
    engine: &Engine,
    names: &Names,
    page: &Url,
    asked: Invocation,
) -> Result<Called, Refusal> {
    let asked = match (&asked.view, ChestTool::of(&asked.tool)) {
        (View::All, Some(ChestTool::Call)) => {
            let Indirect { name, arguments } = chest::read(asked.arguments)?;
            Invocation { tool: name, arguments, ..asked }
        }
        (View::All, Some(own)) => {
            return chest::answer(engine, asked.chat, own, asked.arguments).await.map(Called::Answered);
        }
        _ => asked,
    };
    if asked.view == View::All && ask_worker::is(engine, &asked.tool) {
        let (tool, arguments) = ask_worker::read(engine, asked.arguments)?;
        return make(engine, page, tool, Invocation { arguments, ..asked }).await;
    }
    let tool = names.resolve(engine, &asked.view, &asked.tool).await?;
    if asked.view == View::All {
        engine.check_chest(asked.chat, &tool).await.map_err(refusal::call)?;
    }
    make(engine, page, tool, asked).await
}

/// Makes a call of a tool that may be called.
async fn make(engine: &Engine, page: &Url, tool: String, asked: Invocation) -> Result<Called, Refusal> {
    let worker = match asked.view {
        View::Worker(name) => Some(name),
        View::All | View::Toolset(_) => None,
    };
    let call = Call {
        tool,
        args: asked.arguments,
        chat: Some(asked.chat),
        message: None,
        worker,
        parent: None,
        triggered: None,
        id: None,
        telemetry: Telemetry::default(),
        caller: Caller { name: asked.by.name, mode: ApprovalMode::Interactive },
        line: Some(asked.line),
    };
    let record = engine.call(call).await.map_err(refusal::call)?;
    Ok(called(engine, page, record).await)
}

/// Lets a call run that waits.
pub(super) async fn approve(
    engine: &Engine,
    page: &Url,
    call: CallId,
    by: &Principal,
    line: Arc<dyn CallerLine>,
) -> Result<Called, Refusal> {
    let record = engine
        .approve_for(call, Yes { by: &by.name, reach: Reach::Once }, line)
        .await
        .map_err(refusal::approve)?;
    Ok(called(engine, page, record).await)
}

/// Turns a call down.
pub(super) async fn deny(
    engine: &Engine,
    page: &Url,
    call: CallId,
    by: &Principal,
) -> Result<Called, Refusal> {
    let record = engine.deny(call, &by.name, None).await.map_err(refusal::approve)?;
    Ok(called(engine, page, record).await)
}

async fn called(engine: &Engine, page: &Url, record: CallRecord) -> Called {
    let output = output(engine, &record.tool);
    if record.status == CallStatus::Pending {
        return Called::Pending(pending(engine, page, &record, output));
    }
    let shown = shown(&record);
    let (call, chat, warnings) = (record.id, record.chat, record.warnings.clone());
    let outcome = outcome(engine, record).await;
    Called::Ended(Ended { call, chat, outcome, output, warnings, shown })
}

fn output(engine: &Engine, tool: &ToolId) -> Output {
    let ToolId::Mcp { .. } = tool else { return Output::Free };
    let upstream = engine.tool(&tool.to_string()).ok().and_then(|tool| tool.upstream);
    match upstream {
        Some(tool) if tool.definition().contains_key("outputSchema") => Output::Declared,
        _ => Output::Free,
    }
}

fn pending(engine: &Engine, page: &Url, record: &CallRecord, output: Output) -> Pending {
    let name =
        engine.tool(&record.tool.to_string()).map_or_else(|_| record.tool.to_string(), |tool| tool.name);
    let arguments = Value::Object(record.args.clone()).to_string();
    let shown: String = arguments.chars().take(ARGUMENTS_SHOWN).collect();
    let cut = if shown.len() < arguments.len() { " … (cut; the page shows all)" } else { "" };
    Pending {
        call: record.id,
        chat: record.chat,
        // Both: a display name alone says nothing about where a tool comes from.
        tool: format!("“{name}” ({})", record.tool),
        output,
        arguments: format!("{shown}{cut}"),
        approve_at: format!("{page}ui/calls/{}", record.id),
    }
}

/// The data of an html renderer.
fn shown(record: &CallRecord) -> Option<Value> {
    let plan = record.render_plan.as_ref().filter(|plan| plan.get("renderer") == Some(&"html".into()))?;
    match serde_json::from_value::<RenderPlan>(plan.clone()).ok()?.view {
        Planned::Html { data, .. } => Some(data),
        _ => None,
    }
}

async fn outcome(engine: &Engine, record: CallRecord) -> Told {
    if let Some(tool) = Guarded::of(record.tool.name(), record.provider) {
        return guarded(engine, &record, tool).await;
    }
    if let Some(failure) = record.error {
        return Told::Failed(failure);
    }
    let Some(result) = &record.result else {
        return Told::Plain(Value::Null);
    };
    match (&record.tool, shelf::handle(result)) {
        (ToolId::Mcp { .. }, None) => Told::Upstream(record.result.unwrap_or_default()),
        (_, None) => Told::Plain(record.result.unwrap_or_default()),
        (tool, Some((path, bytes))) => {
            if matches!(tool, ToolId::Mcp { .. })
                && let Some(whole) = whole(engine, &record, path, bytes).await
            {
                return Told::Upstream(whole);
            }
            shelved(engine, &record, path, bytes).await
        }
    }
}

/// What a container tool said, and nothing else of its result: many clients hand structured content and files to their model
/// as well.
async fn guarded(engine: &Engine, record: &CallRecord, tool: Guarded<'_>) -> Told {
    if let Some(failure) = &record.error {
        return Told::Failed(tool.failure(failure));
    }
    let recorded = record.result.as_ref().unwrap_or(&Value::Null);
    let text = match shelf::handle(recorded) {
        None => tool.result(recorded),
        Some((path, bytes)) => match whole(engine, record, path, bytes).await {
            Some(result) => tool.result(&result),
            None => return unreadable(path),
        },
    };
    Told::Plain(Value::String(text))
}

/// A result in full, where it is not too large to be sent.
async fn whole(engine: &Engine, record: &CallRecord, path: &str, bytes: u64) -> Option<Value> {
    if bytes > RESOURCE_MAX {
        return None;
    }
    serde_json::from_slice(&shelf::read(engine, record, path, RESOURCE_MAX).await?).ok()
}

async fn shelved(engine: &Engine, record: &CallRecord, path: &str, bytes: u64) -> Told {
    let limit = u64::try_from(TEXT_BEGINNING).unwrap_or(u64::MAX);
    let Some(beginning) = shelf::read(engine, record, path, limit).await else {
        return unreadable(path);
    };
    let link = Link {
        uri: resources::uri(record.chat, path),
        name: path.to_owned(),
        mime_type: "application/json".to_owned(),
    };
    Told::Shelved { beginning: String::from_utf8_lossy(&beginning).into_owned(), bytes, link }
}

fn unreadable(path: &str) -> Told {
    let message = format!("the result is in the workspace file `{path}`, which cannot be read");
    Told::Failed(ToolFailure::new(FailureKind::Workspace, message))
}
