//! What runs by itself, and the prompts that come of it, on each database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use pegboard_testkit::{Database, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

async fn put(house: &House, tool: &str, change: Value) -> Value {
    house.request(Method::PUT, &format!("/schedules/{tool}"), Some(change)).await.ok()
}

async fn prompts(house: &House, query: &str) -> Vec<Value> {
    let page = house.get(&format!("/prompts?{query}")).await.ok();
    page["items"].as_array().unwrap().clone()
}

on_each_database!(
    async fn a_schedule_is_made_changed_switched_and_removed(house: HouseBuilder) {
        let mut house = house.await;
        let made = put(&house, "list_files", json!({"schedule": "*/30", "prompt": "What is there?"})).await;
        assert_eq!(made["description"], "every 30 minutes");
        assert_eq!((&made["trigger"], &made["said_by"]), (&json!("cron"), &json!("person")));
        assert_eq!((&made["enabled"], &made["timezone"]), (&json!(true), &Value::Null));
        assert!(made["next_run_at"].as_str().unwrap().ends_with("0:00.000000Z"), "{made:#}");
        let zoned = json!({"schedule": "0 8 * * MON-FRI", "timezone": "Europe/Vienna"});
        let zoned = put(&house, "list_files", zoned).await;
        assert_eq!(
            (&zoned["prompt"], &zoned["timezone"]),
            (&json!("What is there?"), &json!("Europe/Vienna"))
        );

        house.restart();
        let off = put(&house, "list_files", json!({"enabled": false})).await;
        assert_eq!((&off["next_run_at"], &off["schedule"]), (&Value::Null, &json!("0 8 * * MON-FRI")));
        let listed = house.get("/schedules").await.ok();
        assert_eq!(listed["schedules"], json!([off]));

        let refused = async |tool: &str, change: Value, status: u16| {
            let path = format!("/schedules/{tool}");
            house.request(Method::PUT, &path, Some(change)).await.with_status(status)
        };
        refused("list_file", json!({"schedule": "*/5"}), 404).await;
        refused("read_file", json!({"enabled": true}), 422).await;
        refused("list_files", json!({"args": {"path": 7}}), 422).await;
        let wrong = refused("list_files", json!({"schedule": "*/5", "timezone": "Europe/Wien"}), 422).await;
        assert_eq!(wrong["type"], "urn:pegboard:problem:invalid-schedule");
        house.post("/schedules/read_file/run", json!({})).await.with_status(404);

        house.request(Method::DELETE, "/schedules/list_files", None).await.with_status(204);
        house.request(Method::DELETE, "/schedules/list_files", None).await.with_status(404);
        assert_eq!(house.get("/schedules").await.ok(), json!({"schedules": []}));
    }
);

on_each_database!(
    async fn a_run_leaves_a_prompt_that_one_taker_gets(house: HouseBuilder) {
        let house = house.await;
        let args = json!({"path": "note.txt", "content": "rain"});
        put(&house, "write_file", json!({"schedule": "@daily", "prompt": "Read this.", "args": args})).await;
        let call = house.post("/schedules/write_file/run", json!({})).await.ok();
        assert_eq!((&call["status"], &call["triggered_by"]), (&json!("success"), &json!("cron")), "{call:#}");
        let shown = house.get("/schedules").await.ok();
        let shown = &shown["schedules"][0];
        assert_eq!((&shown["last_call_id"], &shown["last_status"]), (&call["id"], &json!("success")));
        assert_eq!(shown["chat_id"], call["chat_id"]);

        let waiting = prompts(&house, "status=waiting").await;
        assert_eq!(waiting.len(), 1);
        assert_eq!((&waiting[0]["call_id"], &waiting[0]["source"]), (&call["id"], &json!("cron")));
        assert!(waiting[0]["text"].as_str().unwrap().starts_with("Read this.\n\n"), "{:#}", waiting[0]);

        let taken = house.post("/prompts/take", json!({"for_seconds": 1})).await.ok();
        assert_eq!((&taken["id"], &taken["status"]), (&waiting[0]["id"], &json!("taken")));
        // Nobody is done with it in time, so it waits again.
        let again = loop {
            let answer = house.post("/prompts/take", json!({})).await;
            if answer.status == 200 {
                break answer.body;
            }
            answer.with_status(204);
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        assert_eq!(again["id"], taken["id"]);
        house.post("/prompts/take", json!({})).await.with_status(204);
        let id = again["id"].as_str().unwrap();
        let done = house.post(&format!("/prompts/{id}/ack"), json!({})).await.ok();
        assert_eq!(done["status"], "done");
        assert_eq!(prompts(&house, "status=waiting").await.len(), 0);
        assert_eq!(prompts(&house, "status=done").await.len(), 1);
        house.request(Method::DELETE, &format!("/prompts/{id}"), None).await.with_status(204);
        house.post(&format!("/prompts/{id}/ack"), json!({})).await.with_status(404);
        house.get("/prompts?status=lost").await.with_status(400);
        house.post("/prompts/take", json!({"for_seconds": 0})).await.with_status(422);
    }
);

on_each_database!(
    async fn a_scheduled_call_that_asks_leaves_its_prompt_when_it_was_approved(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let tool = "app-builder:run_command";
        let change = json!({"schedule": "@daily", "prompt": "It said:", "args": {"command": "echo hello"}});
        put(&house, tool, change).await;
        let asked = house.post(&format!("/schedules/{tool}/run"), json!({})).await.with_status(202);
        assert_eq!(asked["status"], "pending");
        assert_eq!(prompts(&house, "").await.len(), 0);
        let id = asked["id"].as_str().unwrap();
        let ran = house.post(&format!("/calls/{id}/approve"), json!({})).await.ok();
        assert_eq!(ran["status"], "success", "{ran:#}");
        let waiting = prompts(&house, "status=waiting").await;
        assert_eq!(waiting.len(), 1);
        assert!(waiting[0]["text"].as_str().unwrap().contains("hello"), "{:#}", waiting[0]);
        // With its toolset goes its schedule.
        house.request(Method::DELETE, "/toolsets/app-builder", None).await.ok();
        assert_eq!(house.get("/schedules").await.ok(), json!({"schedules": []}));
    }
);

/// Waits until a server shows that a tool ran, and gives back its schedule.
async fn ran(house: &House) -> Value {
    loop {
        let shown = house.get("/schedules").await.ok();
        let schedule = &shown["schedules"][0];
        if schedule["last_status"] == "success" {
            return schedule.clone();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Two servers on one PostgreSQL: a tool that is due runs once, whoever looks first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_on_one_postgres_one_runs_what_is_due() {
    let Some(database) = Database::Postgres.ready("of_two_servers") else { return };
    let first = House::on(database).await;
    let second = first.beside();
    let due = put(&first, "list_files", json!({"schedule": "*/1", "prompt": "Files:"})).await;
    // Both wake when the minute comes.
    let schedule = ran(&second).await;
    assert!(schedule["next_run_at"].as_str() > due["next_run_at"].as_str());
    for house in [&first, &second] {
        house.post("/toolsets/builtin-shell/enable", json!({"enabled": false})).await.ok();
        house.post("/toolsets/builtin-shell/enable", json!({"enabled": true})).await.ok();
    }
    let calls = first.get("/calls?tool_id=list_files").await.ok();
    let queued = prompts(&second, "").await;
    // Where this took so long that another minute came, there is one for each.
    let minutes: std::collections::BTreeSet<String> =
        queued.iter().map(|prompt| prompt["created_at"].as_str().unwrap()[..16].to_owned()).collect();
    assert_eq!(queued.len(), minutes.len(), "{queued:#?}");
    assert!(calls["items"].as_array().unwrap().len() >= queued.len());
    assert_eq!(calls["items"][0]["caller"], "schedule");
}

/// A call of one server that runs is not taken for one that a crash left, when another server starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_on_a_shared_postgres_leaves_the_calls_of_others_alone() {
    let Some(database) = Database::Postgres.ready("shared_start") else { return };
    let first = House::on(database).with_toolset("slow-lane").await;
    let chat = first.chat("slow").await;
    let path = "/tools/slow-lane:sleep/call";
    let body = json!({"args": {"seconds": 8}, "chat_id": chat});
    let running = first.post(path, body);
    let starting = async {
        while first.get("/calls?status=running").await.ok()["items"].as_array().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let second = first.beside();
        let seen = second.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_ne!(seen["items"][0]["status"], "error", "{seen:#}");
    };
    let (call, ()) = tokio::join!(running, starting);
    assert_eq!(call.ok()["status"], "success");
}

const CHIMES: &str = r#"{
  "name": "chimes",
  "description": "Says what time it is",
  "version": "1.0.0",
  "category": "utility",
  "trigger": {"type": "cron", "schedule": "*/30", "prompt": "Tell me the time:"},
  "parameters": {},
  "returns": {"text": {"type": "string"}, "html": {"type": "string"}},
  "output": {"synthesize": true, "ephemeral": false, "card": {"enabled": false}},
  "constraints": {"timeout_seconds": 9, "cost_budget": 1000}
}"#;

on_each_database!(
    async fn a_manifest_that_says_when_brings_its_schedule(house: HouseBuilder) {
        let house = house.await;
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("chimes");
        std::fs::create_dir(&tool).unwrap();
        std::fs::write(tool.join("manifest.json"), CHIMES).unwrap();
        std::fs::write(tool.join("Dockerfile"), "FROM scratch\n").unwrap();
        house.import_folder(&tool).await.ok();
        let brought = async || {
            loop {
                let listed = house.get("/schedules").await.ok();
                match &listed["schedules"][0] {
                    Value::Null => tokio::time::sleep(Duration::from_millis(20)).await,
                    schedule => return schedule.clone(),
                }
            }
        };
        let schedule = brought().await;
        assert_eq!(
            (&schedule["tool_id"], &schedule["said_by"]),
            (&json!("chimes:chimes"), &json!("manifest"))
        );
        assert_eq!(schedule["description"], "every 30 minutes");
        assert_eq!(schedule["prompt"], "Tell me the time:");
        assert!(schedule["next_run_at"].is_string());
        let own = put(&house, "chimes:chimes", json!({"schedule": "@daily"})).await;
        assert_eq!((&own["said_by"], &own["prompt"]), (&json!("person"), &json!("Tell me the time:")));
        house.request(Method::DELETE, "/schedules/chimes:chimes", None).await.with_status(204);
        assert_eq!(brought().await["said_by"], "manifest");
        let stats = house.get("/tools/chimes:chimes/stats").await.ok();
        assert_eq!(stats["budget"], json!({"total": 1000.0, "remaining": null, "updated_at": null}));
    }
);
