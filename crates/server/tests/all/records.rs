//! What was called, found again: filters, lists and figures, on each database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::on_each_database;
use serde_json::{Value, json};

/// The ids of a page's calls.
fn ids(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|call| call["id"].as_str().unwrap()).collect()
}

on_each_database!(
    async fn calls_are_found_by_toolset_tool_status_and_time(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = house.chat("filters").await;
        let first =
            house.succeed(&chat, "app-builder:write_file", json!({"path": "a", "content": "1"})).await;
        let failed = house.call(&chat, "rough-edges:raise_error", json!({"message": "no"})).await;
        let read = house.succeed(&chat, "app-builder:read_file", json!({"path": "a"})).await;
        let [first_id, failed_id, read_id] =
            [&first, &failed, &read].map(|call| call["id"].as_str().unwrap().to_owned());
        let at = |call: &Value| call["created_at"].as_str().unwrap().to_owned();

        for list in ["/calls", "/calls/timeline"] {
            let found = async |query: String| {
                let page = house.get(&format!("{list}?{query}")).await.ok();
                ids(&page).into_iter().map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(found("toolset_id=app-builder".into()).await, [&*read_id, &first_id]);
            assert_eq!(found("toolset_id=app".into()).await, [] as [&str; 0], "a prefix is no toolset");
            assert_eq!(found("tool_id=app-builder:read_file".into()).await, [&*read_id]);
            assert_eq!(found("status=error".into()).await, [&*failed_id]);
            assert_eq!(found(format!("since={}", at(&failed))).await, [&*read_id, &failed_id]);
            assert_eq!(found(format!("until={}", at(&failed))).await, [&*first_id]);
            let between = format!("since={}&until={}&toolset_id=rough-edges", at(&first), at(&read));
            assert_eq!(found(between).await, [&*failed_id]);
            let message = read["message_id"].as_str().unwrap();
            assert_eq!(found(format!("chat_id={chat}&message_id={message}")).await, [&*read_id]);
            for broken in ["since=yesterday", "toolset_id=A%20b", "toolset_id=a%27%20OR%201=1", "status=done"]
            {
                house.get(&format!("{list}?{broken}")).await.with_status(400);
            }
        }
    }
);

on_each_database!(
    async fn a_summary_shows_a_call_without_what_is_large(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = house.chat("summaries").await;
        let content = "ü".repeat(5_000);
        let call = house
            .succeed(&chat, "app-builder:write_file", json!({"path": "a/b.py", "content": content}))
            .await;
        house.call(&chat, "rough-edges:raise_error", json!({"message": "out of paper"})).await;
        house.call(&chat, "app-builder:run_command", json!({"command": "ls"})).await;

        let page = house.get(&format!("/calls/timeline?chat_id={chat}")).await.ok();
        let [asked, failed, written] = page["items"].as_array().unwrap().as_slice() else {
            panic!("three calls: {page:#}");
        };

        for field in
            ["id", "status", "tool_id", "chat_id", "message_id", "caller", "created_at", "started_at"]
        {
            assert_eq!(written[field], call[field], "{field}");
        }
        assert_eq!(
            (&written["finished_at"], &written["duration_ms"]),
            (&call["finished_at"], &call["duration_ms"])
        );
        assert_eq!(written["changes"], json!({"added": 1, "modified": 0, "removed": 0}));
        assert_eq!(written["renderer"], "code");
        let preview = written["args_preview"].as_str().unwrap();
        assert_eq!(preview.chars().count(), 200);
        assert!(
            preview.starts_with(r#"{"path":"a/b.py","content":"üü"#) && preview.ends_with('…'),
            "{preview}"
        );
        assert!(written.get("result").is_none() && written.get("args").is_none());
        assert_eq!(failed["error"]["kind"], "raised");
        assert!(failed["error"]["message"].as_str().unwrap().contains("out of paper"));
        assert!(failed["error"].get("detail").is_none());
        assert_eq!(
            (&asked["status"], &asked["renderer"], &asked["duration_ms"]),
            (&json!("pending"), &Value::Null, &Value::Null)
        );

        let first = house.get(&format!("/calls/timeline?chat_id={chat}&limit=2")).await.ok();
        let cursor = first["next_cursor"].as_str().unwrap();
        let rest = house.get(&format!("/calls/timeline?chat_id={chat}&limit=2&cursor={cursor}")).await.ok();
        assert_eq!(ids(&rest), [call["id"].as_str().unwrap()]);
        assert_eq!(rest["next_cursor"], Value::Null);
    }
);

on_each_database!(
    async fn activity_counts_what_happened(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = house.chat("activity").await;
        for path in ["a", "b"] {
            house.succeed(&chat, "app-builder:write_file", json!({"path": path, "content": "1"})).await;
        }
        house.call(&chat, "rough-edges:raise_error", json!({"message": "no"})).await;
        house.call(&chat, "app-builder:run_command", json!({"command": "ls"})).await;

        let day = house.get("/activity").await.ok();
        assert_eq!(day["bucket_seconds"], 900);
        assert_eq!(day["truncated"], false);
        let totals = &day["totals"];
        assert_eq!(
            (&totals["calls"], &totals["errors"], &totals["pending"]),
            (&json!(4), &json!(1), &json!(1))
        );
        assert!(totals["p50_ms"].as_i64().unwrap() <= totals["p95_ms"].as_i64().unwrap());
        let buckets = day["buckets"].as_array().unwrap();
        assert!((96..=97).contains(&buckets.len()), "{}", buckets.len());
        assert_eq!(buckets.iter().map(|bucket| bucket["calls"].as_u64().unwrap()).sum::<u64>(), 4);
        let tools: Vec<_> = day["tools"].as_array().unwrap().iter().map(|tool| &tool["tool_id"]).collect();
        assert_eq!(tools, ["app-builder:write_file", "app-builder:run_command", "rough-edges:raise_error"]);
        assert_eq!(day["tools"][1]["p50_ms"], Value::Null, "what waits took no time yet");

        let one = house.get("/activity?toolset_id=rough-edges").await.ok();
        assert_eq!((&one["totals"]["calls"], &one["totals"]["errors"]), (&json!(1), &json!(1)));
        let none = house.get("/activity?since=2001-01-01T00:00:00Z&until=2001-01-02T00:00:00Z").await.ok();
        assert_eq!((&none["totals"]["calls"], &none["totals"]["p50_ms"]), (&json!(0), &Value::Null));
        for broken in [
            "since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z",
            "since=1900-01-01T00:00:00Z",
            "until=-009999-01-02T01:59:59Z",
            "since=now",
        ] {
            house.get(&format!("/activity?{broken}")).await.with_status(400);
        }
    }
);

on_each_database!(
    async fn the_limits_are_those_that_bind(house: HouseBuilder) {
        let house = house.await;
        let limits = house.get("/limits").await.ok();
        let value = |name: &str| {
            let found = limits["items"].as_array().unwrap().iter().find(|limit| limit["name"] == name);
            usize::try_from(found.unwrap()["value"].as_u64().unwrap()).unwrap()
        };
        let chat = house.chat(&"x".repeat(value("chat_title") + 1)).await;
        let title = house.get(&format!("/chats/{chat}")).await.ok()["title"].as_str().unwrap().len();
        assert_eq!(title, value("chat_title"));
        let message = async |bytes: usize| {
            let empty = json!([{"type": "text", "text": ""}]).to_string().len();
            let body = json!({"content": "x".repeat(bytes - empty)});
            house.post(&format!("/chats/{chat}/messages"), body).await
        };
        message(value("message")).await.with_status(201);
        message(value("message") + 1).await.with_status(413);
        let page = value("page");
        assert!(house.get(&format!("/calls?limit={}", page + 1)).await.ok()["items"].is_array());
        let name = "n".repeat(value("path_name"));
        let put = |name: &str| {
            let url = format!("/chats/{chat}/workspace/files/{name}");
            house.raw(reqwest::Method::PUT, &url).body("x").send()
        };
        assert_eq!(put(&name).await.unwrap().status().as_u16(), 200);
        assert_eq!(put(&format!("{name}n")).await.unwrap().status().as_u16(), 422);
    }
);

on_each_database!(
    async fn the_doctor_says_over_http_what_the_command_says(house: HouseBuilder) {
        let house = house.await;
        let findings = house.get("/doctor").await.ok();
        let python = &findings["items"][0];
        assert_eq!((&python["name"], &python["state"]), (&json!("python"), &json!("ok")));
        assert!(python["found"].as_str().unwrap().starts_with("3."), "{python}");
        for finding in findings["items"].as_array().unwrap() {
            let fields = [&finding["found"], &finding["detail"], &finding["remedy"]];
            assert!(fields.iter().all(|field| field.is_string() || field.is_null()), "{finding}");
            assert_eq!(finding["state"] == "ok", finding["remedy"].is_null(), "{finding}");
        }
        let data = house.data();
        let said = house.command(&["--json", "doctor", "--data", data.to_str().unwrap()]).output().unwrap();
        let said: Value = serde_json::from_slice(&said.stdout).unwrap();
        let told = said["items"].as_array().unwrap();
        let (server, machine) = told.split_last().unwrap();
        assert_eq!(machine, findings["items"].as_array().unwrap());
        assert_eq!((&server["name"], &server["state"]), (&json!("server"), &json!("ok")));

        let reader = house.post("/tokens", json!({"name": "r", "scope": "read"})).await.ok();
        let as_reader = |path: &str| {
            let url = format!("{}{path}", house.url());
            reqwest::Client::new().get(url).bearer_auth(reader["secret"].as_str().unwrap()).send()
        };
        assert_eq!(as_reader("/doctor").await.unwrap().status().as_u16(), 403);
        assert_eq!(as_reader("/limits").await.unwrap().status().as_u16(), 200);
    }
);

on_each_database!(
    async fn a_chat_gets_another_title(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("old").await;
        let path = format!("/chats/{chat}");
        let rename = async |title: &str| {
            house.request(reqwest::Method::PATCH, &path, Some(json!({"title": title}))).await
        };

        assert_eq!(rename("  new \0 ").await.ok()["title"], "new \u{fffd}");
        assert_eq!(house.get(&path).await.ok()["title"], "new \u{fffd}");
        assert_eq!(rename(&"ü".repeat(300)).await.ok()["title"], "ü".repeat(200));
        rename(" \n ").await.with_status(422);
        let nobody = json!({"title": "x"});
        let unknown = "/chats/01890a5d-ac96-774b-bcce-b302099a8057";
        house.request(reqwest::Method::PATCH, unknown, Some(nobody)).await.with_status(404);
    }
);
