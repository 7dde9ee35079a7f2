//! What a call brings back, and what happens on its way.

use std::sync::Arc;
use std::time::Duration;

use pegboard_model::call::{FailureKind, News, Question};
use pegboard_model::servers::{ServerFault, ServerProvider};
use serde_json::{Value, json};

use crate::house::{Event, House, Line, Listener, key, of_chats, python, text};

async fn house() -> House {
    House::new(vec![python("s", "server.py", &[])]).await
}

fn with_line(answer: Value) -> Listener {
    Listener { line: Some(Arc::new(Line { answer, ..Line::default() })), ..Listener::default() }
}

#[tokio::test]
async fn a_result_comes_as_the_server_sent_it() {
    let house = house().await;
    let outcome = house.call("echo", json!({"text": "hi", "n": [1.5, null]})).await;
    let sent = json!({
        "content": [{"type": "text", "text": "hi"}],
        "structuredContent": {"text": "hi", "n": [1.5, null]},
        "_meta": {"own/key": 1},
    });
    assert_eq!(outcome.result.unwrap(), sent);
    house.close().await;
}

#[tokio::test]
async fn a_tool_that_says_it_failed_is_a_failure_with_its_answer() {
    let house = house().await;
    let failure = house.call("fail", json!({})).await.result.unwrap_err();
    assert_eq!((failure.kind, failure.message.as_str()), (FailureKind::Raised, "it is broken"));
    assert_eq!(failure.answer.unwrap()["isError"], true);
    house.close().await;
}

#[tokio::test]
async fn progress_and_log_messages_reach_host_and_caller_in_order() {
    let house = house().await;
    let listener = with_line(Value::Null);
    let outcome = house.run(house.job("progress", json!({})), &listener).await;
    let lines = "step 0 (0/3)\nstep 1 (1/3)\nstep 2 (2/3)\na word\n";
    assert_eq!((listener.heard.lock().unwrap().as_str(), outcome.log.as_str()), (lines, lines));
    let told = listener.line.unwrap().told.lock().unwrap().clone();
    assert_eq!(told[0], News::Progress(json!({"progress": 0, "total": 3, "message": "step 0"})));
    assert_eq!(told[3], News::Message(json!({"level": "info", "data": "a word"})));
    house.close().await;
}

#[tokio::test]
async fn questions_go_to_the_caller() {
    let house = house().await;
    for (tool, question) in
        [("elicit", Question::Elicit), ("sample", Question::Sample), ("roots", Question::Roots)]
    {
        let listener = with_line(json!({"answer": tool}));
        let outcome = house.run(house.job(tool, json!({})), &listener).await;
        assert_eq!(text(&outcome), format!("{{\"answer\": \"{tool}\"}}"));
        let line = listener.line.unwrap();
        let asked = line.asked.lock().unwrap();
        assert_eq!(asked[0].0, question);
        assert_eq!(asked[0].1["message"], "well?");
    }
    house.close().await;
}

#[tokio::test]
async fn questions_that_nobody_can_be_asked_get_the_protocols_no() {
    let house = house().await;
    assert_eq!(text(&house.call("elicit", json!({})).await), r#"{"action": "decline"}"#);
    assert_eq!(text(&house.call("roots", json!({})).await), r#"{"roots": []}"#);
    let refused: Value = serde_json::from_str(text(&house.call("sample", json!({})).await)).unwrap();
    assert_eq!(refused["code"], -1);
    house.close().await;
}

#[tokio::test]
async fn a_question_is_not_put_to_one_of_two_callers() {
    let house = house().await;
    let waiting = with_line(json!({"action": "accept"}));
    let job = house.job("wait", json!({}));
    let (other, asking) = (with_line(json!({"action": "accept"})), house.job("elicit", json!({})));
    let both = async {
        // Once the first says that it waits, both run at the same time.
        while waiting.heard.lock().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        let outcome = house.run(asking, &other).await;
        waiting.cancel.cancel();
        outcome
    };
    let (_, outcome) = tokio::join!(house.run(job, &waiting), both);
    assert_eq!(text(&outcome), r#"{"action": "decline"}"#);
    house.close().await;
}

#[tokio::test]
async fn a_server_of_2026_is_met_without_handshake_and_asks_by_its_result() {
    let house = House::new(vec![python("s", "server.py", &["--era=stateless"])]).await;
    let announced = house.provider.announce(&key("s")).await.unwrap();
    assert_eq!(announced.protocol, "2026-07-28");
    assert_eq!(announced.server_info["name"], "odd");
    let listener = with_line(json!({"action": "accept", "content": {"a": 1}}));
    let outcome = house.run(house.job("ask_back", json!({})), &listener).await;
    let back: Value = serde_json::from_str(text(&outcome)).unwrap();
    assert_eq!(back, json!([{"a": {"action": "accept", "content": {"a": 1}}}, "opaque"]));
    house.close().await;
}

#[tokio::test]
async fn a_cancelled_call_is_told_to_its_server() {
    let house = house().await;
    let listener = Listener { cancel_at: Some("waiting"), ..Listener::default() };
    let outcome = house.run(house.job("wait", json!({})), &listener).await;
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Cancelled);
    // The same process goes on, and is not busy with the call any more.
    assert_eq!(text(&house.call("echo", json!({"text": "still here"})).await), "still here");
    assert_eq!(house.report().connects, 1);
    assert!(house.provider.log(&key("s")).contains("stopped waiting"));
    house.close().await;
}

#[tokio::test]
async fn a_call_that_takes_too_long_ends() {
    let house = house().await;
    let mut job = house.job("wait", json!({}));
    house.call("echo", json!({})).await;
    job.limits.timeout = Duration::from_millis(200);
    let failure = house.run(job, &Listener::default()).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    house.close().await;
}

#[tokio::test]
async fn a_chats_server_that_does_not_stop_is_ended() {
    let house = House::new(vec![of_chats(python("s", "server.py", &[]))]).await;
    let listener = Listener { cancel_at: Some("waiting"), ..Listener::default() };
    let outcome = house.run(house.job("wait", json!({})), &listener).await;
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(house.processes(), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn tools_are_listed_as_the_server_describes_them() {
    let house = house().await;
    let announced = house.provider.announce(&key("s")).await.unwrap();
    assert_eq!(announced.instructions.as_deref(), Some("Be kind."));
    let tool = serde_json::to_value(&announced.tools[0]).unwrap();
    assert_eq!(tool["execution"]["taskSupport"], "forbidden");
    assert_eq!(tool["inputSchema"]["x-odd"], json!([1, null]));
    house.close().await;
}

#[tokio::test]
async fn a_changed_list_is_told_and_listed_again() {
    let house = house().await;
    let before = house.provider.announce(&key("s")).await.unwrap().tools.len();
    house.call("grow", json!({})).await;
    house.event(|event| matches!(event, Event::Announced(it) if it.tools.len() == before + 1)).await;
    assert_eq!(house.provider.announce(&key("s")).await.unwrap().tools.len(), before + 1);
    house.close().await;
}

#[tokio::test]
async fn a_server_of_2026_tells_of_a_changed_list_as_well() {
    let house = House::new(vec![python("s", "server.py", &["--era=stateless"])]).await;
    let before = house.provider.announce(&key("s")).await.unwrap().tools.len();
    house.event(|event| matches!(event, Event::Notified(..))).await;
    house.call("grow", json!({})).await;
    house.event(|event| matches!(event, Event::Announced(it) if it.tools.len() == before + 1)).await;
    house.close().await;
}

#[tokio::test]
async fn other_requests_pass_through() {
    let house = house().await;
    let read =
        house.provider.request(&key("s"), None, "resources/read", json!({"uri": "a:b"})).await.unwrap();
    assert_eq!(read, json!({"contents": [{"uri": "a:b", "text": "read"}]}));
    let stateless = House::new(vec![python("s", "server.py", &["--era=stateless"])]).await;
    let read =
        stateless.provider.request(&key("s"), None, "resources/read", json!({"uri": "a:b"})).await.unwrap();
    assert_eq!(read["contents"][0]["text"], r#"{"a": {"action": "decline"}}"#);
    stateless.close().await;
    let refused = house.provider.request(&key("s"), None, "no/such", Value::Null).await.unwrap_err();
    assert_eq!(refused.fault, ServerFault::Refused { code: -32601, data: None });
    house.close().await;
}

#[tokio::test]
async fn a_watched_resource_tells_of_its_changes_in_both_generations() {
    let updated = |event: &Event, of: &str| {
        matches!(event, Event::Notified(method, params)
            if method == "notifications/resources/updated" && params["uri"] == of)
    };
    for more in [&[][..], &["--era=stateless"]] {
        let house = House::new(vec![python("s", "server.py", more)]).await;
        let ask = async |method: &str, uri: &str| {
            let asked = house.provider.request(&key("s"), None, method, json!({"uri": uri})).await;
            assert_eq!(asked.unwrap(), json!({}));
        };
        ask("resources/subscribe", "a:b").await;
        house.event(|event| updated(event, "a:b")).await;
        ask("resources/subscribe", "a:c").await;
        house.event(|event| updated(event, "a:c")).await;
        ask("resources/unsubscribe", "a:b").await;
        house.close().await;
    }
}
