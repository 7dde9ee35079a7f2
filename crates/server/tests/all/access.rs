//! Who may do what: tokens, scopes, hosts, origins.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::House;
use serde_json::{Value, json};

async fn status(request: reqwest::RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn a_token_does_what_its_scope_allows_until_it_is_revoked() {
    let house = House::start().await;
    let token = |scope: &str| {
        let body = json!({"name": scope, "scope": scope});
        let house = &house;
        async move { house.post("/tokens", body).await.ok() }
    };
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = |path: &str, secret: &str| client.get(format!("{}{path}", house.url())).bearer_auth(secret);
    let post = |path: &str, secret: &str, body: Value| {
        client.post(format!("{}{path}", house.url())).bearer_auth(secret).json(&body)
    };
    let (read, run) = (token("read").await, token("run").await);
    let (reader, runner) = (read["secret"].as_str().unwrap(), run["secret"].as_str().unwrap());

    assert_eq!(status(get("/toolsets", reader)).await, 200);
    assert_eq!(status(post("/chats", reader, json!({}))).await, 403);
    assert_eq!(status(post("/chats", runner, json!({}))).await, 201);
    assert_eq!(status(post("/tokens", runner, json!({"name": "x", "scope": "admin"}))).await, 403);
    assert_eq!(status(get("/toolsets", "pgb_0000")).await, 401);
    assert_eq!(status(client.get(format!("{}/toolsets", house.url()))).await, 401);
    assert_eq!(status(client.get(format!("{}/healthz", house.url()))).await, 200);

    let revoke = format!("/tokens/{}", read["id"].as_str().unwrap());
    house.request(reqwest::Method::DELETE, &revoke, None).await.ok();
    assert_eq!(status(get("/toolsets", reader)).await, 401);
}

#[tokio::test]
async fn requests_of_other_sites_are_refused() {
    let house = House::start().await;
    let get = || house.raw(reqwest::Method::GET, "/toolsets");
    assert_eq!(status(get()).await, 200);
    assert_eq!(status(get().header("Host", "evil.example")).await, 421);
    assert_eq!(status(get().header("Origin", "null")).await, 403);
    assert_eq!(status(get().header("Origin", "http://evil.example")).await, 403);
    assert_eq!(status(get().header("Origin", house.url())).await, 200);
    let form = house.raw(reqwest::Method::POST, "/chats").header("Content-Type", "text/plain").body("{}");
    assert_eq!(status(form).await, 415);
}

#[tokio::test]
async fn the_token_file_and_data_folder_are_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::start().await;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&house.data().join("token")), 0o600);
    assert_eq!(house.get("/tokens").await.ok().to_string().matches(house.token()).count(), 0);
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_is_refused() {
    let house = House::start().await;
    let data = house.data();
    let output = house
        .command(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("another server is running"), "{said}");
}
