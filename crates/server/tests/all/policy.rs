//! The house's policy over HTTP, on each database: grants, the kill switch, rules and the built-in toolsets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const WRITE: &str = "app-builder:write_file";

fn file(path: &str) -> Value {
    json!({"path": path, "content": "1"})
}

async fn ask_first(house: &House, tool: &str) {
    let body = json!({"requires_confirmation": true});
    house.request(Method::PUT, &format!("/tools/{tool}/override"), Some(body)).await.ok();
}

async fn approve(house: &House, call: &Value, remember: &str) -> Value {
    let path = format!("/calls/{}/approve", call["id"].as_str().unwrap());
    house.post(&path, json!({"remember": remember})).await.ok()
}

async fn set(house: &House, text: &str) -> Value {
    house.request(Method::PUT, "/policy", Some(json!({"text": text}))).await.ok()
}

async fn tried(house: &House, tool: &str, args: Value) -> String {
    let verdict = house.post("/policy/try", json!({"tool_id": tool, "args": args})).await.ok();
    format!("{}: {}", verdict["decision"].as_str().unwrap(), verdict["rule"].as_str().unwrap())
}

on_each_database!(
    async fn a_remembered_yes_holds_in_its_chat_until_it_is_taken_back(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        ask_first(&house, WRITE).await;
        let (chat, other) = (house.chat("demo").await, house.chat("other").await);

        let call = house.call(&chat, WRITE, file("a")).await;
        assert_eq!(call["status"], "pending");
        assert_eq!(approve(&house, &call, "same_arguments").await["status"], "success");
        let again = house.call(&chat, WRITE, json!({"content": "1", "path": "a"})).await;
        assert_eq!(again["status"], "success");
        assert_eq!(again["rule"], "admin granted the tool with these arguments for this chat");
        let b = house.call(&chat, WRITE, file("b")).await;
        assert_eq!(b["status"], "pending", "other arguments");
        assert_eq!(house.call(&other, WRITE, file("a")).await["status"], "pending", "another chat");

        approve(&house, &b, "same_tool").await;
        assert_eq!(house.call(&chat, WRITE, file("c")).await["status"], "success");
        let grants = house.get(&format!("/grants?chat_id={chat}")).await.ok();
        let grants = grants["items"].as_array().unwrap();
        let reaches: Vec<_> = grants.iter().map(|grant| (&grant["reach"], &grant["valid"])).collect();
        assert_eq!(reaches, [(&json!("same_tool"), &json!(true)), (&json!("same_arguments"), &json!(true))]);
        let id = grants[0]["id"].as_str().unwrap();
        house.request(Method::DELETE, &format!("/grants/{id}"), None).await.ok();
        assert_eq!(house.call(&chat, WRITE, file("d")).await["status"], "pending");
        house.request(Method::DELETE, &format!("/grants/{id}"), None).await.with_status(404);
    }
);

on_each_database!(
    async fn a_grant_lapses_when_the_bundle_changes_by_one_byte(house: HouseBuilder) {
        let house = house.await;
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(
            "toolset.yaml",
            "manifest_version: \"1\"\nid: kit\nname: Kit\nversion: 1.0.0\ndescription: x\ntools:\n  - id: hello\n    \
             entrypoint: tools:hello\n    requires_confirmation: true\n",
        );
        write("tools.py", "def hello() -> str:\n    \"\"\"Greets.\"\"\"\n    return 'hello'\n");
        house.import_folder(folder.path()).await.ok();
        let chat = house.chat("demo").await;
        let call = house.call(&chat, "kit:hello", json!({})).await;
        approve(&house, &call, "same_tool").await;
        assert_eq!(house.call(&chat, "kit:hello", json!({})).await["status"], "success");

        write("tools.py", "def hello() -> str:\n    \"\"\"Greets.\"\"\"\n    return 'hallo'\n");
        house.import_folder(folder.path()).await.ok();
        assert_eq!(house.call(&chat, "kit:hello", json!({})).await["status"], "pending");
        let grants = house.get("/grants").await.ok();
        assert_eq!(grants["items"][0]["valid"], false);
    }
);

on_each_database!(
    async fn the_kill_switch_blocks_everything_until_it_is_on_again(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        ask_first(&house, WRITE).await;
        let pending = house.call(&chat, WRITE, file("a")).await;
        let off = house.request(Method::PUT, "/policy", Some(json!({"tools_enabled": false}))).await.ok();
        assert_eq!((&off["tools_enabled"], &off["fixed"]), (&json!(false), &json!(false)));

        let call = json!({"args": {"path": "a"}, "chat_id": chat});
        let refused = house.post("/tools/read_file/call", call.clone()).await.with_status(403);
        assert_eq!(
            refused["detail"],
            "`read_file` is blocked: all tools are switched off (tools_enabled: false)"
        );
        let approve = format!("/calls/{}/approve", pending["id"].as_str().unwrap());
        house.post(&approve, json!({})).await.with_status(403);
        house.restart();
        house.post("/tools/read_file/call", call).await.with_status(403);

        house.request(Method::PUT, "/policy", Some(json!({"tools_enabled": true}))).await.ok();
        assert_eq!(house.post(&approve, json!({})).await.ok()["status"], "success");
    }
);

on_each_database!(
    async fn a_policy_and_the_switch_change_together_or_not_at_all(house: HouseBuilder) {
        let house = house.with_arguments(&["--no-tools"]).await;
        let before = house.get("/policy").await.ok();
        let both = json!({"text": "toolsets: {filesystem: ask}", "tools_enabled": true});
        house.request(Method::PUT, "/policy", Some(both)).await.with_status(409);
        assert_eq!(house.get("/policy").await.ok(), before, "a switch that is refused keeps the text out");
        let both = json!({"text": "toolsets: {filesystem: sometimes}", "tools_enabled": false});
        house.request(Method::PUT, "/policy", Some(both)).await.with_status(422);
        assert_eq!(house.get("/policy").await.ok(), before);
    }
);

on_each_database!(
    async fn the_policy_speaks_for_toolsets_and_single_tools(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("demo").await;
        assert_eq!(
            house.get("/policy").await.ok(),
            json!({"tools_enabled": true, "fixed": false, "text": ""})
        );

        set(
            &house,
            "toolsets:\n  app-builder: {approval: ask, tools: {read_file: blocked}}\n  filesystem: blocked\n",
        )
        .await;
        assert_eq!(house.call(&chat, WRITE, file("a")).await["status"], "pending");
        assert_eq!(tried(&house, WRITE, file("a")).await, "ask: the house's policy says ask of its toolset");
        let args = json!({"args": {"path": "a"}, "chat_id": chat});
        let refused = house.post("/tools/app-builder:read_file/call", args).await.with_status(403);
        assert_eq!(
            refused["detail"],
            "`app-builder:read_file` is blocked: the house's policy says blocked of this tool"
        );
        assert_eq!(
            tried(&house, "read_file", json!({"path": "a"})).await,
            "blocked: the house's policy says blocked of its toolset"
        );
        let draft =
            json!({"tool_id": WRITE, "args": file("a"), "text": "toolsets: {app-builder: preApproved}"});
        assert_eq!(house.post("/policy/try", draft).await.ok()["decision"], "preApproved");

        let wrong = json!({"text": "toolsets:\n  app-builder: sometimes\n"});
        let checked = house.post("/policy/check", wrong.clone()).await.ok();
        assert_eq!(checked["valid"], false);
        let problem = &checked["problems"][0];
        assert_eq!((&problem["line"], &problem["column"]), (&json!(2), &json!(16)));
        assert_eq!(problem["key"], "toolsets.app-builder");
        let refused = house.request(Method::PUT, "/policy", Some(wrong)).await.with_status(422);
        assert_eq!(
            refused["detail"],
            "policy.yaml:2:16: toolsets.app-builder: unknown value `sometimes`: use preApproved or ask or blocked"
        );
        assert!(
            house.get("/policy").await.ok()["text"].as_str().unwrap().contains("blocked"),
            "nothing is lost"
        );
    }
);

on_each_database!(
    async fn the_file_tools_are_there_from_the_first_start_and_each_change_is_a_commit(house: HouseBuilder) {
        let house = house.await;
        assert_eq!(house.get("/toolsets").await.ok()["items"], json!([]), "nobody installed anything");
        let builtin = house.get("/toolsets?builtin=true").await.ok();
        let ids: Vec<_> = builtin["items"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
        assert_eq!(ids, ["builtin-filesystem", "builtin-shell", "builtin-worker"]);
        let tool = house.get("/tools/write_file").await.ok();
        assert_eq!((&tool["toolset_id"], &tool["source_name"]), (&Value::Null, &json!("Builtin")));

        let chat = house.chat("demo").await;
        let call = house.succeed(&chat, "write_file", json!({"path": "a/b", "content": "one"})).await;
        assert_eq!(call["changes"]["added"], json!(["a/b"]));
        assert_eq!(call["rule"], "built-in tools run");
        let edit = json!({"path": "a/b", "old_text": "one", "new_text": "two"});
        assert_eq!(house.succeed(&chat, "edit_file", edit).await["changes"]["modified"], json!(["a/b"]));
        assert_eq!(house.file(&chat, "a/b").await, b"two");

        house.request(Method::DELETE, "/toolsets/builtin-filesystem", None).await.with_status(409);
        house.get("/toolsets/builtin-filesystem/export").await.with_status(409);
        house.post("/toolsets/builtin-filesystem/enable", json!({"enabled": false})).await.ok();
        let args = json!({"args": {"path": "a/b"}, "chat_id": chat});
        let refused = house.post("/tools/read_file/call", args).await.with_status(403);
        assert_eq!(refused["detail"], "`read_file` is blocked: its toolset is disabled");
    }
);

on_each_database!(
    async fn commands_run_by_the_rules_of_the_shell(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("demo").await;
        let run = |command: &str| house.call(&chat, "run_command", json!({"command": command}));
        assert_eq!(run("git init -q").await["status"], "pending", "without rules every command asks");
        set(
            &house,
            "toolsets:\n  shell:\n    redirects: preApproved\n    rules:\n      - {pattern: git, approval: preApproved}\n      \
             - {pattern: echo, approval: preApproved}\n      - {pattern: git push, approval: blocked}\n",
        )
        .await;

        let call = run("git init -q && echo hello > a.txt").await;
        assert_eq!((&call["status"], &call["result"]["exit_code"]), (&json!("success"), &json!(0)));
        assert!(call["changes"]["added"].as_array().unwrap().contains(&json!("a.txt")));
        let sly = run("git status; rm -rf .git").await;
        assert_eq!(
            (&sly["status"], &sly["rule"]),
            (&json!("pending"), &json!("`rm -rf .git`: no rule speaks of it"))
        );
        let args = json!({"args": {"command": "git -C . push"}, "chat_id": chat});
        let refused = house.post("/tools/run_command/call", args).await.with_status(403);
        assert_eq!(refused["detail"], "`run_command` is blocked: `git -C . push`: rule 3 (`git push`)");
    }
);
