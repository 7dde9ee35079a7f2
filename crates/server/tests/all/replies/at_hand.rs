//! What a model is told: the tools at hand, those that it finds, and a conversation that is too long for it.

use std::path::Path;

use pegboard_testkit::{House, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use crate::speak::set_up;

use super::{part, says, stream};

/// The names of the tools that the model was told of in a request.
fn tools(request: &Value) -> Vec<&str> {
    let tools = request["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect()
}

on_each_database!(
    async fn a_model_finds_a_tool_activates_its_toolset_and_calls_it(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("found").await;
        let none = json!({"active": []});
        house.request(Method::PUT, &format!("/chats/{chat}/chest"), Some(none)).await.ok();
        let write = call("c3", "app-builder__write_file", json!({"path": "a.txt", "content": "1"}));
        let turns = vec![
            Turn::calls([call("c1", "find_tools", json!({"query": "write a file of the app"}))]),
            Turn::calls([call("c2", "activate_toolset", json!({"toolsets": ["app-builder"]}))]),
            Turn::calls([write]),
            Turn::text("Written."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let told = stream(&house, &chat, says("Write.")).await;
        let requests = model.requests();
        assert_eq!(tools(&requests[0]), ["find_tools", "activate_toolset"]);
        let found = &part(&told, "tool-output-available")["output"]["tools"];
        let names: Vec<_> = found.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
        assert!(names.contains(&&json!("app-builder__write_file")), "{names:?}");
        assert_eq!(tools(&requests[1]), tools(&requests[0]), "found, and not yet at hand");
        assert!(tools(&requests[2]).contains(&"app-builder__write_file"));
        assert_eq!(house.file(&chat, "a.txt").await, b"1");
        let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_eq!(calls["items"].as_array().unwrap().len(), 1, "searching is no call");
        // What it found is told again in the next turn, from the record.
        model.add(Turn::text("Yes."));
        stream(&house, &chat, says("Is it there?")).await;
        let said = model.requests().pop().unwrap()["messages"].to_string();
        assert!(said.contains("app-builder__write_file") && said.contains("active"), "{said}");
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn arguments_of_a_search_that_do_not_hold_are_told() {
    let house = House::start().await;
    let chat = house.chat("found").await;
    house.request(Method::PUT, &format!("/chats/{chat}/chest"), Some(json!({"active": []}))).await.ok();
    let model =
        ScriptedModel::start(vec![Turn::calls([call("c1", "find_tools", json!({}))]), Turn::text("Oh.")])
            .await;
    set_up(&house, &model).await;
    let told = stream(&house, &chat, says("Find.")).await;
    let why = part(&told, "tool-output-error")["errorText"].as_str().unwrap();
    assert!(why.contains("query"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_that_is_too_long_is_shortened_and_stays_whole_in_the_record() {
    let house = House::start().with_toolset("app-builder").await;
    let long = "r".repeat(9000);
    let write = call("c1", "app-builder__write_file", json!({"path": "a.txt", "content": long}));
    let read = call("c2", "app-builder__read_file", json!({"path": "a.txt"}));
    let turns =
        vec![Turn::calls([write, read]), Turn::text("Read."), Turn::too_long(), Turn::text("Short enough.")];
    let model = ScriptedModel::start(turns).await;
    let profile =
        json!({"protocol": "openai", "base_url": model.url(), "model": "m", "context_window": 16_000});
    house.request(Method::PUT, "/models/small", Some(profile)).await.ok();
    let chat = house.chat("long").await;
    stream(&house, &chat, says("Read a long file.")).await;
    let told = stream(&house, &chat, says("And now?")).await;
    assert_eq!(part(&told, "text-delta")["delta"], "Short enough.");
    let size = |at: usize| model.requests()[at]["messages"].to_string().len();
    assert!(size(2) > size(3), "{} {}", size(2), size(3));
    assert!(model.requests()[3]["messages"].to_string().contains("left out"));
    let starts = told.iter().filter(|part| part["type"] == "start-step").count();
    assert_eq!(starts, 1, "nobody sees the attempt");
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    assert!(detail["messages"][1]["content"].to_string().contains(&long), "the record is whole");
}

on_each_database!(
    async fn calls_that_change_nothing_are_made_side_by_side(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        // With a process for all chats, and with one of the chat's own beside its workspace.
        for scope in ["shared", "chat"] {
            meet_and_write(&house, scope).await;
        }
    }
);

/// Has a model ask for two calls that end only beside each other, and one that writes.
async fn meet_and_write(house: &House, scope: &str) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcp/tests/servers/meeting.py");
    let id = format!("meeting-{scope}");
    let server = json!({
        "id": id, "command": "python3", "args": [program], "requires_confirmation": false, "scope": scope,
    });
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
    house.get("/tools").await.ok();
    let meet = |call_id| call(call_id, &format!("{id}__{id}__meet"), json!({}));
    let write = call("c3", "app-builder__write_file", json!({"path": "a.txt", "content": "1"}));
    let read = |call_id| call(call_id, "read_file", json!({"path": "a.txt"}));
    let turns = vec![
        Turn::calls([meet("c1"), meet("c2"), write]),
        Turn::calls([read("c4"), read("c5")]),
        Turn::text("We met."),
    ];
    let model = ScriptedModel::start(turns).await;
    set_up(house, &model).await;
    let chat = house.chat("meeting").await;
    let told = stream(house, &chat, says("Meet.")).await;
    let outputs: Vec<&Value> = told.iter().filter(|part| part["type"] == "tool-output-available").collect();
    let met = outputs.iter().filter(|part| part["output"]["content"][0]["text"] == "met").count();
    assert_eq!((met, outputs.len()), (2, 5), "{scope}: {told:#?}");
    assert_eq!(house.file(&chat, "a.txt").await, b"1");
    let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
    for call in calls["items"].as_array().unwrap() {
        let changed = call["tool_id"] == "app-builder:write_file";
        assert_eq!(call["changes"]["added"], if changed { json!(["a.txt"]) } else { json!([]) });
    }
}
