//! The apps that MCP servers bring for their tools: which calls are shown with one, how it is fenced in, and what it may do.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use pegboard_testkit::House;
use reqwest::Method;
use serde_json::{Value, json};

/// A house with a server that has an app.
async fn house() -> House {
    let house = House::start().await;
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("mcp/tests/servers/app.py");
    let server =
        json!({"id": "art", "command": "python3", "args": [program], "requires_confirmation": false});
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
    house.get("/tools").await.ok();
    house
}

/// A tool of that server.
fn tool(name: &str) -> String {
    format!("mcp:art~art:{name}")
}

async fn call(house: &House, name: &str) -> Value {
    let chat = house.chat("art").await;
    house.succeed(&chat, &tool(name), json!({"a": 1})).await
}

async fn load(url: &str) -> reqwest::Response {
    reqwest::Client::builder().no_proxy().build().unwrap().get(url).send().await.unwrap()
}

async fn policy(house: &House, wanted: Value) -> (Value, String) {
    let frame = house.post("/frames", wanted).await.with_status(201);
    let response = load(frame["url"].as_str().unwrap()).await;
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let (policy, _) = policy.split_once("; frame-ancestors ").unwrap();
    (frame, policy.replace("; ", ";\n"))
}

#[tokio::test]
async fn a_call_is_shown_with_the_app_that_its_tool_names() {
    let house = house().await;
    for name in ["draw", "old"] {
        let call = call(&house, name).await;
        assert_eq!(call["render_plan"], json!({"renderer": "app", "config": {"uri": "ui://art/view.html"}}));
        assert_eq!(house.get(&format!("/tools/{}", tool(name))).await.ok()["renderer"], "app");
    }
    assert_eq!(call(&house, "without").await["render_plan"], json!({"renderer": "none"}));
}

#[tokio::test]
async fn an_app_reaches_nothing_until_it_may_and_then_what_it_asked_for() {
    let house = house().await;
    let id = call(&house, "draw").await["id"].clone();
    let (frame, strict) = policy(&house, json!({"kind": "app", "call_id": id})).await;
    assert_eq!(
        frame["app"],
        json!({
            "server_key": "art~art", "prefers_border": false,
            "asks": {"connect": ["https://api.example"], "resources": ["https://*.cdn.example"], "frames": []},
        })
    );
    let (_, asked) = policy(&house, json!({"kind": "app", "call_id": id, "network": "asked"})).await;
    insta::assert_snapshot!("policies", format!("{strict}\n\n{asked}"));

    let page = load(frame["url"].as_str().unwrap()).await.text().await.unwrap();
    let (ours, inner) = page.split_once(" srcdoc=\"").unwrap();
    assert!(ours.ends_with("<iframe sandbox=\"allow-scripts\""), "{ours}");
    assert_eq!(inner, "<!doctype html><p title=&quot;x&quot;>An app</p>\"></iframe>");
}

#[tokio::test]
async fn what_is_no_app_is_refused_with_its_reason() {
    let house = house().await;
    for (name, why) in [
        ("plain", "its type is not `text/html;profile=mcp-app`"),
        ("missing", "there is nothing under its address"),
        ("without", "names no app for this tool"),
    ] {
        let id = call(&house, name).await["id"].clone();
        let problem = house.post("/frames", json!({"kind": "app", "call_id": id})).await.with_status(409);
        assert!(problem["detail"].as_str().unwrap().contains(why), "{problem:#}");
    }
    house.post("/mcp-servers/art/enable", json!({"enabled": false})).await.ok();
    let calls = house.get(&format!("/calls?tool_id={}", tool("plain"))).await.ok();
    let id = calls["items"][0]["id"].clone();
    house.post("/frames", json!({"kind": "app", "call_id": id})).await.with_status(409);
}

#[tokio::test]
async fn an_override_of_the_renderer_comes_before_the_app_and_can_name_it_again() {
    let house = house().await;
    let set = async |name: &str, change: Value, status: u16| {
        let path = format!("/tools/{}/override", tool(name));
        house.request(Method::PUT, &path, Some(change)).await.with_status(status)
    };
    let code = json!({"renderer": "code", "renderer_config": {"content": "$return"}});
    assert_eq!(set("draw", code, 200).await["renderer"], "code");
    let shown = call(&house, "draw").await;
    assert_eq!(shown["render_plan"]["renderer"], "code");
    let again = json!({"override": {"renderer": "app"}, "call_id": shown["id"]});
    let preview = house.post(&format!("/tools/{}/override/preview", tool("draw")), again).await.ok();
    assert_eq!(preview["render_plan"]["config"]["uri"], "ui://art/view.html");
    // It can be looked at before it is decided.
    house.post("/frames", json!({"kind": "app", "call_id": shown["id"]})).await.with_status(201);

    let problem = set("without", json!({"renderer": "app"}), 422).await;
    assert!(problem["detail"].as_str().unwrap().contains("names no app"), "{problem:#}");
    let elsewhere = json!({"renderer": "app", "renderer_config": {"uri": "ui://other/x"}});
    set("draw", elsewhere, 422).await;
}

#[tokio::test]
async fn a_tool_that_is_there_for_apps_is_not_offered_to_models() {
    let house = house().await;
    assert_eq!(house.get(&format!("/tools/{}", tool("refresh"))).await.ok()["visibility"], json!(["app"]));
    assert_eq!(
        house.get(&format!("/tools/{}", tool("draw"))).await.ok()["visibility"],
        json!(["model", "app"])
    );
    let offered = house.get("/chats/default/tools?format=mcp").await.ok();
    let names: Vec<_> =
        offered["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    assert!(names.iter().any(|name| name.as_str().unwrap().contains("draw")), "{names:?}");
    assert!(!names.iter().any(|name| name.as_str().unwrap().contains("refresh")), "{names:?}");
    call(&house, "refresh").await;
}

#[tokio::test]
async fn a_resource_is_read_as_its_server_gives_it() {
    let house = house().await;
    let read = |uri: &str| house.post("/mcp-servers/art~art/resources/read", json!({"uri": uri}));
    let given = read("ui://art/view.html").await.ok();
    assert_eq!(given["contents"][0]["mimeType"], "text/html;profile=mcp-app");
    read(&"x".repeat(9000)).await.with_status(422);
    house.post("/mcp-servers/nobody/resources/read", json!({"uri": "ui://a"})).await.with_status(404);
}

#[tokio::test]
async fn clients_are_told_where_the_program_is_but_not_by_every_token() {
    let house = House::start().await;
    let path = "/mcp-clients?url=http%3A%2F%2F127.0.0.1%3A8321%2Fmcp";
    let first = |clients: &Value| {
        let text = clients["items"][0]["ways"][0]["text"].as_str().unwrap();
        serde_json::from_str::<Value>(text).unwrap()["mcpServers"]["pegboard"].clone()
    };
    let told = first(&house.get(path).await.ok());
    assert!(Path::new(told["command"].as_str().unwrap()).is_file(), "{told}");
    assert_eq!(told["args"][1], "--data");

    let made = house.post("/tokens", json!({"name": "r", "scope": "run"})).await.ok();
    let address = format!("{}{path}", house.url());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.get(address).bearer_auth(made["secret"].as_str().unwrap());
    let clients: Value = request.send().await.unwrap().json().await.unwrap();
    assert_eq!(first(&clients), json!({"command": "pegboard", "args": ["mcp"]}));
    house.get("/mcp-clients?url=nowhere").await.with_status(400);
}
