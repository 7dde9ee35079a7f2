//! The stream beside those that the AI SDK itself writes, which stand in `golden.txt`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use pegboard_engine::record::{CallRecord, Changes, Previewable};
use pegboard_engine::{AskedTool, Refusal, ReplyEnd, ReplyEvent};
use pegboard_model::call::{CallStatus, Telemetry};
use pegboard_model::ids::{CallId, ChatId, MessageId};
use pegboard_model::inference::{Asked, Usage};
use pegboard_model::reply::{ReplyStatus, Summary};
use pegboard_model::time::Timestamp;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Encoder, Version};

const GOLDEN: &str = include_str!("golden.txt");

fn call() -> CallId {
    CallId::from(Uuid::from_u128(1))
}

fn bash() -> AskedTool {
    AskedTool { name: "bash".to_owned(), known: None }
}

/// A model says a word and asks for a call; what comes of it is `then`.
fn asks(then: ReplyEvent) -> Vec<ReplyEvent> {
    let delta = |text: &str| ReplyEvent::AskInput { call: call(), delta: text.to_owned() };
    let asked = Asked {
        id: "c1".to_owned(),
        name: "bash".to_owned(),
        args: json!({"command": "wc -l a.txt"}),
        signatures: Vec::new(),
    };
    vec![
        ReplyEvent::StepBegan,
        ReplyEvent::Text("Counting.".to_owned()),
        ReplyEvent::AskBegun { call: call(), tool: bash() },
        delta("{\"command\":"),
        delta("\"wc -l a.txt\"}"),
        ReplyEvent::Asked { call: call(), tool: bash(), asked },
        then,
    ]
}

fn ended(status: ReplyStatus) -> ReplyEvent {
    ReplyEvent::Ended(ReplyEnd { status, error: None, usage: Usage::default() })
}

fn stream(version: Version, events: &[ReplyEvent]) -> Vec<Value> {
    let mut encoder = Encoder::new(version, MessageId::from(Uuid::from_u128(2)));
    let mut chunks = vec![encoder.start()];
    chunks.extend(events.iter().flat_map(|event| encoder.told(event)));
    chunks.iter().map(|chunk| bare(serde_json::to_value(chunk).unwrap())).collect()
}

/// Without what every server says in its own words.
fn bare(mut chunk: Value) -> Value {
    let chunk_of = chunk.as_object_mut().expect("a part is an object");
    assert!(chunk_of.values().all(|value| !value.is_null()), "a client dies of null: {chunk_of:?}");
    for own in ["dynamic", "title", "toolMetadata", "messageMetadata", "messageId", "reason"] {
        chunk_of.remove(own);
    }
    for (id, name) in [("toolCallId", "c1"), ("approvalId", "a1")] {
        if chunk_of.contains_key(id) {
            chunk_of.insert(id.to_owned(), json!(name));
        }
    }
    chunk
}

fn golden(name: &str) -> Vec<Value> {
    let (_, section) = GOLDEN.split_once(&format!("### {name}\n")).expect("such a stream");
    let lines = section.lines().map_while(|line| line.strip_prefix("data: "));
    lines.filter(|line| *line != "[DONE]").map(|line| bare(serde_json::from_str(line).unwrap())).collect()
}

/// The call of [`asks`], as the record has it when it has ended.
fn ran(result: Value) -> CallRecord {
    let now = Timestamp::from_unix_millis(0).unwrap();
    CallRecord {
        id: call(),
        chat: ChatId::from(Uuid::from_u128(3)),
        message: MessageId::from(Uuid::from_u128(2)),
        tool: "a:bash".parse().unwrap(),
        toolset: None,
        provider: None,
        args: Map::new(),
        status: CallStatus::Success,
        result: Some(result),
        error: None,
        render_plan: None,
        log: None,
        caller: "ann".to_owned(),
        worker: None,
        parent: None,
        triggered_by: None,
        prompt: None,
        telemetry: Telemetry::default(),
        rule: "r".to_owned(),
        asked_because: None,
        created_at: now,
        started_at: Some(now),
        finished_at: Some(now),
        pre_manifest: None,
        post_manifest: None,
        changes: Changes::default(),
        warnings: Vec::new(),
        previewable: Previewable::No,
        effect: None,
    }
}

#[test]
fn a_call_that_runs_is_told_as_the_sdk_does() {
    let output = json!({"stdout": "1 a.txt\n", "stderr": "", "exitCode": 0});
    let mut events = asks(ReplyEvent::Called(Box::new(ran(output))));
    events.extend([ReplyEvent::StepBegan, ReplyEvent::Text("Done.".to_owned()), ended(ReplyStatus::Done)]);
    assert_eq!(stream(Version::Six, &events), golden("auto"));
}

#[test]
fn a_call_that_waits_ends_the_stream_as_the_sdk_does() {
    let mut events = asks(ReplyEvent::Waits { call: call(), rule: "shell".to_owned() });
    events.push(ended(ReplyStatus::Waiting));
    assert_eq!(stream(Version::Six, &events), golden("approval"));
}

#[test]
fn a_call_that_policy_forbids_is_told_as_the_sdk_does() {
    let mut events = asks(ReplyEvent::Refused { call: call(), why: Refusal::Policy("policy".to_owned()) });
    events.extend([ReplyEvent::StepBegan, ReplyEvent::Text("Done.".to_owned()), ended(ReplyStatus::Done)]);
    assert_eq!(stream(Version::Seven, &events), golden("denied"));
    let six = stream(Version::Six, &events);
    assert!(six.iter().all(|chunk| chunk["type"] != "tool-approval-response"), "version 6 dies of it");
}

#[test]
fn what_went_wrong_is_told() {
    let mut events =
        asks(ReplyEvent::Refused { call: call(), why: Refusal::Fault("no such tool".to_owned()) });
    let error = Some("the model's server has too much to do: later".to_owned());
    let end = ReplyEnd { status: ReplyStatus::Failed, error, usage: Usage { input: Some(3), output: None } };
    events.extend([ReplyEvent::StepBegan, ReplyEvent::Reasoning("Hm.".to_owned()), ReplyEvent::Ended(end)]);
    insta::assert_json_snapshot!(stream(Version::Six, &events));
}

#[test]
fn each_summary_of_what_was_said_before_has_an_id_of_its_own() {
    let summary = |text: &str| ReplyEvent::SummedUp(Some(Summary { messages: 2, text: text.to_owned() }));
    let events = [
        ReplyEvent::StepBegan,
        ReplyEvent::SummingUp,
        summary("It rains."),
        ReplyEvent::Text("Yes.".to_owned()),
        // Whoever comes later is told the end alone.
        ReplyEvent::StepBegan,
        summary("It rained."),
        ReplyEvent::StepBegan,
        ReplyEvent::SummingUp,
        ReplyEvent::SummedUp(None),
        ended(ReplyStatus::Done),
    ];
    let told = stream(Version::Six, &events).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(told, @r#"
    {"type":"start"}
    {"type":"start-step"}
    {"type":"data-summary","id":"s0","data":{"state":"writing"}}
    {"type":"data-summary","id":"s0","data":{"state":"done","messages":2,"text":"It rains."}}
    {"type":"text-start","id":"t0"}
    {"type":"text-delta","id":"t0","delta":"Yes."}
    {"type":"text-end","id":"t0"}
    {"type":"finish-step"}
    {"type":"start-step"}
    {"type":"data-summary","id":"s1","data":{"state":"done","messages":2,"text":"It rained."}}
    {"type":"finish-step"}
    {"type":"start-step"}
    {"type":"data-summary","id":"s2","data":{"state":"writing"}}
    {"type":"data-summary","id":"s2","data":{"state":"failed"}}
    {"type":"finish-step"}
    {"type":"finish","finishReason":"stop"}
    "#);
}
