#![allow(clippy::unwrap_used)]
use pegboard_engine::{AskedTool, Refusal, ReplyEnd, ReplyEvent};
use pegboard_model::ids::CallId;
use pegboard_model::inference::{Asked, Usage};
use pegboard_model::reply::{ReplyStatus, Summary};
use serde_json::json;
use uuid::Uuid;

use super::{AgUiEncoder, RunAgentInput};

fn ended(status: ReplyStatus) -> ReplyEvent {
    ReplyEvent::Ended(ReplyEnd { status, error: None, usage: Usage { input: Some(7), output: Some(3) } })
}

fn written(events: &[ReplyEvent]) -> String {
    let mut encoder = AgUiEncoder::new("thread".to_owned(), "run".to_owned());
    let first = encoder.start();
    let all = std::iter::once(first).chain(events.iter().flat_map(|event| encoder.told(event)));
    all.map(|event| serde_json::to_string(&event).unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_is_told_with_what_opens_and_closes_in_it() {
    let call = |number| CallId::from(Uuid::from_u128(number));
    let tool = || AskedTool { name: "a__b".to_owned(), known: None };
    let asked = |id: &str| Asked {
        id: id.to_owned(),
        name: "a__b".to_owned(),
        args: json!({"n": 1}),
        signatures: vec![],
    };
    insta::assert_snapshot!(written(&[
        ReplyEvent::StepBegan,
        ReplyEvent::Reasoning("Hm.".to_owned()),
        ReplyEvent::Text("I ".to_owned()),
        ReplyEvent::Text(String::new()),
        ReplyEvent::Text("will.".to_owned()),
        ReplyEvent::AskBegun { call: call(1), tool: tool() },
        ReplyEvent::AskInput { call: call(1), delta: "{\"n\":1}".to_owned() },
        ReplyEvent::Asked { call: call(1), tool: tool(), asked: asked("c1") },
        ReplyEvent::Asked { call: call(2), tool: tool(), asked: asked("c2") },
        ReplyEvent::Refused { call: call(1), why: Refusal::Policy("it is blocked".to_owned()) },
        ReplyEvent::Waits { call: call(2), rule: "the tool asks".to_owned() },
        ended(ReplyStatus::Waiting),
    ]));
    insta::assert_snapshot!(written(&[
        ReplyEvent::StepBegan,
        ReplyEvent::AskBegun { call: call(1), tool: tool() },
        ended(ReplyStatus::Stopped),
    ]));
}

#[test]
fn what_was_said_before_is_told_to_be_summed_up() {
    let summary = Summary { messages: 2, text: "It rains.".to_owned() };
    insta::assert_snapshot!(written(&[
        ReplyEvent::StepBegan,
        ReplyEvent::SummingUp,
        ReplyEvent::SummedUp(Some(summary)),
        ReplyEvent::Text("Yes.".to_owned()),
        ReplyEvent::StepBegan,
        ReplyEvent::SummedUp(None),
        ended(ReplyStatus::Done),
    ]), @r#"
    {"type":"RUN_STARTED","threadId":"thread","runId":"run"}
    {"type":"STEP_STARTED","stepName":"step 1"}
    {"type":"CUSTOM","name":"summary","value":{"state":"writing"}}
    {"type":"CUSTOM","name":"summary","value":{"state":"done","messages":2,"text":"It rains."}}
    {"type":"TEXT_MESSAGE_START","messageId":"run-0","role":"assistant"}
    {"type":"TEXT_MESSAGE_CONTENT","messageId":"run-0","delta":"Yes."}
    {"type":"TEXT_MESSAGE_END","messageId":"run-0"}
    {"type":"STEP_FINISHED","stepName":"step 1"}
    {"type":"STEP_STARTED","stepName":"step 2"}
    {"type":"CUSTOM","name":"summary","value":{"state":"failed"}}
    {"type":"STEP_FINISHED","stepName":"step 2"}
    {"type":"RUN_FINISHED","threadId":"thread","runId":"run","outcome":{"type":"success"},"usage":[{"inputTokens":7,"outputTokens":3}]}
    "#);
}

#[test]
fn only_a_clear_yes_approves() {
    let id = "01890a5d-ac96-774b-bcce-b302099a8057";
    let read = |entry: serde_json::Value| {
        let input = json!({"threadId": "t", "runId": "r", "messages": [], "tools": [], "context": [], "resume": [entry]});
        let input: RunAgentInput = serde_json::from_value(input).unwrap();
        format!("{:?}", input.decisions("ann")[0].verdict)
    };
    let seen = [
        json!({"interruptId": id, "status": "resolved", "payload": {"approved": true}}),
        json!({"interruptId": id, "status": "resolved"}),
        json!({"interruptId": id, "status": "resolved", "payload": {"approved": "yes"}}),
        json!({"interruptId": id, "status": "cancelled", "payload": {"approved": true, "reason": "no"}}),
    ];
    insta::assert_snapshot!(seen.map(read).join("\n"));
}
