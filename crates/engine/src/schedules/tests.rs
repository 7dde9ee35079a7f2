#![allow(clippy::unwrap_used)]
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::builtin::{Builtin, BuiltinTool, BuiltinToolset, Effect};
use pegboard_model::call::{CallStatus, Outcome, ProviderKind, ToolFailure};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolId;
use pegboard_model::policy::{KillSwitch, Permit};
use pegboard_model::provider::{Bundle, Declared, Discovery, Host, Job, Progress, Provider};
use pegboard_model::time::Timestamp;
use serde_json::json;

use crate::clock;
use crate::engine::{Engine, EngineConfig, Sources};
use crate::events::EventKind;
use crate::limits::Limits;
use crate::outcomes::days_ago;
use crate::record::{CallRecord, LastRun, PageRequest, ScheduleRow};

/// One tool, which says the same each time.
struct Bell;

#[async_trait]
impl Provider for Bell {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Builtin
    }

    fn builtin(&self) -> Vec<BuiltinToolset> {
        let ring = BuiltinTool {
            name: "ring".parse().unwrap(),
            title: "",
            description: String::new(),
            input_schema: json!({"type": "object"}),
            effect: Effect::Reads,
        };
        let builtin = Builtin::Filesystem;
        vec![BuiltinToolset { builtin, title: "", description: "", prompt_section: None, tools: vec![ring] }]
    }

    async fn discover(
        &self,
        _: &Bundle,
        _: &[Declared],
        _: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        Ok(Vec::new())
    }

    async fn run(&self, _permit: Permit, _job: Job, _host: &dyn Host) -> Outcome {
        Outcome { result: Ok(json!("ding")), log: String::new() }
    }

    async fn release(&self, _: &pegboard_model::ids::ToolsetId) {}

    async fn shutdown(&self) {}
}

async fn house() -> (tempfile::TempDir, Engine) {
    let folder = tempfile::tempdir().unwrap();
    let config = EngineConfig {
        data: folder.path().to_owned(),
        database_url: None,
        kill_switch: KillSwitch::ToolsEnabled,
        limits: Limits::default(),
        secret_key: None,
        relevance: Default::default(),
        secret_key_before: None,
        secrets: Arc::default(),
    };
    let sources = Sources { providers: vec![Arc::new(Bell)], ..Sources::default() };
    (folder, Engine::open(config, sources).await.unwrap())
}

fn ring() -> ToolId {
    "ring".parse().unwrap()
}

/// A schedule that was due for the first time two days ago.
fn overdue() -> ScheduleRow {
    ScheduleRow {
        tool: ring(),
        toolset: None,
        schedule: Some("*/30".to_owned()),
        timezone: None,
        prompt: Some("It rang:".to_owned()),
        args: None,
        enabled: true,
        chat: None,
        next_run_at: Some(days_ago(2)),
        last_run_at: None,
        last_call: None,
        last_error: None,
        claimed_until: None,
    }
}

/// Keeps the row, lets the scheduler look, and waits until a prompt came of it.
async fn until_a_prompt(engine: &Engine, row: &ScheduleRow) {
    let mut events = engine.events();
    let write = engine.core().store.write().await.unwrap();
    write.put_schedule(row).await.unwrap();
    write.commit().await.unwrap();
    engine.core().scheduling.look();
    while !matches!(events.recv().await.unwrap().kind, EventKind::PromptAdded { .. }) {}
}

#[tokio::test]
async fn what_was_missed_is_one_run() {
    let (_folder, engine) = house().await;
    until_a_prompt(&engine, &overdue()).await;
    let prompts = engine.prompts(None, PageRequest::default()).await.unwrap().items;
    assert_eq!(prompts.len(), 1);
    assert_eq!(prompts[0].text, "It rang:\n\nding");
    let schedule = engine.schedules().await.unwrap().remove(0);
    assert!(schedule.next_run_at.unwrap() > clock::now(), "nothing is left of the missed ones");
    assert_eq!(schedule.last, Some(LastRun::Call(CallStatus::Success)));
    assert_eq!(schedule.last_call, Some(prompts[0].call));
    engine.close().await;
}

/// A server that ended between its claim and the beginning of the call: the next one begins that very call.
#[tokio::test]
async fn a_claimed_run_that_did_not_begin_is_begun_by_whoever_finds_it() {
    let (_folder, engine) = house().await;
    let call = clock::fresh();
    let row = ScheduleRow {
        last_call: Some(call),
        claimed_until: Some(days_ago(1)),
        next_run_at: Timestamp::from_unix_millis(clock::now().unix_millis() + 3_600_000),
        ..overdue()
    };
    until_a_prompt(&engine, &row).await;
    let prompts = engine.prompts(None, PageRequest::default()).await.unwrap().items;
    assert_eq!(prompts.iter().map(|prompt| prompt.call).collect::<Vec<_>>(), [call]);
    engine.close().await;
}

#[tokio::test]
async fn a_call_that_began_is_never_run_again() {
    let (_folder, engine) = house().await;
    until_a_prompt(&engine, &overdue()).await;
    let before = engine.schedules().await.unwrap().remove(0);
    // As if the server had ended before it could note that the call is recorded.
    let claim = ScheduleRow {
        last_call: before.last_call,
        claimed_until: Some(days_ago(1)),
        next_run_at: before.next_run_at,
        ..overdue()
    };
    let write = engine.core().store.write().await.unwrap();
    write.remove_schedule(&ring()).await.unwrap();
    write.put_schedule(&claim).await.unwrap();
    write.commit().await.unwrap();
    engine.core().scheduling.look();
    while engine.core().store.schedule(&ring()).await.unwrap().unwrap().claimed_until.is_some() {
        tokio::task::yield_now().await;
    }
    assert_eq!(engine.prompts(None, PageRequest::default()).await.unwrap().items.len(), 1);
    engine.close().await;
}

#[tokio::test]
async fn of_two_that_claim_at_once_one_has_the_run() {
    let (_folder, engine) = house().await;
    let chat = engine.create_chat(None).await.unwrap().id;
    let row = ScheduleRow { tool: "other".parse().unwrap(), ..overdue() };
    let store = &engine.core().store;
    let write = store.write().await.unwrap();
    write.put_schedule(&row).await.unwrap();
    write.commit().await.unwrap();
    let now = clock::now();
    let claim = || crate::store::Claim {
        call: clock::fresh(),
        due: row.next_run_at.unwrap(),
        next: Some(now),
        now,
        until: now,
        chat,
    };
    let (one, other) = (claim(), claim());
    let (one, other) = tokio::join!(store.claim(&row.tool, &one), store.claim(&row.tool, &other));
    assert!(one.unwrap() != other.unwrap());
    engine.close().await;
}

/// A call that a server which never came back left running: its tool's schedule waits for it as long as the tool may run, and not a day.
#[tokio::test]
async fn a_call_that_runs_for_longer_than_its_tool_may_holds_up_no_schedule() {
    let (_folder, engine) = house().await;
    until_a_prompt(&engine, &overdue()).await;
    let store = &engine.core().store;
    let ended = engine.schedules().await.unwrap().remove(0).last_call.unwrap();
    let (ended, _) = store.call(ended).await.unwrap().unwrap();
    let hours_ago = |hours: i64| Timestamp::from_unix_millis(clock::now().unix_millis() - hours * 3_600_000);
    let left = CallRecord {
        id: clock::fresh(),
        status: CallStatus::Running,
        started_at: hours_ago(2),
        finished_at: None,
        ..ended
    };
    let write = store.write().await.unwrap();
    write.add_call(&left, &Fingerprint::of(["x"])).await.unwrap();
    write.remove_schedule(&ring()).await.unwrap();
    write.commit().await.unwrap();
    until_a_prompt(&engine, &ScheduleRow { last_call: Some(left.id), ..overdue() }).await;
    engine.close().await;
}
