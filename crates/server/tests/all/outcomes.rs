//! What calls leave behind: figures of tools, records to take away, and how long they are kept, on each database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const HASTY: &str = r#"manifest_version: "1"
id: hasty
name: Hasty
version: "1.0.0"
description: A tool that may not take long
python:
  timeout_seconds: 1
tools:
  - id: sleep
    entrypoint: hasty:sleep
"#;

const THRIFTY: &str = r#"manifest_version: "1"
id: thrifty
name: Thrifty
version: "1.0.0"
description: A tool that says what it may still spend
tools:
  - id: spend
    entrypoint: thrifty:spend
"#;

/// The export in this format, as it came.
async fn exported(house: &House, query: &str) -> String {
    let response = house.raw(Method::GET, &format!("/calls/export?{query}")).send().await.unwrap();
    assert!(response.status().is_success(), "{}", response.status());
    response.text().await.unwrap()
}

on_each_database!(
    async fn every_end_of_a_call_counts_once(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = house.chat("outcomes").await;
        for path in ["a", "b", "c"] {
            house.succeed(&chat, "app-builder:write_file", json!({"path": path, "content": "1"})).await;
        }
        let failed = house.call(&chat, "rough-edges:raise_error", json!({"message": "no paper"})).await;
        let asked = house.call(&chat, "app-builder:run_command", json!({"command": "ls"})).await;
        let id = asked["id"].as_str().unwrap();
        house.post(&format!("/calls/{id}/deny"), json!({"reason": "not now"})).await.ok();

        let written = house.get("/tools/app-builder:write_file/stats").await.ok();
        assert_eq!((&written["calls"], &written["succeeded"]), (&json!(3), &json!(3)));
        assert_eq!((&written["success_rate"], &written["mean_reward"]), (&json!(1.0), &json!(1.0)));
        assert!(written["p50_ms"].is_i64() && written["p95_ms"].is_i64(), "{written:#}");

        let raised = house.get("/tools/rough-edges:raise_error/stats").await.ok();
        assert_eq!((&raised["success_rate"], &raised["mean_reward"]), (&json!(0.0), &json!(0.0)));
        assert_eq!(raised["by_failure"], json!([{"kind": "raised", "count": 1}]));
        assert_eq!(raised["last_failures"][0]["call_id"], failed["id"]);
        assert!(raised["last_failures"][0]["message"].as_str().unwrap().contains("no paper"));

        let denied = house.get("/tools/app-builder:run_command/stats").await.ok();
        assert_eq!((&denied["calls"], &denied["success_rate"]), (&json!(1), &Value::Null), "{denied:#}");
        assert_eq!(denied["by_failure"], json!([{"kind": "denied", "count": 1}]));
        house.get("/tools/app-builder:write_fil/stats").await.with_status(404);
    }
);

on_each_database!(
    async fn a_timeout_counts_against_a_tool(house: HouseBuilder) {
        let house = house.await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("toolset.yaml"), HASTY).unwrap();
        std::fs::write(
            folder.path().join("hasty.py"),
            "import time\n\ndef sleep() -> None:\n    time.sleep(60)\n",
        )
        .unwrap();
        house.import_folder(folder.path()).await.ok();
        let chat = house.chat("slow").await;
        let call = house.call(&chat, "hasty:sleep", json!({})).await;
        assert_eq!(call["error"]["kind"], "timeout", "{call:#}");
        let stats = house.get("/tools/hasty:sleep/stats").await.ok();
        assert_eq!(stats["mean_reward"], -0.2);
    }
);

on_each_database!(
    async fn calls_are_found_by_provider_caller_and_failure(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = house.chat("filters").await;
        house.succeed(&chat, "app-builder:write_file", json!({"path": "a", "content": "1"})).await;
        let failed = house.call(&chat, "rough-edges:raise_error", json!({"message": "no"})).await;
        let found = async |query: &str| {
            let page = house.get(&format!("/calls?chat_id={chat}&{query}")).await.ok();
            page["items"].as_array().unwrap().len()
        };
        assert_eq!(found("provider=python").await, 2);
        assert_eq!(found("provider=mcp").await, 0);
        assert_eq!(found("failure=raised").await, 1);
        assert_eq!(found("failure=timeout").await, 0);
        assert_eq!(found("caller=nobody").await, 0);
        let caller = failed["caller"].as_str().unwrap();
        assert_eq!(found(&format!("caller={caller}&failure=raised&provider=python")).await, 1);
        assert_eq!((&failed["provider"], &failed["toolset_id"]), (&json!("python"), &json!("rough-edges")));
        for broken in ["provider=docker", "failure=bad"] {
            house.get(&format!("/calls?{broken}")).await.with_status(400);
        }
    }
);

on_each_database!(
    async fn calls_are_exported_whole_and_harmless(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("export").await;
        for number in 0..60 {
            let path = format!("=cmd|{number}");
            house.succeed(&chat, "app-builder:write_file", json!({"path": path, "content": "a,\"b\""})).await;
        }
        let lines = exported(&house, &format!("format=jsonl&chat_id={chat}")).await;
        let calls: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(calls.len(), 60, "more than one page of the database");
        assert_eq!(calls[0]["args"]["path"], "=cmd|59", "newest first");
        assert!(calls[0]["result"].is_object() || calls[0]["result"].is_string());

        let csv = exported(&house, &format!("chat_id={chat}&limit=2")).await;
        let rows: Vec<&str> = csv.split("\r\n").filter(|row| !row.is_empty()).collect();
        assert_eq!(rows.len(), 3, "a head and two rows");
        assert!(rows[0].starts_with("id,created_at,"));
        assert!(rows[1].contains(r#""{""path"":""=cmd|59"""#), "{}", rows[1]);
        assert!(!csv.contains(",="));
    }
);

on_each_database!(
    async fn why_a_person_was_asked_stays_with_the_call(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("asked").await;
        let asked = house.call(&chat, "app-builder:run_command", json!({"command": "true"})).await;
        assert_eq!(asked["asked_because"], asked["rule"]);
        let id = asked["id"].as_str().unwrap();
        let ran = house.post(&format!("/calls/{id}/approve"), json!({})).await.ok();
        assert_eq!(ran["asked_because"], asked["rule"]);
        assert!(ran["rule"].as_str().unwrap().starts_with("approved by"), "{ran:#}");
    }
);

on_each_database!(
    async fn a_tool_that_has_spent_its_budget_is_blocked_until_a_person_resets_it(house: HouseBuilder) {
        let mut house = house.await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("toolset.yaml"), THRIFTY).unwrap();
        let code = "def spend(left: float) -> dict:\n    return {\"budget_remaining\": left}\n";
        std::fs::write(folder.path().join("thrifty.py"), code).unwrap();
        house.import_folder(folder.path()).await.ok();
        let chat = house.chat("budget").await;
        let stats = async |house: &House| house.get("/tools/thrifty:spend/stats").await.ok();
        assert_eq!(stats(&house).await["budget"], Value::Null);
        house.succeed(&chat, "thrifty:spend", json!({"left": 2.5})).await;
        assert_eq!(stats(&house).await["budget"]["remaining"], 2.5);
        house.succeed(&chat, "thrifty:spend", json!({"left": 0})).await;

        let call = json!({"args": {"left": 1}, "chat_id": chat});
        let blocked = house.post("/tools/thrifty:spend/call", call.clone()).await.with_status(403);
        assert!(blocked["detail"].as_str().unwrap().contains("spent its budget"), "{blocked:#}");
        house.restart();
        house.post("/tools/thrifty:spend/call", call.clone()).await.with_status(403);
        let reset = house.post("/tools/thrifty:spend/budget/reset", json!({})).await.ok();
        assert_eq!(reset["budget"], Value::Null);
        house.succeed(&chat, "thrifty:spend", json!({"left": 1})).await;
    }
);

on_each_database!(
    async fn how_long_records_are_kept_is_said_by_a_person(house: HouseBuilder) {
        let house = house.await;
        assert_eq!(house.get("/retention").await.ok(), json!({"calls_days": null, "outcomes_days": null}));
        let wanted = json!({"calls_days": 30, "outcomes_days": null});
        let set = house.request(Method::PUT, "/retention", Some(wanted.clone())).await.ok();
        assert_eq!(set, wanted);
        assert_eq!(house.get("/retention").await.ok(), wanted);
        let never = json!({"calls_days": 0, "outcomes_days": null});
        house.request(Method::PUT, "/retention", Some(never)).await.with_status(422);
    }
);
