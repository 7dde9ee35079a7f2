//! Calls over HTTP, on each database: what they give back, what they record, and how they fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::on_each_database;
use serde_json::{Value, json};

on_each_database!(
    async fn a_call_is_a_commit(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;

        let call = house
            .succeed(&chat, "app-builder:write_file", json!({"path": "a/b.py", "content": "print(1)"}))
            .await;

        assert_eq!(call["result"], json!({"written": "a/b.py", "size": 8}));
        assert_eq!(call["changes"], json!({"added": ["a/b.py"], "modified": [], "removed": []}));
        assert_eq!(call["render_plan"]["renderer"], "code");
        assert_eq!(call["render_plan"]["config"]["file"], "a/b.py");
        assert_eq!(call["render_plan"]["config"]["language"], "python");
        assert_eq!(call["pre_manifest_id"], Value::Null);
        assert!(call["post_manifest_id"].is_string());
        assert_eq!(house.file(&chat, "a/b.py").await, b"print(1)");
        let stored = house.get(&format!("/calls/{}", call["id"].as_str().unwrap())).await.ok();
        assert_eq!(stored, call, "what is shown later is what was answered");
    }
);

on_each_database!(
    async fn a_call_that_changes_nothing_keeps_the_state(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        house.succeed(&chat, "app-builder:write_file", json!({"path": "a", "content": "1"})).await;

        let read = house.succeed(&chat, "app-builder:read_file", json!({"path": "a"})).await;

        assert_eq!(read["result"]["content"], "1");
        assert_eq!(read["pre_manifest_id"], read["post_manifest_id"]);
        let states = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        assert_eq!(states["items"].as_array().unwrap().len(), 1);
    }
);

on_each_database!(
    async fn a_path_out_of_the_workspace_is_refused_and_nothing_is_left_there(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        let other = house.chat("other").await;
        let files = json!({"path": "kept", "content": "1"});
        house.succeed(&other, "app-builder:write_file", files).await;
        let out = house.workspace(&chat).join("../../x");
        let theirs = house.workspace(&other).join("kept");

        for path in ["../../x", theirs.to_str().unwrap()] {
            let args = json!({"path": path, "content": "out"});
            let call = house.call(&chat, "app-builder:write_file", args).await;
            assert_eq!(call["error"]["kind"], "raised", "{call:#}");
            let message = call["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("PermissionError"), "{message}");
            assert!(message.contains("is outside of the workspace"), "{message}");
            assert_eq!(call["changes"], json!({"added": [], "modified": [], "removed": []}));
        }
        assert!(!out.exists());
        assert_eq!(std::fs::read(theirs).unwrap(), b"1");

        for secret in ["token", "pegboard.db", "server.json"] {
            let path = house.data().join(secret);
            let call = house.call(&chat, "app-builder:read_file", json!({"path": path})).await;
            let message = call["error"]["message"].as_str().unwrap_or_else(|| panic!("{secret}: {call:#}"));
            assert!(message.contains("PermissionError") || !path.exists(), "{secret}: {message}");
        }
    }
);

on_each_database!(
    async fn every_failure_is_told_on_its_own_call(house: HouseBuilder) {
        let house = house.with_toolset("rough-edges").await;
        let chat = house.chat("demo").await;
        let kinds = [
            ("raise_error", "raised"),
            ("half_way", "raised"),
            ("return_object", "not_json"),
            ("exit_hard", "crashed"),
            ("missing", "missing"),
            ("broken_import", "import"),
        ];
        for (tool, kind) in kinds {
            let call = house.call(&chat, &format!("rough-edges:{tool}"), json!({})).await;
            assert_eq!(call["status"], "error", "{call:#}");
            assert_eq!(call["error"]["kind"], kind, "{call:#}");
            assert_eq!(call["render_plan"]["renderer"], "error");
        }
        assert_eq!(
            house.file(&chat, "first.txt").await,
            b"written before the failure\n",
            "what a failing tool wrote is kept"
        );
        let after = house.call(&chat, "rough-edges:print_much", json!({"megabytes": 2})).await;
        assert_eq!(after["status"], "success", "the next call is not harmed: {after:#}");
        assert!(after["log"].as_str().unwrap().len() < 200_000, "a log is cut");
    }
);

on_each_database!(
    async fn a_result_that_is_too_large_becomes_a_file(house: HouseBuilder) {
        let house = house.with_toolset("rough-edges").await;
        let chat = house.chat("demo").await;

        let call = house.succeed(&chat, "rough-edges:return_much", json!({"kilobytes": 512})).await;

        let file = call["result"]["$file"].as_str().unwrap();
        assert_eq!(call["changes"]["added"], json!([file]));
        let content: Value = serde_json::from_slice(&house.file(&chat, file).await).unwrap();
        assert_eq!(content["text"].as_str().unwrap().len(), 512 * 1024);
    }
);

on_each_database!(
    async fn a_call_that_asks_waits_for_a_person(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        let args = json!({"command": "echo hi > out.txt"});
        let ask =
            || house.post("/tools/app-builder:run_command/call", json!({"args": args, "chat_id": chat}));
        let first = ask().await.with_status(202);
        let second = ask().await.with_status(202);
        assert_eq!(first["status"], "pending");
        assert!(first["rule"].as_str().unwrap().contains("asks for confirmation"), "{first:#}");

        house.stop();
        house.restart();
        let id = first["id"].as_str().unwrap();
        let approved = house.post(&format!("/calls/{id}/approve"), json!({})).await.ok();
        assert_eq!(approved["status"], "success", "{approved:#}");
        assert_eq!(approved["changes"]["added"], json!(["out.txt"]));
        house.post(&format!("/calls/{id}/approve"), json!({})).await.with_status(409);

        let id = second["id"].as_str().unwrap();
        let denied = house.post(&format!("/calls/{id}/deny"), json!({"reason": "not today"})).await.ok();
        assert_eq!(denied["error"]["kind"], "denied");
        assert!(denied["error"]["message"].as_str().unwrap().contains("not today"));
        house.post(&format!("/calls/{id}/approve"), json!({})).await.with_status(409);
    }
);

on_each_database!(
    async fn a_body_that_may_be_left_out_may_be_null(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.post("/chats", Value::Null).await.with_status(201);
        let ask = json!({"args": {"command": "true"}, "chat_id": chat["id"]});
        for body in [None, Some(Value::Null)] {
            let asked = house.post("/tools/app-builder:run_command/call", ask.clone()).await.with_status(202);
            let deny = format!("/calls/{}/deny", asked["id"].as_str().unwrap());
            let denied = house.request(reqwest::Method::POST, &deny, body).await.ok();
            assert_eq!(denied["error"]["kind"], "denied");
            house.post(&deny, json!([])).await.with_status(422);
        }
    }
);

on_each_database!(
    async fn an_approval_works_on_what_is_there_by_then(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        let ask = json!({"args": {"command": "ls > seen.txt"}, "chat_id": chat});
        let asked = house.post("/tools/app-builder:run_command/call", ask).await.with_status(202);
        let later = json!({"path": "later.txt", "content": "x"});
        let later = house.succeed(&chat, "app-builder:write_file", later).await;

        let approve = format!("/calls/{}/approve", asked["id"].as_str().unwrap());
        let call = house.post(&approve, json!({})).await.ok();

        assert_eq!(call["pre_manifest_id"], later["post_manifest_id"]);
        assert_eq!(house.file(&chat, "seen.txt").await, b"later.txt\nseen.txt\n");
        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(detail["active_leaf_message_id"], later["message_id"], "the chat stays where it stood");
        house
            .post(&format!("/chats/{chat}/active-leaf"), json!({"message_id": later["message_id"]}))
            .await
            .ok();
        assert_eq!(house.file(&chat, "seen.txt").await, b"later.txt\nseen.txt\n");
    }
);

on_each_database!(
    async fn an_approval_lapses_when_the_tool_changes(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        let args = json!({"args": {"command": "true"}, "chat_id": chat});
        let call = house.post("/tools/app-builder:run_command/call", args).await.with_status(202);
        let changed = tempfile::tempdir().unwrap();
        copy_example("app-builder", changed.path());
        let shell = changed.path().join("tools/shell.py");
        let code = std::fs::read_to_string(&shell).unwrap();
        std::fs::write(&shell, code + "\n# changed\n").unwrap();
        house.import_folder(changed.path()).await.ok();

        let approve = format!("/calls/{}/approve", call["id"].as_str().unwrap());
        let problem = house.post(&approve, json!({})).await.with_status(409);

        assert!(problem["detail"].as_str().unwrap().contains("changed"), "{problem:#}");
    }
);

on_each_database!(
    async fn a_running_call_can_be_cancelled(house: HouseBuilder) {
        let house = house.with_toolset("slow-lane").await;
        let chat = house.chat("demo").await;
        let slow = house.call(&chat, "slow-lane:count", json!({"to": 100, "pause": 0.1}));
        let cancel = async {
            let id = loop {
                let running = house.get(&format!("/calls?status=running&chat_id={chat}")).await.ok();
                if let Some(id) = running["items"][0]["id"].as_str() {
                    break id.to_owned();
                }
            };
            house.post(&format!("/calls/{id}/cancel"), json!({})).await.ok()
        };
        let (call, cancelled) = tokio::join!(slow, cancel);
        assert_eq!(call["error"]["kind"], "cancelled", "{call:#}");
        assert_eq!(cancelled["id"], call["id"]);
    }
);

on_each_database!(
    async fn what_does_not_fit_is_refused_before_it_runs(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        let call = |tool: &str, args: Value| {
            let body = json!({"args": args, "chat_id": chat});
            let path = format!("/tools/{tool}/call");
            let house = &house;
            async move { house.post(&path, body).await }
        };
        let unknown = call("app-builder:write_fil", json!({})).await.with_status(404);
        assert_eq!(unknown["near"][0], "app-builder:write_file");
        let missing = call("app-builder:write_file", json!({"path": "a"})).await.with_status(422);
        assert!(missing["violations"].to_string().contains("content"), "{missing:#}");
        let wrong = call("app-builder:write_file", json!({"path": 1, "content": ""})).await.with_status(422);
        assert!(wrong["violations"].to_string().contains("path"), "{wrong:#}");
        house.post("/toolsets/app-builder/enable", json!({"enabled": false})).await.ok();
        let disabled = call("app-builder:read_file", json!({"path": "a"})).await.with_status(403);
        assert!(disabled["detail"].as_str().unwrap().contains("disabled"), "{disabled:#}");
        let nothing = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_eq!(nothing["items"], json!([]), "what never ran is not recorded as a call");
    }
);

on_each_database!(
    async fn what_a_tool_prints_cannot_keep_its_call_from_being_recorded(house: HouseBuilder) {
        let house = house.await;
        let bundle = tempfile::tempdir().unwrap();
        let manifest = "manifest_version: \"1\"\nid: loud\nname: Loud\nversion: \"1.0.0\"\n\
                        tools:\n  - id: shout\n    entrypoint: tools.loud:shout\n";
        let code =
            "import os\n\ndef shout(workspace):\n    os.write(1, b'a\\0b\\xffc')\n    return 'x\\0y'\n";
        std::fs::create_dir(bundle.path().join("tools")).unwrap();
        std::fs::write(bundle.path().join("toolset.yaml"), manifest).unwrap();
        std::fs::write(bundle.path().join("tools/loud.py"), code).unwrap();
        house.import_folder(bundle.path()).await.ok();
        let chat = house.chat("a\0b").await;

        let call = house.succeed(&chat, "loud:shout", json!({})).await;

        assert_eq!(call["result"], "x\0y");
        assert_eq!(call["log"], "a\u{fffd}b\u{fffd}c");
        let stored = house.get(&format!("/calls/{}", call["id"].as_str().unwrap())).await.ok();
        assert_eq!(stored, call);
    }
);

fn copy_example(name: &str, to: &std::path::Path) {
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/toolsets").join(name);
    std::fs::create_dir_all(to.join("tools")).unwrap();
    std::fs::copy(from.join("toolset.yaml"), to.join("toolset.yaml")).unwrap();
    for file in std::fs::read_dir(from.join("tools")).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), to.join("tools").join(file.file_name())).unwrap();
        }
    }
}
