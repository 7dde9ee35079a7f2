//! Clients since 2026-07-28: requests that say everything themselves, and questions as results.

use pegboard_mcp::endpoint::house::{Change, Rights};
use pegboard_mcp::endpoint::limits::{ANSWER_TIME, QUESTION_TIME};
use serde_json::{Value, json};

use crate::scripted::{Events, Served, json_of, request, serve};

fn everything() -> Value {
    json!({"elicitation": {}, "sampling": {}, "roots": {}})
}

async fn ask(served: &Served, params: Value) -> Value {
    json_of(served.stateless(1, "tools/call", params, everything())).await.1
}

#[tokio::test]
async fn a_request_needs_nothing_before_it() {
    let served = serve(Rights::Call).await;
    let params = json!({"name": "echo", "arguments": {"a": 1}});
    let (status, answer) = json_of(served.stateless(7, "tools/call", params, json!({}))).await;
    assert_eq!((status, &answer["id"]), (200, &json!(7)));
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["structuredContent"], json!({"a": 1}));
    let (_, listed) = json_of(served.stateless(8, "tools/list", json!({}), json!({}))).await;
    assert_eq!(listed["result"]["cacheScope"], "private");
    assert!(listed["result"]["ttlMs"].is_u64());
    let (_, discovered) = json_of(served.stateless(9, "server/discover", json!({}), json!({}))).await;
    assert_eq!(discovered["result"]["supportedVersions"][0], "2026-07-28");
}

#[tokio::test]
async fn a_request_that_contradicts_itself_is_refused() {
    let served = serve(Rights::Call).await;
    let code = async |request: reqwest::RequestBuilder| {
        let (status, answer) = json_of(request).await;
        (status, answer["error"]["code"].as_i64().unwrap())
    };
    let list = |version: &str| {
        request(
            1,
            "tools/list",
            json!({"_meta": {
                "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {},
            }}),
        )
    };
    let sent = |message: &Value, version: &str, method: &str| {
        let request = served.post(message).header("mcp-method", method);
        request.header("mcp-protocol-version", version)
    };
    let bare = request(1, "tools/list", json!({}));
    assert_eq!(code(sent(&bare, "2026-07-28", "tools/list")).await, (400, -32602));
    assert_eq!(code(sent(&list("2025-06-18"), "2026-07-28", "tools/list")).await, (400, -32020));
    assert_eq!(code(sent(&list("2026-07-28"), "2026-07-28", "tools/call")).await, (400, -32020));
    assert_eq!(code(served.post(&list("2026-07-28"))).await, (400, -32020));
    assert_eq!(code(sent(&list("9999-01-01"), "9999-01-01", "tools/list")).await, (400, -32022));
    let unknown = served.stateless(1, "ping", json!({}), json!({}));
    assert_eq!(code(unknown).await, (404, -32601));
    let other = served.stateless(1, "tools/call", json!({"name": "echo"}), json!({})).header("mcp-name", "x");
    assert_eq!(code(other).await, (400, -32020), "a header that came twice");
    let missing = served.stateless(1, "resources/read", json!({"uri": "a:b"}), json!({}));
    assert_eq!(code(missing).await, (200, -32602));
}

#[tokio::test]
async fn questions_are_a_result_and_the_retry_brings_the_answers() {
    let served = serve(Rights::Call).await;
    let asked = ask(&served, json!({"name": "ask"})).await["result"].clone();
    assert_eq!(asked["resultType"], "input_required");
    assert_eq!(asked["inputRequests"]["name"]["method"], "elicitation/create");
    assert_eq!(asked["inputRequests"]["where"], json!({"method": "roots/list", "params": {}}));
    let answers = json!({"name": {"action": "accept"}, "where": {"roots": []}, "odd": 1});
    let retry = json!({"name": "ask", "requestState": asked["requestState"], "inputResponses": answers});
    let answer = ask(&served, retry.clone()).await;
    assert_eq!(answer["result"]["content"][0]["text"], r#"{"action":"accept"} and {"roots":[]}"#);
    assert_eq!(ask(&served, retry).await["error"]["code"], -32602, "a state is good once");
}

#[tokio::test]
async fn answers_that_are_missing_or_wrong_are_asked_for_again() {
    let served = serve(Rights::Call).await;
    let asked = ask(&served, json!({"name": "ask"})).await["result"].clone();
    let answers = json!({"name": {"action": "accept"}, "where": 5});
    let retry = json!({"name": "ask", "requestState": asked["requestState"], "inputResponses": answers});
    let again = ask(&served, retry).await["result"].clone();
    assert_eq!(again["inputRequests"], json!({"where": {"method": "roots/list", "params": {}}}));
    assert_ne!(again["requestState"], asked["requestState"]);
    let answers = json!({"where": {"roots": []}});
    let retry = json!({"name": "ask", "requestState": again["requestState"], "inputResponses": answers});
    assert_eq!(ask(&served, retry).await["result"]["resultType"], "complete");
}

#[tokio::test]
async fn answers_may_come_with_the_first_request() {
    let served = serve(Rights::Call).await;
    let answers = json!({"name": {"action": "accept"}, "where": {"roots": []}});
    let answer = ask(&served, json!({"name": "ask", "inputResponses": answers})).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    let answer = ask(&served, json!({"name": "ask", "inputResponses": null})).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn a_state_belongs_to_its_token_and_its_tool() {
    let served = serve(Rights::Call).await;
    let asked = ask(&served, json!({"name": "ask"})).await["result"].clone();
    let state = asked["requestState"].as_str().unwrap();
    let answers = json!({"name": {"action": "accept"}, "where": {"roots": []}});
    let other = ask(&served, json!({"name": "echo", "requestState": state, "inputResponses": answers})).await;
    assert_eq!(other["error"]["code"], -32602, "another tool");
    let tampered = format!("{state}0");
    let wrong =
        ask(&served, json!({"name": "ask", "requestState": tampered, "inputResponses": answers})).await;
    assert_eq!(wrong["error"]["code"], -32602, "a guess");
    let right = ask(&served, json!({"name": "ask", "requestState": state, "inputResponses": answers})).await;
    assert_eq!(right["result"]["resultType"], "complete", "and it is still good");
}

#[tokio::test]
async fn an_approval_is_never_taken_from_an_answer_that_nobody_asked_for() {
    let mut served = serve(Rights::Approve).await;
    let yes = json!({"approval": {"action": "accept", "content": {"decision": "approve"}}});
    let asked = ask(&served, json!({"name": "confirm", "inputResponses": yes})).await["result"].clone();
    assert_eq!(asked["resultType"], "input_required");
    assert!(served.heard.try_recv().is_err());
    let retry = json!({"name": "confirm", "requestState": asked["requestState"], "inputResponses": yes});
    let answer = ask(&served, retry).await;
    assert_eq!(served.heard.recv().await.unwrap(), "approved");
    assert_eq!(answer["result"]["content"][0]["text"], "ran");
}

#[tokio::test]
async fn who_may_only_call_cannot_approve() {
    let served = serve(Rights::Call).await;
    let answer = ask(&served, json!({"name": "confirm"})).await;
    assert_eq!(answer["result"]["structuredContent"]["status"], "pending");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn logs_are_sent_only_where_a_level_is_named() {
    let served = serve(Rights::Call).await;
    let quiet = ask(&served, json!({"name": "tell"})).await;
    assert_eq!(quiet["result"]["content"][0]["text"], "told");
    let params = json!({"name": "tell", "_meta": {"io.modelcontextprotocol/logLevel": "info"}});
    let mut events = Events::of(served.stateless(1, "tools/call", params, json!({}))).await;
    let first = events.next().await.unwrap();
    assert_eq!((first.id, &first.data["method"]), (None, &json!("notifications/message")));
    assert_eq!(events.data().await["result"]["content"][0]["text"], "told");
}

#[tokio::test]
async fn a_client_that_goes_away_cancels_its_call() {
    let mut served = serve(Rights::Call).await;
    let params = json!({"name": "wait", "_meta": {"progressToken": 1}});
    let mut events = Events::of(served.stateless(1, "tools/call", params, json!({}))).await;
    events.data().await;
    drop(events);
    assert_eq!(served.heard.recv().await.unwrap(), "cancelled");
}

#[tokio::test]
async fn a_listener_hears_what_it_asked_for_and_of_the_end() {
    let served = serve(Rights::Look).await;
    let params = json!({"notifications": {"promptsListChanged": true, "odd": true}});
    let mut events = Events::of(served.stateless(4, "subscriptions/listen", params, json!({}))).await;
    let acknowledged = events.data().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], json!({"promptsListChanged": true}));
    served.changes.send(Change::Catalog(None)).unwrap();
    let changed = events.data().await;
    assert_eq!(changed["method"], "notifications/prompts/list_changed");
    assert_eq!(changed["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 4);
    served.endpoint.close();
    assert_eq!(events.data().await["result"]["resultType"], "complete");
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn arguments_in_headers_are_those_of_the_body() {
    let served = serve(Rights::Call).await;
    let call = |arguments: Value, headers: &[&str]| {
        let params = json!({"name": "headers", "arguments": arguments});
        let request = served.stateless(1, "tools/call", params, json!({}));
        headers.iter().fold(request, |request, value| request.header("Mcp-Param-Region", *value))
    };
    let region = |value: Value| json!({"at": {"region": value}});
    for (arguments, headers) in [
        (region(json!("us")), vec!["us"]),
        (region(json!("日本")), vec!["=?base64?5pel5pys?="]),
        (region(json!(7)), vec!["7"]),
        (region(json!(null)), vec![]),
        (json!({}), vec![]),
    ] {
        let (status, answer) = json_of(call(arguments.clone(), &headers)).await;
        assert_eq!((status, &answer["result"]["structuredContent"]), (200, &arguments));
    }
    for (arguments, headers) in [
        (region(json!("us")), vec!["eu"]),
        (region(json!("us")), vec![]),
        (region(json!("us")), vec!["us", "us"]),
        (region(json!("us")), vec!["=?base64?%%?="]),
        (json!({}), vec!["us"]),
    ] {
        let (status, answer) = json_of(call(arguments.clone(), &headers)).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)), "{arguments} {headers:?}");
    }
}

/// Where a chat's id would be, `argument` has every call say it in an argument, which the tool does not see.
#[tokio::test]
async fn a_chat_can_be_named_in_each_call() {
    let served = serve(Rights::Call).await;
    let other = "01890a5d-ac96-774b-bcce-b302099a8058";
    let meta = json!({"pegboard/chat": "argument"});
    let list = json!({"_meta": meta});
    let (_, listed) = json_of(served.stateless(1, "tools/list", list, json!({}))).await;
    assert_eq!(listed["result"]["tools"][0]["inputSchema"]["properties"]["chat"]["type"], "string");
    let (_, plain) = json_of(served.stateless(1, "tools/list", json!({}), json!({}))).await;
    assert_eq!(plain["result"]["tools"][0]["inputSchema"], json!({"type": "object"}));

    let call = async |tool: &str, arguments: Value| {
        let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
        json_of(served.stateless(1, "tools/call", params, json!({}))).await.1["result"].clone()
    };
    let answer = call("chat", json!({"chat": other, "a": 1})).await;
    assert_eq!(answer["structuredContent"], json!({"chat": other, "arguments": {"a": 1}}));
    let answer = call("chat", json!({"a": 1})).await;
    assert_eq!(answer["structuredContent"], json!({"chat": crate::scripted::ID, "arguments": {"a": 1}}));
    let answer = call("own", json!({"chat": 7, "pegboard_chat": other})).await;
    assert_eq!(answer["structuredContent"], json!({"chat": other, "arguments": {"chat": 7}}));
    for wrong in [json!({"chat": "none"}), json!({"chat": 7})] {
        assert_eq!(call("chat", wrong).await["isError"], true);
    }
}

#[tokio::test]
async fn a_question_says_how_long_it_waits() {
    let served = serve(Rights::Approve).await;
    let asked = ask(&served, json!({"name": "ask"})).await["result"].clone();
    let within = |asked: &Value| asked["_meta"]["pegboard/answer_within_ms"].as_u64().unwrap();
    let limit = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap();
    assert!(within(&asked) <= limit(QUESTION_TIME));
    // Nothing waits for a call that has not begun.
    let approval = ask(&served, json!({"name": "confirm"})).await["result"].clone();
    assert!(within(&approval) > limit(QUESTION_TIME) && within(&approval) <= limit(ANSWER_TIME));
}

#[tokio::test]
async fn a_list_holds_no_longer_than_the_servers_behind_it_say() {
    let served = serve(Rights::Call).await;
    let ttl = async |method: &str| {
        json_of(served.stateless(1, method, json!({}), json!({}))).await.1["result"]["ttlMs"].clone()
    };
    assert_eq!(ttl("resources/list").await, 5);
    assert_eq!(ttl("resources/templates/list").await, ttl("tools/list").await);
}

#[tokio::test]
async fn a_resource_is_watched_as_long_as_a_stream_is_open() {
    let mut served = serve(Rights::Look).await;
    let params = json!({"notifications": {"resourceSubscriptions": ["a:b"]}});
    let mut stream = Events::of(served.stateless(1, "subscriptions/listen", params, json!({}))).await;
    assert_eq!(stream.data().await["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(served.heard.recv().await.unwrap(), "watched a:b");
    let toolset = "t".parse().unwrap();
    served.changes.send(Change::Resource { toolset, uri: "a:b".to_owned() }).unwrap();
    assert_eq!(stream.data().await["params"]["uri"], "a:b");
    drop(stream);
    assert_eq!(served.heard.recv().await.unwrap(), "let go of a:b");
}
