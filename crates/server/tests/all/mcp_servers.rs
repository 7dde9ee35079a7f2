//! MCP servers over the API: added, imported, looked at, changed, tried and removed, and no secret ever comes out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use pegboard_testkit::{House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

/// The small server that the client's own tests use.
fn program() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    crates.join("mcp/tests/servers/server.py")
}

fn server(id: &str) -> Value {
    json!({"id": id, "command": "python3", "args": [program()], "requires_confirmation": false})
}

async fn add(house: &House, server: Value) -> Value {
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201)["items"][0].clone()
}

async fn one(house: &House, key: &str) -> Value {
    house.get(&format!("/mcp-servers/{key}")).await.ok()
}

on_each_database!(
    async fn a_server_is_added_called_changed_switched_and_removed(house: HouseBuilder) {
        let house = house.await;
        let added = add(&house, server("odd")).await;
        assert_eq!((&added["server_key"], &added["state"]), (&json!("odd~odd"), &json!("idle")));
        assert_eq!((&added["user_mcp"], &added["told"]), (&json!(true), &Value::Null));

        let chat = house.chat("demo").await;
        let call = house.succeed(&chat, "mcp:odd~odd:echo", json!({"text": "a"})).await;
        assert_eq!(call["result"]["structuredContent"], json!({"text": "a"}));
        let ready = one(&house, "odd").await;
        assert_eq!((&ready["state"], &ready["told"]["cached"]), (&json!("ready"), &json!(false)));
        assert!(ready["told"]["tools"].as_u64().unwrap() > 0);

        let mut other = server("odd");
        other["title"] = json!("Odd one");
        other["env"] = json!({"LEVEL": "${LEVEL:-low}"});
        let changed = house.request(Method::PUT, "/mcp-servers/odd", Some(other)).await.ok();
        assert_eq!(changed["title"], "Odd one");
        assert_eq!(changed["variables"], json!([{"name": "LEVEL", "kept": false, "default": "low"}]));

        let off = house.post("/mcp-servers/odd~odd/enable", json!({"enabled": false})).await.ok();
        assert_eq!(off["state"], "disabled");
        let on = house.post("/mcp-servers/odd~odd/enable", json!({"enabled": true})).await.ok();
        assert_eq!(on["state"], "idle");
        let again = house.post("/mcp-servers/odd/reconnect", json!(null)).await.ok();
        assert_eq!(again["state"], "ready");

        house.request(Method::DELETE, "/mcp-servers/odd", None).await.with_status(204);
        let gone = house.get("/mcp-servers/odd").await.with_status(404);
        assert_eq!(gone["hint"], "GET /mcp-servers lists the servers.");
        assert_eq!(house.get("/mcp-servers").await.ok()["items"], json!([]));
    }
);

on_each_database!(
    async fn a_file_of_another_client_is_looked_at_and_imported_without_its_secrets(house: HouseBuilder) {
        let house = house.await;
        let config = json!({"mcpServers": {
            "My Odd One": {
                "command": "python3", "args": [program(), "--api-key", "hush-1"], "env": {"TOKEN": "hush-2", "MODE": "${MODE}"}
            },
            "remote": {"url": "https://me:hush-3@mcp.example/mcp", "headers": {"Authorization": "Bearer hush-4"}, "disabled": true}
        }});
        let preview = house.post("/mcp-servers/preview", json!({"config": config})).await.ok();
        assert!(!preview.to_string().contains("hush"), "{preview:#}");
        assert_eq!(preview["servers"][0]["renamed_from"], "My Odd One");
        assert_eq!(preview["servers"][0]["secrets"], json!(["MY_ODD_ONE_API_KEY", "MY_ODD_ONE_TOKEN"]));
        assert_eq!(preview["servers"][0]["questions"][0]["name"], "MODE");
        assert_eq!(house.get("/mcp-servers").await.ok()["items"], json!([]), "a preview keeps nothing");

        let answers = json!({"my-odd-one": {"MODE": "hush-5"}});
        let request = json!({"config": config.to_string(), "answers": answers});
        let added = house.post("/mcp-servers", request.clone()).await.with_status(201);
        let variables: Vec<&Value> = added["items"][0]["variables"].as_array().unwrap().iter().collect();
        assert!(
            variables.len() == 3 && variables.iter().all(|variable| variable["kept"] == true),
            "{added:#}"
        );
        assert_eq!(added["items"][1]["state"], "disabled");
        for answer in [
            added,
            house.get("/mcp-servers").await.ok(),
            house.get("/toolsets/my-odd-one").await.ok(),
            house.get("/mcp-servers/export").await.ok(),
        ] {
            assert!(!answer.to_string().contains("hush"), "{answer:#}");
        }

        let taken = house.post("/mcp-servers", request).await.with_status(409);
        assert_eq!(taken["detail"], "These ids are taken already: my-odd-one, remote.");
        let preview = house.post("/mcp-servers/preview", json!({"config": config})).await.ok();
        assert_eq!(preview["servers"][0]["exists"], true);
    }
);

on_each_database!(
    async fn variables_go_in_and_never_come_out(house: HouseBuilder) {
        let house = house.await;
        let mut asking = server("odd");
        asking["env"] = json!({"KEY": "${KEY}"});
        add(&house, asking).await;
        let call = json!({"args": {"text": "a"}, "chat_id": house.chat("demo").await});
        let unset = house.post("/tools/mcp:odd~odd:echo/call", call.clone()).await;
        assert!(unset.body.to_string().contains("${KEY}"), "{unset:?}");

        let path = "/toolsets/odd/variables/KEY";
        house.request(Method::PUT, path, Some(json!({"value": "hush"}))).await.with_status(204);
        let called = house.post("/tools/mcp:odd~odd:echo/call", call).await.ok();
        assert_eq!(called["status"], "success", "{called:#}");
        let shown = one(&house, "odd").await;
        assert_eq!(shown["variables"], json!([{"name": "KEY", "kept": true, "default": null}]));
        house.request(Method::DELETE, path, None).await.with_status(204);
        house.request(Method::DELETE, path, None).await.with_status(404);
        assert_eq!(one(&house, "odd").await["variables"][0]["kept"], false);
        let wrong =
            house.request(Method::PUT, "/toolsets/odd/variables/a-b", Some(json!({"value": "x"}))).await;
        wrong.with_status(422);
    }
);

on_each_database!(
    async fn a_trial_says_what_came_of_it_and_keeps_nothing(house: HouseBuilder) {
        let house = house.await;
        let good = house.post("/mcp-servers/test", json!({"server": server("odd")})).await.ok();
        assert_eq!((&good["ok"], &good["error"]), (&json!(true), &Value::Null), "{good:#}");
        assert!(good["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "echo"));
        let missing = json!({"server": {"id": "x", "command": "no-such-program-here"}});
        let bad = house.post("/mcp-servers/test", missing).await.ok();
        assert_eq!((&bad["ok"], &bad["error"]["kind"]), (&json!(false), &json!("not_started")), "{bad:#}");
        assert_eq!(house.get("/mcp-servers").await.ok()["items"], json!([]));

        add(&house, server("odd")).await;
        let kept = house.post("/mcp-servers/test", json!({"server_key": "odd~odd"})).await.ok();
        assert_eq!(kept["ok"], true, "{kept:#}");
        assert!(house.get("/mcp-servers/odd/log").await.ok()["log"].is_string());
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_added_is_refused_with_its_reason() {
    let house = House::start().await;
    let bad = [
        json!({}),
        json!({"server": {"command": "x"}}),
        json!({"server": {"id": "a b", "command": "x"}}),
        json!({"server": {"id": "mcp", "command": "x"}}),
        json!({"server": {"id": "a"}}),
        json!({"server": {"id": "a", "command": "x", "url": "https://h"}}),
        json!({"server": {"id": "a", "command": "x", "env": {"A": "***"}}}),
        json!({"server": {"id": "a", "command": "x", "variables": {"A": "x"}}}),
        json!({"server": {"id": "a", "command": "x", "scope": "all"}}),
        json!({"config": {"mcpServers": {"a": {"args": "x"}, "b": {"command": 1}}}}),
        json!({"config": "nothing"}),
        json!({"config": {"mcpServers": {"a": {"command": "x"}}}, "only": ["b"]}),
        json!({"config": {"mcpServers": {"a": {"command": "x"}}}, "answers": {"a": {"B": "x"}}}),
        json!({"registry_entry": {"name": "a.b/c", "packages": [{"registryType": "npm", "identifier": "a", "version": "^1"}]}}),
        json!({"registry_entry": {"name": "a.b/c", "remotes": [{"type": "sse", "url": "https://h"}]}, "choice": 3}),
    ];
    let mut told = String::new();
    for request in bad {
        let answer = house.post("/mcp-servers", request.clone()).await;
        assert_eq!(answer.status, 422, "{request}: {answer:?}");
        told += &format!("{request}\n  {}\n", answer.body["detail"].as_str().unwrap());
        for violation in answer.body["violations"].as_array().into_iter().flatten() {
            told += &format!(
                "  {}: {}\n",
                violation["path"].as_str().unwrap(),
                violation["message"].as_str().unwrap()
            );
        }
        told += &answer.body["hint"].as_str().map(|hint| format!("  hint: {hint}\n")).unwrap_or_default();
    }
    insta::assert_snapshot!(told);
    assert_eq!(house.get("/mcp-servers").await.ok()["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_a_toolset_is_only_switched() {
    let house = House::start().await;
    let folder = tempfile::tempdir().unwrap();
    let manifest = "manifest_version: \"1\"\nid: app\nname: A\nversion: 1.0.0\nmcp_servers: [{id: web, url: \"https://h/mcp\"}]\n";
    std::fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
    house.import_folder(folder.path()).await.ok();
    let off = house.post("/mcp-servers/app~web/enable", json!({"enabled": false})).await.ok();
    assert_eq!((&off["state"], &off["user_mcp"]), (&json!("disabled"), &json!(false)));
    house.request(Method::DELETE, "/mcp-servers/app~web", None).await.with_status(409);
    let edit = json!({"url": "https://other/mcp"});
    house.request(Method::PUT, "/mcp-servers/app~web", Some(edit)).await.with_status(409);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_of_the_registry_is_added_with_answers() {
    let house = House::start().await;
    let entry = json!({
        "name": "io.github.user/weather", "version": "1.0.2", "description": "d",
        "packages": [{
            "registryType": "npm", "identifier": "@user/weather", "version": "1.0.2", "transport": {"type": "stdio"},
            "environmentVariables": [{"name": "API_KEY", "isSecret": true, "isRequired": true}]
        }],
        "remotes": [{"type": "streamable-http", "url": "https://h/mcp"}]
    });
    let preview = house.post("/mcp-servers/preview", json!({"registry_entry": entry})).await.ok();
    assert_eq!(preview["servers"][1]["label"], "remote https://h/mcp");
    let answers = json!({"weather": {"WEATHER_API_KEY": "hush"}});
    let added = house
        .post("/mcp-servers", json!({"registry_entry": entry, "answers": answers}))
        .await
        .with_status(201);
    let server = &added["items"][0];
    assert_eq!(server["args"], json!(["-y", "@user/weather@1.0.2"]));
    assert_eq!(server["env"], json!([{"name": "API_KEY", "value": "${WEATHER_API_KEY}"}]));
    assert_eq!(server["variables"][0]["kept"], true);
}

on_each_database!(
    async fn all_servers_of_a_file_are_added_or_none(house: HouseBuilder) {
        let house = house.await;
        add(&house, server("here")).await;
        let plain = |id: &str| json!({"command": "x", "args": [id]});
        let asking = json!({"command": "x", "env": {"PORT": "${input:port}"}});
        let count = async || house.get("/mcp-servers").await.ok()["items"].as_array().unwrap().len();

        // What is asked and what is taken is told together, and nothing was added.
        let file = json!({
            "inputs": [{"id": "port", "type": "pickString", "options": ["1", "2"]}],
            "servers": {"good": plain("a"), "here": plain("b"), "asking": asking, "also": asking}
        });
        let answers = json!({"asking": {"ASKING_PORT": "hush"}, "also": {"ALSO_PORT": "3", "NO": "x"}});
        let refused =
            house.post("/mcp-servers", json!({"config": file, "answers": answers})).await.with_status(422);
        let told = refused["violations"].as_array().unwrap().iter();
        let mut told: Vec<&str> = told.map(|one| one["path"].as_str().unwrap()).collect();
        told.sort_unstable();
        assert_eq!(
            told,
            ["answers.also.ALSO_PORT", "answers.also.NO", "answers.asking.ASKING_PORT", "servers.here"]
        );
        assert!(!refused.to_string().contains("hush"), "{refused:#}");
        assert_eq!(count().await, 1);

        let file = json!({"mcpServers": {"good": plain("b"), "other": plain("c")}});
        let added = house.post("/mcp-servers", json!({"config": file})).await.with_status(201);
        assert_eq!(added["items"].as_array().unwrap().len(), 2);
        assert_eq!(count().await, 3);
    }
);

/// The command line of the same.
#[tokio::test(flavor = "multi_thread")]
async fn servers_are_added_and_looked_at_on_the_command_line() {
    let house = House::start().await;
    let run = |arguments: &[&str]| {
        let output = house.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        format!("{}\n{}{}", output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let program = program();
    let program = program.to_str().unwrap();
    let added = run(&["mcp", "add", "odd", "--env", "KEY=hush", "--", "python3", program, "--env", "x"]);
    assert!(added.starts_with("0\nodd added: python3 ") && added.contains("--env x"), "{added}");
    let header = "Authorization: Bearer hush";
    let remote = run(&["mcp", "add", "far", "https://h.example/mcp", "--header", header]);
    assert!(remote.starts_with("0\nfar added: https://h.example/mcp"), "{remote}");
    assert!(run(&["mcp", "add", "x", "npx"]).contains("behind two hyphens"));
    assert!(run(&["mcp", "test", "odd"]).starts_with("0\nanswered after "));
    let shown = run(&["mcp", "show", "far"]);
    assert!(
        shown.contains("Authorization=Bearer ${FAR_AUTHORIZATION}") && !shown.contains("hush"),
        "{shown}"
    );
    assert!(run(&["mcp", "list"]).contains("odd~odd"));
    assert!(run(&["mcp", "export"]).contains("${ODD_KEY}"));
    assert!(run(&["mcp", "disable", "far"]).contains("far~far is off"));
    assert!(run(&["mcp", "set", "odd", "ODD_KEY", "other"]).starts_with("0\n"));
    assert!(run(&["mcp", "remove", "far", "--yes"]).starts_with("0\n"));
    assert!(run(&["mcp", "show", "far"]).contains("pegboard mcp list"));
}
