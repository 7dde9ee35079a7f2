//! Clients up to 2025-11-25: sessions, streams, questions.

use pegboard_mcp::endpoint::house::{Change, Rights};
use serde_json::{Value, json};

use crate::scripted::{Events, call, json_of, request, serve};

/// What a client says that answers everything.
fn everything() -> Value {
    json!({"elicitation": {}, "sampling": {}, "roots": {}})
}

#[tokio::test]
async fn a_call_is_answered_as_one_message() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-06-18", json!({})).await;
    let (status, answer) = json_of(served.post(&call(7, "echo")).header("mcp-session-id", &session)).await;
    assert_eq!(status, 200);
    assert_eq!(answer["id"], 7);
    assert_eq!(answer["result"]["structuredContent"], json!({"a": 1}));
    assert_eq!(answer["result"]["content"][0]["text"], r#"{"a":1}"#);
}

#[tokio::test]
async fn what_a_server_behind_a_tool_answered_passes_untouched() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", json!({})).await;
    let (_, answer) = json_of(served.post(&call(1, "upstream")).header("mcp-session-id", &session)).await;
    assert_eq!(answer["result"], json!({"content": [], "odd": {"a": [1.5, null]}}));
}

#[tokio::test]
async fn versions_are_negotiated() {
    let served = serve(Rights::Look).await;
    for (asked, spoken) in
        [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t"}});
        let (_, answer) = json_of(served.post(&request(1, "initialize", params))).await;
        assert_eq!(answer["result"]["protocolVersion"], spoken);
    }
}

#[tokio::test]
async fn a_session_is_its_tokens_alone_and_ends_when_it_is_ended() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", json!({})).await;
    let ping = request(1, "ping", json!({}));
    let status =
        async |path: &str| json_of(served.post_to(path, &ping).header("mcp-session-id", &session)).await.0;
    assert_eq!(status("/mcp").await, 200);
    assert_eq!(status("/other/mcp").await, 404, "another token's");
    assert_eq!(status("/mcp/toolset").await, 404, "another view's");
    assert_eq!(json_of(served.post(&ping)).await.0, 400, "without a session");
    assert_eq!(served.delete(&session).send().await.unwrap().status(), 204);
    assert_eq!(status("/mcp").await, 404);
}

#[tokio::test]
async fn what_cannot_be_read_is_refused() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", json!({})).await;
    let post = |body: &'static str, media: &str| {
        let request = served.post(&json!(null)).body(body).header("mcp-session-id", &session);
        request.header("content-type", media)
    };
    let status = async |request: reqwest::RequestBuilder| request.send().await.unwrap().status().as_u16();
    // The header is there twice then, and the first counts.
    let plain = reqwest::Client::new().post(format!("{}/mcp", served.url)).body("{}");
    assert_eq!(status(plain.header("content-type", "text/plain")).await, 415);
    assert_eq!(status(post("{", "application/json")).await, 400);
    assert_eq!(status(post("[]", "application/json")).await, 400);
    assert_eq!(status(post("{\"jsonrpc\": \"2.0\"}", "application/json")).await, 400);
    let foreign = served.post(&request(1, "ping", json!({}))).header("mcp-protocol-version", "1999-01-01");
    assert_eq!(status(foreign.header("mcp-session-id", &session)).await, 400);
    let (_, unknown) =
        json_of(served.post(&request(1, "no/such", json!({}))).header("mcp-session-id", &session)).await;
    assert_eq!(unknown["error"]["code"], -32601);
    let gone =
        served.post_to("/mcp/gone", &request(1, "initialize", json!({"protocolVersion": "2025-11-25"})));
    assert_eq!(status(gone).await, 404);
}

#[tokio::test]
async fn progress_and_logs_come_before_the_result() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-06-18", json!({})).await;
    let params = json!({"name": "tell", "_meta": {"progressToken": "p"}});
    let asked = served.post(&request(3, "tools/call", params)).header("mcp-session-id", &session);
    let mut events = Events::of(asked).await;
    let progress = events.data().await;
    assert_eq!(progress["params"], json!({"progress": 1, "total": 2, "progressToken": "p"}));
    assert_eq!(events.data().await["method"], "notifications/message");
    assert_eq!(events.data().await["result"]["content"][0]["text"], "told");
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn logs_below_the_wanted_level_are_not_sent() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-06-18", json!({})).await;
    let level = request(1, "logging/setLevel", json!({"level": "error"}));
    json_of(served.post(&level).header("mcp-session-id", &session)).await;
    // Without a token for progress nothing is left to be told: one message is the answer.
    let (_, answer) = json_of(served.post(&call(2, "tell")).header("mcp-session-id", &session)).await;
    assert_eq!(answer["result"]["content"][0]["text"], "told");
}

#[tokio::test]
async fn a_tool_asks_the_client_and_goes_on_with_its_answers() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", everything()).await;
    let mut events = Events::of(served.post(&call(1, "ask")).header("mcp-session-id", &session)).await;
    let mut asked = [events.data().await, events.data().await];
    asked.sort_by_key(|request| request["method"].to_string());
    assert_eq!(asked[0]["method"], "elicitation/create");
    assert_eq!(asked[1]["method"], "roots/list");
    let answers = [json!({"action": "accept"}), json!({"roots": []})];
    for (request, answer) in asked.iter().zip(answers) {
        let response = json!({"jsonrpc": "2.0", "id": request["id"], "result": answer});
        let taken = served.post(&response).header("mcp-session-id", &session).send().await.unwrap();
        assert_eq!(taken.status(), 202);
    }
    let text = events.data().await["result"]["content"][0]["text"].clone();
    assert_eq!(text, r#"{"action":"accept"} and {"roots":[]}"#);
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_not_asked() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", json!({})).await;
    let (_, answer) = json_of(served.post(&call(1, "ask")).header("mcp-session-id", &session)).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("cannot be asked"), "{text}");
}

#[tokio::test]
async fn a_client_that_comes_back_gets_what_it_missed() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", everything()).await;
    let mut events = Events::of(served.post(&call(1, "ask")).header("mcp-session-id", &session)).await;
    let first = events.next().await.unwrap();
    let second = events.next().await.unwrap();
    drop(events);
    for request in [&first, &second] {
        let response =
            json!({"jsonrpc": "2.0", "id": request.data["id"], "error": {"code": -1, "message": "no"}});
        served.post(&response).header("mcp-session-id", &session).send().await.unwrap();
    }
    let back = served.get(&session).header("last-event-id", first.id.unwrap());
    let mut events = Events::of(back).await;
    assert_eq!(events.data().await, second.data);
    assert_eq!(events.data().await["id"], 1);
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn a_cancelled_request_cancels_its_call() {
    let mut served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", json!({})).await;
    let params = json!({"name": "wait", "_meta": {"progressToken": 1}});
    let asked = served.post(&request(5, "tools/call", params)).header("mcp-session-id", &session);
    let mut events = Events::of(asked).await;
    events.data().await;
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}});
    served.post(&cancel).header("mcp-session-id", &session).send().await.unwrap();
    assert_eq!(served.heard.recv().await.unwrap(), "cancelled");
}

#[tokio::test]
async fn changes_are_told_to_who_listens_until_the_server_stops() {
    let served = serve(Rights::Look).await;
    let session = served.session("2025-11-25", json!({})).await;
    let mut events = Events::of(served.get(&session)).await;
    served.changes.send(Change::Catalog(None)).unwrap();
    assert_eq!(events.data().await["method"], "notifications/tools/list_changed");
    assert_eq!(events.data().await["method"], "notifications/prompts/list_changed");
    assert_eq!(events.data().await["method"], "notifications/resources/list_changed");
    served.endpoint.close();
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn who_may_approve_is_asked_in_place() {
    for (answer, heard) in [
        (json!({"action": "accept", "content": {"decision": "approve"}}), "approved"),
        (json!({"action": "decline"}), "denied"),
    ] {
        let mut served = serve(Rights::Approve).await;
        let session = served.session("2025-11-25", everything()).await;
        let mut events =
            Events::of(served.post(&call(1, "confirm")).header("mcp-session-id", &session)).await;
        let asked = events.data().await;
        assert_eq!(asked["params"]["message"], "Allow Confirm to run with {}?");
        let response = json!({"jsonrpc": "2.0", "id": asked["id"], "result": answer});
        served.post(&response).header("mcp-session-id", &session).send().await.unwrap();
        assert_eq!(served.heard.recv().await.unwrap(), heard);
        events.data().await;
    }
}

#[tokio::test]
async fn who_may_only_call_is_told_where_to_approve() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", everything()).await;
    let (_, answer) = json_of(served.post(&call(1, "confirm")).header("mcp-session-id", &session)).await;
    assert_eq!(answer["result"]["structuredContent"]["status"], "pending");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("http://127.0.0.1/ui/calls/1"), "{text}");
}

#[tokio::test]
async fn who_may_only_look_calls_nothing() {
    let served = serve(Rights::Look).await;
    let session = served.session("2025-11-25", json!({})).await;
    let (_, answer) = json_of(served.post(&call(1, "echo")).header("mcp-session-id", &session)).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn refusals_that_a_model_can_mend_are_results() {
    let served = serve(Rights::Call).await;
    let session = served.session("2025-11-25", json!({})).await;
    let (_, answer) = json_of(served.post(&call(1, "blocked")).header("mcp-session-id", &session)).await;
    assert_eq!(answer["result"]["isError"], true);
    let (_, answer) = json_of(served.post(&call(1, "nothing")).header("mcp-session-id", &session)).await;
    assert_eq!(answer["error"]["code"], -32602);
}
