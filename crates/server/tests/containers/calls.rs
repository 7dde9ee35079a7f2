//! The examples, and what a call gives a tool and takes from it.

use pegboard_testkit::{House, on_each_engine};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{called, examples, failure, said, text, tool};

on_each_engine!(
    async fn the_example_in_bash_is_called_as_the_spec_says(engine: Containers) {
        let house = House::start().with_containers(&engine).await;
        house.import_folder(&examples().join("greeter")).await.ok();

        let telemetry = json!({"location": {"lat": 35.8762, "lon": 14.5366, "city": "Valletta"}, "country": "Malta",
            "time": "2026-02-20T17:00:00Z"});
        let body = json!({"args": {"name": "<b>Dylan</b>"}, "telemetry": telemetry});
        let call = house.post("/tools/greeter/call", body).await.ok();
        assert_eq!(text(&call), "Hello, <b>Dylan</b>! You're in Valletta.");
        let plan = &call["render_plan"];
        assert_eq!(plan["renderer"], "card", "{call:#}");
        assert_eq!(plan["config"]["title"], "Hello, <b>Dylan</b>");
        assert_eq!(plan["config"]["accent_color"], "#6c63ff");
        let html = plan["config"]["html"].as_str().unwrap();
        assert!(
            html.contains("Hello, &lt;b&gt;Dylan&lt;/b&gt;!") && html.contains("2026-02-20T17:00:00Z"),
            "{html}"
        );

        let tool = house.get("/tools/greeter").await.ok();
        assert_eq!(tool["container"]["image"]["state"], "ready", "{tool:#}");
        assert_eq!(tool["container"]["sandbox"]["memory_bytes"], 64 << 20);
        assert_eq!(tool["requires_confirmation"], false, "a folder of one's own is one's own");
        let build = house.get("/tools/greeter:greeter/build").await.ok();
        assert!(build["log"].as_str().unwrap().contains("Successfully"), "{build:#}");
        assert!(build["image"].as_str().unwrap().starts_with("pegboard-tool-greeter:"));
        let bad = house.post("/tools/greeter/call", json!({"args": {}})).await;
        assert_eq!(bad.status, 422, "{:#}", bad.body);
    }
);

on_each_engine!(
    async fn what_a_tool_does_to_the_workspace_is_a_commit_also_from_the_warm_pool(engine: Containers) {
        let house = House::start().with_containers(&engine).await;
        house.import_folder(&examples().join("word_count")).await.ok();
        let chat = house.chat("words").await;
        let put =
            house.raw(Method::PUT, &format!("/chats/{chat}/workspace/files/a.txt")).body("one two three");
        assert!(put.send().await.unwrap().status().is_success());
        for round in 0..3 {
            let output = format!("counts-{round}.json");
            let call = house.call(&chat, "word_count", json!({"output": output})).await;
            assert_eq!(text(&call), "3 words in 1 files.");
            assert_eq!(call["changes"]["added"], json!([output]));
        }
        let counted: Value = serde_json::from_slice(&house.file(&chat, "counts-2.json").await).unwrap();
        assert_eq!(counted, json!({"a.txt": 3}));
    }
);

on_each_engine!(
    async fn a_warm_container_is_fresh_and_has_the_same_bounds(engine: Containers) {
        let folder = tempfile::tempdir().unwrap();
        let house = House::start().with_containers(&engine).await;
        let sandbox =
            json!({"sandbox": {"network": "none", "warm": true, "writable": true, "memory": "64m"}});
        let script = said(
            "ls /tmp; echo x >/tmp/mark; echo y >/root; grep NoNewPrivs: /proc/self/status; grep CapEff: /proc/self/status; wc -c </dev/stdin; cat /proc/sys/kernel/hostname",
        );
        house.import_folder(&tool(folder.path(), "warm", &sandbox, &script)).await.ok();
        let mut hosts = Vec::new();
        for _ in 0..4 {
            let call = called(&house, "warm", json!({})).await;
            let said = text(&call).to_owned();
            assert!(!said.contains("mark"), "{said}");
            assert!(said.contains("NoNewPrivs:\t1") && said.contains("CapEff:\t0000000000000000"), "{said}");
            let host = said.lines().last().unwrap().to_owned();
            assert!(!hosts.contains(&host), "each call has a container of its own");
            hosts.push(host);
        }
    }
);

on_each_engine!(
    async fn a_payload_that_is_no_argument_is_refused(engine: Containers) {
        let folder = tempfile::tempdir().unwrap();
        let house = House::start().with_containers(&engine).await;
        house
            .import_folder(&tool(
                folder.path(),
                "echo",
                &json!({}),
                "printf %s \"$1\" | base64 -d | jq '{text: (.params.word | length | tostring)}'\n",
            ))
            .await
            .ok();
        let call = called(&house, "echo", json!({"word": "x".repeat(90_000)})).await;
        assert_eq!(text(&call), "90000");
        let call = called(&house, "echo", json!({"word": "x".repeat(120_000)})).await;
        let (kind, message) = failure(&call);
        assert_eq!(kind, "arguments");
        assert!(message.contains("131071"), "{message}");
    }
);
