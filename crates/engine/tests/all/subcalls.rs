//! Calls that a running worker makes: resolved, judged and recorded as any call, below the one that makes them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_engine::record::{CallRecord, PageRequest};
use pegboard_engine::{CallFilter, Engine, EngineConfig, EventKind, Limits, Sources};
use pegboard_model::builtin::{Builtin, BuiltinTool, BuiltinToolset, Effect};
use pegboard_model::call::{
    Answered, ApprovalMode, Call, CallStatus, Caller, FailureKind, Outcome, ProviderKind, Subcall, Telemetry,
    ToolFailure,
};
use pegboard_model::ids::ToolsetId;
use pegboard_model::policy::{KillSwitch, Permit};
use pegboard_model::provider::{Bundle, Declared, Discovery, Host, Job, Progress, Provider};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Two tools, and workers that make the one call that their input says, and answer with what became of it.
struct Scripted;

fn tool(name: &str, effect: Effect) -> BuiltinTool {
    let description = String::new();
    BuiltinTool {
        name: name.parse().unwrap(),
        title: "",
        description,
        input_schema: json!({"type": "object"}),
        effect,
    }
}

fn toolset(builtin: Builtin, tools: Vec<BuiltinTool>) -> BuiltinToolset {
    BuiltinToolset { builtin, title: "", description: "", prompt_section: None, tools }
}

#[async_trait]
impl Provider for Scripted {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Builtin
    }

    fn builtin(&self) -> Vec<BuiltinToolset> {
        let files = vec![tool("write_file", Effect::Writes), tool("wait", Effect::Reads)];
        vec![toolset(Builtin::Filesystem, files), toolset(Builtin::Worker, Vec::new())]
    }

    async fn discover(
        &self,
        _: &Bundle,
        _: &[Declared],
        _: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        Ok(Vec::new())
    }

    async fn run(&self, _permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        let args = &job.resolved.args;
        let result = match job.resolved.tool.name() {
            "write_file" => {
                fs::write(job.workspace.join(args["path"].as_str().unwrap()), "written").unwrap();
                let refused = host.call(Subcall { tool: "wait".into(), args: Default::default() }).await;
                assert!(matches!(refused, Answered::Refused { .. }), "it works in the workspace itself");
                Ok(json!("written"))
            }
            "wait" => {
                host.cancelled().cancelled().await;
                Err(ToolFailure::new(FailureKind::Cancelled, "cancelled"))
            }
            _worker => {
                let wanted: Value = serde_json::from_str(args["input"].as_str().unwrap()).unwrap();
                let args = wanted["args"].as_object().unwrap().clone();
                let answered =
                    host.call(Subcall { tool: wanted["tool"].as_str().unwrap().into(), args }).await;
                Ok(match answered {
                    Answered::Ended { result: Ok(value), .. } => json!({"ended": value}),
                    Answered::Ended { result: Err(failure), .. } => json!({"failed": failure.message}),
                    Answered::Waits { rule, .. } => json!({"waits": rule}),
                    Answered::Refused { reason } => json!({"refused": reason}),
                })
            }
        };
        Outcome { result, log: String::new() }
    }

    async fn release(&self, _toolset: &ToolsetId) {}

    async fn shutdown(&self) {}
}

struct Silent;

impl Progress for Silent {
    fn step(&self, _line: &str) {}
}

struct House {
    engine: Engine,
    _folder: TempDir,
}

impl House {
    async fn with(workers: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = EngineConfig {
            data: folder.path().join("data"),
            database_url: None,
            kill_switch: KillSwitch::ToolsEnabled,
            limits: Limits::default(),
            secret_key: None,
            relevance: Default::default(),
            secret_key_before: None,
            secrets: Arc::default(),
        };
        let providers = vec![Arc::new(Scripted) as Arc<dyn Provider>];
        let engine = Engine::open(config, Sources { providers, ..Sources::default() }).await.unwrap();
        for (name, says) in workers {
            let text = format!("---\nname: {name}\n{says}\n---\n");
            engine.put_worker(&name.parse().unwrap(), text, Arc::new(Silent)).await.unwrap();
        }
        Self { engine, _folder: folder }
    }

    fn call_of(worker: &str, input: &Value) -> Call {
        Call {
            tool: worker.to_owned(),
            args: json!({"input": input.to_string()}).as_object().unwrap().clone(),
            chat: None,
            message: None,
            worker: None,
            parent: None,
            triggered: None,
            id: None,
            telemetry: Telemetry::default(),
            caller: Caller { name: "test".into(), mode: ApprovalMode::Interactive },
            line: None,
        }
    }

    /// Hands a worker the one call that it makes.
    async fn hand(&self, worker: &str, tool: &str, args: Value) -> CallRecord {
        self.engine.call(Self::call_of(worker, &json!({"tool": tool, "args": args}))).await.unwrap()
    }

    async fn made_by(&self, call: &CallRecord) -> Vec<CallRecord> {
        let filter = CallFilter { parent: Some(call.id), ..CallFilter::default() };
        self.engine.calls(&filter, PageRequest::default()).await.unwrap().items
    }
}

const FILES: &str = "toolsets: {filesystem: {}}";

#[tokio::test(flavor = "multi_thread")]
async fn what_a_worker_does_is_calls_of_its_own_and_its_own_commit_has_all_of_it() {
    let house = House::with(&[("editor", FILES)]).await;
    let call = house.hand("editor", "write_file", json!({"path": "a"})).await;
    assert_eq!((call.status, call.result.clone()), (CallStatus::Success, Some(json!({"ended": "written"}))));
    assert_eq!((call.worker.as_ref(), call.parent), (None, None));
    let made = house.made_by(&call).await;
    let [child] = &made[..] else { panic!("{made:?}") };
    assert_eq!(child.worker.as_ref().map(|worker| worker.as_str()), Some("editor"));
    assert_eq!((child.chat, child.changes.added.as_slice()), (call.chat, &["a".to_owned()][..]));
    assert_eq!((call.pre_manifest, call.post_manifest), (child.pre_manifest, child.post_manifest));
    assert_eq!(call.changes.added, ["a"]);
    // The chat goes on from there.
    let next = house.hand("editor", "write_file", json!({"path": "b"})).await;
    assert_eq!((next.pre_manifest, next.changes.added), (call.post_manifest, vec!["b".to_owned()]));
    house.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn policy_and_the_worker_s_own_tools_hold_for_what_it_calls() {
    let asks = "toolsets: {filesystem: {approval: ask}}";
    let blocked = "toolsets: {filesystem: {tools: {write_file: blocked}}}";
    let house = House::with(&[("asks", asks), ("blocked", blocked), ("bare", "description: Nothing.")]).await;
    let path = || json!({"path": "a"});
    let call = house.hand("asks", "write_file", path()).await;
    assert_eq!(call.result, Some(json!({"waits": "the worker says ask of its toolset"})));
    assert_eq!(house.made_by(&call).await[0].status, CallStatus::Pending);
    let call = house.hand("blocked", "write_file", path()).await;
    let said = "`write_file` is blocked: the worker says blocked of this tool";
    assert_eq!(call.result, Some(json!({"refused": said})));
    let call = house.hand("bare", "write_file", path()).await;
    assert_eq!(call.result, Some(json!({"refused": "there is no tool `write_file`"})));
    assert_eq!(house.made_by(&call).await.len(), 0);
    house.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_hand_work_on_only_as_deep_as_each_of_them_lets() {
    let house = House::with(&[
        ("first", "toolsets: {worker: {workers: [second]}}"),
        ("second", "toolsets: {worker: {workers: [third]}}"),
        ("third", FILES),
        ("shallow", "toolsets: {worker: {workers: [second]}}\nlimits: {depth: 2}"),
    ])
    .await;
    let write = json!({"tool": "write_file", "args": {"path": "a"}}).to_string();
    let third = json!({"tool": "third", "args": {"input": write}}).to_string();
    let call = house.hand("first", "second", json!({"input": third.clone()})).await;
    assert_eq!(call.result, Some(json!({"ended": {"ended": {"ended": "written"}}})));
    let second = house.made_by(&call).await.remove(0);
    assert_eq!(house.made_by(&second).await[0].worker.as_ref().unwrap().as_str(), "second");

    let call = house.hand("shallow", "second", json!({"input": third})).await;
    let said = "`third` cannot be handed work here: `shallow` lets workers hand work to each other 2 deep";
    assert_eq!(call.result, Some(json!({"ended": {"refused": said}})));
    // A worker that it does not name is no tool of its own.
    let call = house.hand("first", "third", json!({"input": "{}"})).await;
    assert_eq!(call.result, Some(json!({"refused": "there is no tool `third`"})));
    house.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_cancelled_takes_its_call_with_it() {
    let house = House::with(&[("waits", FILES)]).await;
    let mut events = house.engine.events();
    let engine = house.engine.clone();
    let wait = json!({"tool": "wait", "args": {}});
    let running = tokio::spawn(async move { engine.call(House::call_of("waits", &wait)).await.unwrap() });
    let mut parent = None;
    loop {
        if let EventKind::CallStarted { call, tool, .. } = events.recv().await.unwrap().kind {
            match tool.name() {
                "wait" => break,
                _ => parent = Some(call),
            }
        }
    }
    house.engine.cancel(parent.unwrap(), "test").await.unwrap();
    let call = running.await.unwrap();
    let child = house.made_by(&call).await.remove(0);
    assert_eq!(child.error.unwrap().kind, FailureKind::Cancelled);
    house.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_is_a_tool_as_long_as_it_is_kept() {
    let house = House::with(&[("editor", FILES)]).await;
    let before = house.engine.tool("editor").unwrap();
    assert_eq!(
        (before.toolset.unwrap(), before.input_schema.unwrap()["required"].clone()),
        (Builtin::Worker.toolset(), json!(["input"]))
    );
    house.engine.remove_worker("editor").await.unwrap();
    house.engine.tool("editor").unwrap_err();
    house.engine.close().await;
}
