//! Webhooks: an address that runs one tool, and what else is asked of whoever calls it, on each database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use hmac::{Hmac, KeyInit, Mac};
use pegboard_testkit::{Answer, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

const TOOL: &str = "app-builder:write_file";

async fn make(house: &House, tool: &str, wanted: Value) -> Value {
    house.post(&format!("/tools/{tool}/webhook"), wanted).await.ok()
}

/// Sends a body to an address, without a token, as a stranger would.
async fn deliver(url: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut request = client.post(url).header("content-type", "application/json").body(body.to_owned());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let body = serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null);
    Answer { status, body }
}

fn signature(secret: &str, seconds: i64, body: &str) -> String {
    let mut mac: Hmac<Sha256> = KeyInit::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{body}").as_bytes());
    let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={hex}")
}

fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

on_each_database!(
    async fn an_address_runs_its_tool_with_the_body_as_parameters(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let none = house.get(&format!("/tools/{TOOL}/webhook")).await.ok();
        assert_eq!((&none["enabled"], &none["url"]), (&json!(false), &Value::Null));
        let made = make(&house, TOOL, json!({"prompt": "Somebody wrote:"})).await;
        let url = made["url"].as_str().unwrap();
        assert!(url.starts_with(&format!("{}/hooks/", house.url())), "{url}");
        let tool = house.get(&format!("/tools/{TOOL}")).await.ok();
        assert_eq!(tool["webhook"], true);

        let taken = deliver(url, r#"{"path": "a.txt", "content": "hi"}"#, &[]).await.with_status(202);
        let id = taken["call_id"].as_str().unwrap();
        assert!(taken.get("result").is_none(), "a stranger sees no result");
        let call = house.get(&format!("/calls/{id}")).await.ok();
        assert_eq!((&call["status"], &call["caller"]), (&json!("success"), &json!("webhook")), "{call:#}");
        assert_eq!(call["triggered_by"], "webhook");
        let prompts = house.get("/prompts").await.ok();
        assert_eq!(
            (&prompts["items"][0]["call_id"], &prompts["items"][0]["source"]),
            (&call["id"], &json!("webhook"))
        );
        assert!(prompts["items"][0]["text"].as_str().unwrap().starts_with("Somebody wrote:"));

        deliver(url, "not json", &[]).await.with_status(400);
        deliver(url, "[1]", &[]).await.with_status(422);
        deliver(url, r#"{"nothing": 1}"#, &[]).await.with_status(422);
        deliver(url, &format!("\"{}\"", "a".repeat(300 << 10)), &[]).await.with_status(413);
        deliver(&format!("{url}0"), "{}", &[]).await.with_status(404);

        let shown = house.get(&format!("/tools/{TOOL}/webhook")).await.ok();
        assert_eq!((&shown["url"], &shown["secret"]), (&Value::Null, &Value::Null), "told once");
        assert!(shown["last_used_at"].is_string());
        let renewed = make(&house, TOOL, json!({})).await;
        deliver(url, "{}", &[]).await.with_status(404);
        house.request(Method::DELETE, &format!("/tools/{TOOL}/webhook"), None).await.with_status(204);
        deliver(renewed["url"].as_str().unwrap(), "{}", &[]).await.with_status(404);
        assert_eq!(house.get(&format!("/tools/{TOOL}")).await.ok()["webhook"], false);
    }
);

on_each_database!(
    async fn what_is_signed_holds_for_its_body_and_once(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let made = make(&house, TOOL, json!({"require_signature": true})).await;
        let (url, secret) = (made["url"].as_str().unwrap(), made["secret"].as_str().unwrap());
        let body = r#"{"path": "a.txt", "content": "signed"}"#;
        deliver(url, body, &[]).await.with_status(401);
        let signed = signature(secret, now(), body);
        let other = r#"{"path": "a.txt", "content": "another"}"#;
        deliver(url, other, &[("Pegboard-Signature", &signed)]).await.with_status(401);
        let old = signature(secret, now() - 3600, body);
        deliver(url, body, &[("Pegboard-Signature", &old)]).await.with_status(401);
        deliver(url, body, &[("Pegboard-Signature", &signed)]).await.with_status(202);
        deliver(url, body, &[("Pegboard-Signature", &signed)]).await.with_status(409);

        let made = make(&house, TOOL, json!({})).await;
        let url = made["url"].as_str().unwrap();
        deliver(url, body, &[("Pegboard-Delivery", "17")]).await.with_status(202);
        deliver(url, body, &[("Pegboard-Delivery", "17")]).await.with_status(409);
        deliver(url, body, &[("Pegboard-Delivery", "18")]).await.with_status(202);
        deliver(url, body, &[("Pegboard-Signature", "t=1,v1=00")]).await.with_status(401);
        let calls = house.get(&format!("/calls?tool_id={TOOL}")).await.ok();
        assert_eq!(calls["items"].as_array().unwrap().len(), 3);
    }
);

on_each_database!(
    async fn policy_holds_for_what_is_delivered(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let made = make(&house, "app-builder:run_command", json!({"prompt": "Done:"})).await;
        let url = made["url"].as_str().unwrap();
        let asked = deliver(url, r#"{"command": "echo hi"}"#, &[]).await.with_status(202);
        assert_eq!(asked["status"], "pending");
        house.post("/toolsets/app-builder/enable", json!({"enabled": false})).await.ok();
        deliver(url, r#"{"command": "echo hi"}"#, &[]).await.with_status(403);
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_is_answered_so_often_in_a_minute() {
    let house = House::start().await;
    let made = make(&house, "list_files", json!({})).await;
    let url = made["url"].as_str().unwrap();
    for _ in 0..60 {
        deliver(url, "no json", &[]).await.with_status(400);
    }
    deliver(url, "no json", &[]).await.with_status(429);
}
