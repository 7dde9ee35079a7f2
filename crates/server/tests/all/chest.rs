//! Chests: which toolsets a chat has at hand, over HTTP on each database, over MCP and on the command line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use pegboard_testkit::{House, McpSession, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

/// What is active and what is essential.
fn at_hand(chest: &Value) -> String {
    let toolsets = chest["toolsets"].as_array().unwrap().iter();
    let shown = toolsets.filter(|toolset| toolset["state"] != "available").map(|toolset| {
        let mark = if toolset["state"] == "essential" { "!" } else { "" };
        format!("{}{mark}", toolset["id"].as_str().unwrap())
    });
    shown.collect::<Vec<_>>().join(" ")
}

async fn change(house: &House, chat: &str, what: &str, toolsets: &[&str]) -> Value {
    house.post(&format!("/chats/{chat}/chest/{what}"), json!({"toolsets": toolsets})).await.ok()
}

fn told(change: &Value) -> (bool, String) {
    let warnings = change["warnings"].as_array().unwrap().iter().map(|warning| warning.as_str().unwrap());
    (change["done"].as_bool().unwrap(), warnings.collect::<Vec<_>>().join("; "))
}

/// A toolset of one tool that notes its initialising in a file beside it.
fn write(folder: &Path, id: &str, more: &str, init: &str) {
    let manifest = format!(
        "manifest_version: \"1\"\nid: {id}\nname: {id}\nversion: 1.0.0\ndescription: x\n{more}tools:\n  - id: hello\n    \
         entrypoint: tools:hello\n"
    );
    let code = format!(
        "def init() -> None:\n    {init}\n\ndef hello() -> str:\n    \"\"\"Greets.\"\"\"\n    return '{id}'\n"
    );
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("toolset.yaml"), manifest).unwrap();
    std::fs::write(folder.join("tools.py"), code).unwrap();
}

on_each_database!(
    async fn toolsets_are_activated_and_deactivated_by_name(house: HouseBuilder) {
        let house = house
            .with_arguments(&["--whole-list", "0"])
            .with_toolset("app-builder")
            .with_toolset("notes")
            .await;
        let chat = house.chat("demo").await;
        let chest = format!("/chats/{chat}/chest");
        let before = house.get(&chest).await.ok();
        assert_eq!((before["mode"].as_str(), at_hand(&before).as_str()), (Some("automatic"), ""));

        let changed = change(&house, &chat, "activate", &["filesystem", "notes", "nothing"]).await;
        assert_eq!(told(&changed), (false, "cannot activate unknown toolset: nothing".to_owned()));
        assert_eq!(changed["chest"]["mode"], "chosen");
        assert_eq!(at_hand(&changed["chest"]), "builtin-filesystem notes");
        let changed = change(&house, &chat, "essential", &["app-builder"]).await;
        assert_eq!(at_hand(&changed["chest"]), "app-builder! builtin-filesystem notes");
        let changed = change(&house, &chat, "deactivate", &["app-builder", "notes", "notes"]).await;
        let warnings =
            "cannot deactivate essential toolset: app-builder; cannot deactivate inactive toolset: notes";
        assert_eq!(told(&changed), (false, warnings.to_owned()));
        assert_eq!(at_hand(&changed["chest"]), "app-builder! builtin-filesystem");

        let set = |names: Value| house.request(Method::PUT, &chest, Some(json!({"active": names})));
        let changed = set(json!(["notes"])).await.ok();
        assert_eq!((told(&changed).0, at_hand(&changed["chest"]).as_str()), (true, "app-builder! notes"));
        let changed = set(json!(["filesystem", "nothing"])).await.ok();
        assert_eq!((told(&changed).0, at_hand(&changed["chest"]).as_str()), (false, "app-builder! notes"));

        // Another chat has its own, a restart changes nothing, and what was chosen can be forgotten.
        let mut house = house;
        let other = house.chat("other").await;
        assert_eq!(at_hand(&house.get(&format!("/chats/{other}/chest")).await.ok()), "");
        house.restart();
        assert_eq!(at_hand(&house.get(&chest).await.ok()), "app-builder! notes");
        house.request(Method::DELETE, &chest, None).await.ok();
        assert_eq!(at_hand(&house.get(&chest).await.ok()), "");
    }
);

on_each_database!(
    async fn what_is_required_comes_first_and_is_initialised_once(house: HouseBuilder) {
        let house = house.with_arguments(&["--whole-list", "0"]).await;
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let note = |id: &str| format!("open({:?}, 'a').write('{id} ')", log.to_str().unwrap());
        let init = "python: {init: \"tools:init\", sandbox: {writes: anywhere}}\n";
        for (id, requires, code) in [
            ("base", "", note("base")),
            ("trip", "requires: [base]\n", note("trip")),
            ("broken", "", "raise ValueError('no key')".to_owned()),
            ("above", "requires: [broken]\n", note("above")),
        ] {
            write(&folder.path().join(id), id, &format!("{requires}{init}"), &code);
            house.import_folder(&folder.path().join(id)).await.ok();
        }
        let chat = house.chat("demo").await;
        let changed = change(&house, &chat, "activate", &["trip"]).await;
        assert_eq!(
            (told(&changed), at_hand(&changed["chest"]).as_str()),
            ((true, String::new()), "base trip")
        );
        assert_eq!(std::fs::read_to_string(&log).unwrap(), "base trip ");
        change(&house, &chat, "deactivate", &["trip"]).await;
        change(&house, &house.chat("other").await, "activate", &["trip"]).await;
        house.call(&chat, "trip:hello", json!({})).await;
        assert_eq!(std::fs::read_to_string(&log).unwrap(), "base trip ", "once is enough");

        let changed = change(&house, &chat, "activate", &["above", "trip"]).await;
        let (done, warnings) = told(&changed);
        assert!(!done);
        assert!(warnings.contains("broken could not be initialised: "), "{warnings}");
        assert!(warnings.contains("no key"), "{warnings}");
        assert!(
            warnings.contains("above could not be initialised: it requires broken, which could not be"),
            "{warnings}"
        );
        let tools = house.get(&format!("/chats/{chat}/tools")).await.ok();
        let names: Vec<_> =
            tools["tools"].as_array().unwrap().iter().map(|tool| &tool["function"]["name"]).collect();
        assert_eq!(names, ["base__hello", "trip__hello"], "what failed spares the rest");
    }
);

#[tokio::test]
async fn an_agent_finds_activates_and_calls() {
    let house = House::start().with_arguments(&["--whole-list", "0"]);
    let house = house.with_toolset("app-builder").with_toolset("notes").await;
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
    let own = ["find_tools", "list_toolsets", "activate_toolset", "deactivate_toolset", "call_tool"];
    assert_eq!(session.tools().await, own);

    let found = session.call("find_tools", json!({"query": "keep a note about something"})).await;
    let first = &found["structuredContent"]["tools"][0];
    assert_eq!((&first["name"], &first["active"]), (&json!("notes__add_note"), &json!(false)));
    assert!(first["inputSchema"]["properties"].is_object(), "{first}");

    // The first change is what makes a session's chat; from then on its stream tells of changes.
    session.call("activate_toolset", json!({"toolsets": ["filesystem"]})).await;
    let mut stream = session.listen().await;
    let done =
        session.call("activate_toolset", json!({"toolsets": ["notes"]})).await["structuredContent"].clone();
    assert_eq!((&done["done"], &done["active"]), (&json!(true), &json!(["builtin-filesystem", "notes"])));
    let mut heard = String::new();
    while !heard.contains("notifications/tools/list_changed") {
        heard.push_str(std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap());
    }
    assert!(session.tools().await.contains(&"notes__add_note".to_owned()));
    let noted = session.call("notes__add_note", json!({"subject": "a", "text": "b"})).await;
    assert_eq!(noted["isError"], false, "{noted}");

    // Somebody chose, so what was not chosen is not there, whoever asks for it.
    let args = json!({"path": "a.txt", "content": "hi"});
    let refused = session.call("app-builder__write_file", args.clone()).await;
    assert_eq!(refused["isError"], true);
    let words = refused["content"][0]["text"].as_str().unwrap();
    assert!(words.ends_with("Call activate_toolset with `app-builder` first."), "{words}");
    let indirect = json!({"name": "app-builder__write_file", "arguments": args});
    assert_eq!(session.call("call_tool", indirect.clone()).await["isError"], true);
    session.call("activate_toolset", json!({"toolsets": ["app-builder"]})).await;
    let written = session.call("call_tool", indirect).await;
    assert_eq!(written["structuredContent"], json!({"written": "a.txt", "size": 2}));
    let left = session.call("deactivate_toolset", json!({"toolsets": ["notes", "nothing"]})).await;
    assert_eq!(left["structuredContent"]["warnings"], json!(["cannot deactivate unknown toolset: nothing"]));
    let wrong = session.call("find_tools", json!({"words": "x"})).await;
    assert_eq!(wrong["isError"], true);
}

#[tokio::test]
async fn a_house_with_few_tools_shows_them_all() {
    let house = House::start().with_toolset("notes").await;
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
    let listed = session.tools().await;
    assert!(listed.contains(&"notes__add_note".to_owned()) && listed.contains(&"read_file".to_owned()));
    session.call("deactivate_toolset", json!({"toolsets": ["notes"]})).await;
    assert!(!session.tools().await.contains(&"notes__add_note".to_owned()));
    // The view of one toolset is that toolset, whatever is at hand elsewhere.
    let alone = McpSession::begin(&house, "/mcp/notes", house.token(), json!({})).await;
    assert!(alone.tools().await.contains(&"add_note".to_owned()));
}

#[tokio::test]
async fn schemas_come_in_every_dialect_and_strictly() {
    let house = House::start().with_toolset("app-builder").await;
    let chat = house.chat("demo").await;
    change(&house, &chat, "activate", &["app-builder"]).await;
    let set = json!({"active": ["app-builder"]});
    house.request(Method::PUT, &format!("/chats/{chat}/chest"), Some(set)).await.ok();
    let of = async |query: &str| {
        let tools = house.get(&format!("/chats/{chat}/tools?{query}")).await.ok()["tools"].clone();
        let named =
            tools.as_array().unwrap().iter().find(|tool| tool.to_string().contains("app-builder__read_file"));
        named.unwrap().clone()
    };
    insta::assert_json_snapshot!(json!({
        "openai": of("format=openai").await,
        "openai, strict": of("format=openai&strict=true").await,
        "openai responses, strict": of("format=openai-responses&strict=true").await,
        "anthropic, strict": of("format=anthropic&strict=true").await,
        "mcp": of("format=mcp").await,
    }));
    let deferred = house.get(&format!("/chats/{chat}/tools?format=anthropic&defer=true")).await.ok();
    let tools = deferred["tools"].as_array().unwrap();
    let waiting = tools.iter().filter(|tool| tool["defer_loading"] == true);
    assert!(waiting.clone().any(|tool| tool["name"] == "move_file"));
    assert!(waiting.clone().all(|tool| !tool["name"].as_str().unwrap().starts_with("app-builder__")));
}

#[tokio::test]
async fn a_model_that_is_held_to_a_schema_may_say_null() {
    let house = House::start().await;
    let chat = house.chat("demo").await;
    house.call(&chat, "write_file", json!({"path": "a.txt", "content": "one\ntwo\n"})).await;
    let read = house.call(&chat, "read_file", json!({"path": "a.txt", "limit": null})).await;
    assert_eq!(read["status"], "success", "{read}");
    assert_eq!(read["args"], json!({"path": "a.txt"}));
}
