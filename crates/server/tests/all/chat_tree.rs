//! What can be done with the tree of a chat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use pegboard_testkit::{House, ScriptedCall, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use crate::place::{go_to, tree, write};
use crate::speak::{say, set_up};

async fn fork(house: &House, chat: &str, request: Value) -> Value {
    house.post(&format!("/chats/{chat}/fork"), request).await.ok()
}

async fn detail(house: &House, chat: &str) -> Value {
    house.get(&format!("/chats/{chat}")).await.ok()
}

fn id(chat: &Value) -> &str {
    chat["id"].as_str().unwrap()
}

fn command(id: &str) -> ScriptedCall {
    call(id, "app-builder__run_command", json!({"command": "echo hi > out.txt"}))
}

on_each_database!(
    async fn a_fork_has_each_state_and_neither_chat_affects_the_other(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("plan").await;
        let first = write(&house, &chat, "a.txt", "1").await;
        write(&house, &chat, "dir/b.txt", "2").await;
        std::fs::write(house.workspace(&chat).join("mine.txt"), "by hand").unwrap();
        let whole = tree(&house.workspace(&chat));

        let forked = fork(&house, &chat, json!({})).await;
        assert_eq!(forked["title"], "plan (fork)");
        let other = id(&forked);
        assert_eq!(tree(&house.workspace(other)), whole, "work by hand is part of the leaf");
        let messages = detail(&house, other).await["messages"].clone();
        assert_eq!(messages.as_array().unwrap().len(), 2);
        assert_eq!(messages[1]["parent_id"], messages[0]["id"]);
        assert_eq!(messages[1]["manifest_id"], forked["active_manifest_id"]);
        // The call stays where it was made, and the fork's message names it.
        let named = messages[0]["content"][0]["call_id"].as_str().unwrap();
        assert_eq!(house.get(&format!("/calls/{named}")).await.ok()["chat_id"], json!(chat));

        write(&house, other, "a.txt", "changed in the fork").await;
        assert_eq!(tree(&house.workspace(&chat)), whole);
        write(&house, &chat, "a.txt", "changed in the first").await;
        assert_eq!(house.file(other, "a.txt").await, b"changed in the fork");
        go_to(&house, other, &messages[0]["id"]).await;
        assert_eq!(tree(&house.workspace(other)), BTreeMap::from([("a.txt".to_owned(), b"1".to_vec())]));
        go_to(&house, other, &messages[1]["id"]).await;
        assert_eq!(tree(&house.workspace(other)), whole);

        let short = fork(&house, &chat, json!({"message_id": first["message_id"], "title": "short"})).await;
        assert_eq!((&short["title"], tree(&house.workspace(id(&short))).len()), (&json!("short"), 1));
        let verified = house.post("/workspaces/verify", json!({})).await.ok();
        assert_eq!(verified["problems"], json!([]), "{verified:#}");
    }
);

on_each_database!(
    async fn an_empty_chat_and_a_strange_message_are_no_trouble_for_a_fork(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("empty").await;
        let other = house.chat("other").await;
        let url = format!("/chats/{other}/messages");
        let strange = house.post(&url, json!({"content": "hello"})).await.ok();
        let forked = fork(&house, &chat, json!({})).await;
        assert_eq!(forked["active_leaf_message_id"], Value::Null);
        for message in [strange["id"].clone(), json!("01900000-0000-7000-8000-000000000000")] {
            let refused = house.post(&format!("/chats/{chat}/fork"), json!({"message_id": message})).await;
            assert_eq!(
                (refused.status, &refused.body["type"]),
                (404, &json!("urn:pegboard:problem:not-found")),
                "{:#}",
                refused.body
            );
        }
    }
);

on_each_database!(
    async fn a_reply_that_waits_does_so_in_its_own_chat_alone(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let turns = vec![Turn::calls([command("c1")]), Turn::text("Not here, then.")];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("waits").await;
        say(&house, &chat, "Run it.").await;
        let forked = fork(&house, &chat, json!({})).await;
        let other = id(&forked);
        let go_on = house.raw(Method::POST, &format!("/chats/{other}/stream"));
        let told = go_on.json(&json!({"trigger": "go-on"})).send().await.unwrap().text().await.unwrap();
        assert!(told.contains("Not here, then."), "{told}");
        let last = model.requests().pop().unwrap()["messages"].as_array().unwrap().last().unwrap().clone();
        assert!(last["content"].as_str().unwrap().contains("was not made"), "{last:#}");
        let waits = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_eq!(waits["items"][0]["status"], "pending");
        assert_eq!(house.get(&format!("/calls?chat_id={other}")).await.ok()["items"], json!([]));
    }
);

/// Where a chat stands.
async fn stands(house: &House, chat: &str) -> (Value, Value) {
    let chat = detail(house, chat).await;
    (chat["active_leaf_message_id"].clone(), chat["active_manifest_id"].clone())
}

async fn delete(house: &House, path: &str) -> pegboard_testkit::Answer {
    house.request(Method::DELETE, path, None).await
}

on_each_database!(
    async fn a_branch_that_is_deleted_takes_leaf_and_files_along_and_comes_back(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        let chat = house.chat("prune").await;
        let upload = house.raw(Method::PUT, &format!("/chats/{chat}/workspace/files/given.txt"));
        assert!(upload.body("given").send().await.unwrap().status().is_success());
        let first = write(&house, &chat, "a.txt", "1").await;
        let second = write(&house, &chat, "b.txt", "2").await;
        let third = write(&house, &chat, "c.txt", "3").await;
        std::fs::write(house.workspace(&chat).join("mine.txt"), "by hand").unwrap();
        let whole = tree(&house.workspace(&chat));
        let of = |call: &Value| format!("/chats/{chat}/messages/{}", call["message_id"].as_str().unwrap());

        let left = delete(&house, &of(&second)).await.ok();
        assert_eq!(left["active_leaf_message_id"], first["message_id"]);
        assert_eq!(left["active_manifest_id"], first["post_manifest_id"]);
        let files: Vec<_> = tree(&house.workspace(&chat)).into_keys().collect();
        assert_eq!(files, ["a.txt", "given.txt"], "the folder follows");
        let shown = detail(&house, &chat).await;
        assert_eq!(shown["messages"].as_array().unwrap().len(), 1);
        assert_eq!(shown["deleted"][0]["message_id"], second["message_id"]);
        let call = format!("/calls/{}", third["id"].as_str().unwrap());
        assert_eq!(house.get(&call).await.ok()["status"], "success", "calls stay in the record");
        let gone = json!({"message_id": third["message_id"]});
        assert_eq!(house.post(&format!("/chats/{chat}/active-leaf"), gone.clone()).await.status, 404);
        assert_eq!(delete(&house, &of(&third)).await.status, 404);

        // What was deleted before, on its own, does not come back with what it stood below.
        let other = write(&house, &chat, "other.txt", "o").await;
        delete(&house, &of(&other)).await.ok();
        delete(&house, &of(&first)).await.ok();
        assert_eq!(stands(&house, &chat).await.0, Value::Null);
        let files: Vec<_> = tree(&house.workspace(&chat)).into_keys().collect();
        assert_eq!(files, ["given.txt"], "as it was before any message");
        house.restart();
        let early = house.post(&format!("{}/restore", of(&second)), json!({})).await;
        assert_eq!(
            (early.status, &early.body["type"]),
            (409, &json!("urn:pegboard:problem:conflict")),
            "{:#}",
            early.body
        );
        house.post(&format!("{}/restore", of(&first)), json!({})).await.ok();
        assert_eq!(detail(&house, &chat).await["messages"].as_array().unwrap().len(), 1);
        house.post(&format!("{}/restore", of(&second)), json!({})).await.ok();
        assert_eq!(house.post(&format!("{}/restore", of(&second)), json!({})).await.status, 404);
        go_to(&house, &chat, &third["message_id"]).await;
        assert_eq!(tree(&house.workspace(&chat)), whole, "work by hand as well");
    }
);

on_each_database!(
    async fn a_reply_that_waits_keeps_its_branch(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let model = ScriptedModel::start(vec![Turn::calls([command("c1")]), Turn::text("Well.")]).await;
        set_up(&house, &model).await;
        let chat = house.chat("waits").await;
        say(&house, &chat, "Run it.").await;
        let messages = detail(&house, &chat).await["messages"].clone();
        let branch = format!("/chats/{chat}/messages/{}", messages[0]["id"].as_str().unwrap());
        for path in [branch.clone(), format!("/chats/{chat}")] {
            let refused = delete(&house, &path).await;
            assert_eq!(
                (refused.status, &refused.body["type"]),
                (409, &json!("urn:pegboard:problem:conflict")),
                "{:#}",
                refused.body
            );
        }
        let pending = house.get(&format!("/calls?chat_id={chat}")).await.ok()["items"][0]["id"].clone();
        house.post(&format!("/calls/{}/deny", pending.as_str().unwrap()), json!({})).await;
        // The reply goes on by itself; its stream ends with it.
        house.raw(Method::GET, &format!("/chats/{chat}/stream")).send().await.unwrap().text().await.unwrap();
        assert_eq!(delete(&house, &branch).await.ok()["active_leaf_message_id"], Value::Null);
    }
);

on_each_database!(
    async fn a_chat_that_is_deleted_can_do_nothing_until_it_is_restored(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("old").await;
        write(&house, &chat, "a.txt", "1").await;
        let path = format!("/chats/{chat}");
        assert_eq!(delete(&house, &path).await.status, 204);
        assert_eq!(house.get(&path).await.status, 404);
        let call = json!({"args": {"path": "b.txt", "content": "2"}, "chat_id": chat});
        assert_eq!(house.post("/tools/app-builder:write_file/call", call).await.status, 404);
        let ids = |list: &Value| -> Vec<Value> {
            list["items"].as_array().unwrap().iter().map(|chat| chat["id"].clone()).collect()
        };
        assert!(!ids(&house.get("/chats").await.ok()).contains(&json!(chat)));
        assert_eq!(ids(&house.get("/chats?deleted=true").await.ok()), [json!(chat)]);
        house.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(house.post(&format!("{path}/restore"), json!({})).await.status, 404);
        write(&house, &chat, "b.txt", "2").await;
        assert_eq!(house.file(&chat, "a.txt").await, b"1");

        // The chat of calls that name none is made anew when it is needed.
        let before = house.get("/chats/default").await.ok()["id"].clone();
        assert_eq!(delete(&house, "/chats/default").await.status, 204);
        assert_ne!(house.get("/chats/default").await.ok()["id"], before);
    }
);

on_each_database!(
    async fn a_chat_without_a_title_takes_one_from_what_is_said_first(house: HouseBuilder) {
        let house = house.await;
        let title = |chat: Value| {
            let (house, path) = (&house, format!("/chats/{}", id(&chat)));
            async move { house.get(&path).await.ok()["title"].clone() }
        };
        let said = |chat: &Value, text: &str| {
            let (house, path) = (&house, format!("/chats/{}/messages", id(chat)));
            let message = json!({"content": text});
            async move { house.post(&path, message).await.ok() }
        };
        let untitled = house.post("/chats", json!({})).await.ok();
        assert_eq!(untitled["title"], "New chat");
        said(&untitled, "\u{0}\n# Plan the\u{0}trip\nto Rome").await;
        assert_eq!(title(untitled.clone()).await, "Plan the\u{fffd}trip");
        said(&untitled, "Something else").await;
        assert_eq!(title(untitled).await, "Plan the\u{fffd}trip");

        let named = house.post("/chats", json!({"title": "New chat"})).await.ok();
        said(&named, "Hello").await;
        assert_eq!(title(named).await, "New chat", "a person said so");
        let renamed = house.post("/chats", json!({})).await.ok();
        let rename = json!({"title": "Mine"});
        house.request(Method::PATCH, &format!("/chats/{}", id(&renamed)), Some(rename)).await.ok();
        said(&renamed, "Hello").await;
        assert_eq!(title(renamed).await, "Mine");
    }
);

/// What a search finds: titles with the snippet, found words in brackets.
async fn found(house: &House, query: &str) -> Vec<String> {
    let request = house.raw(Method::GET, "/chats").query(&[("q", query)]);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200, "{query}");
    let list: Value = answer.json().await.unwrap();
    let shown = |hit: &Value| {
        let pieces = hit["found"]["snippet"].as_array().unwrap().iter().map(|piece| {
            let text = piece["text"].as_str().unwrap();
            if piece["found"] == true { format!("[{text}]") } else { text.to_owned() }
        });
        format!("{}: {}", hit["title"].as_str().unwrap(), pieces.collect::<String>())
    };
    list["items"].as_array().unwrap().iter().map(shown).collect()
}

on_each_database!(
    async fn chats_are_found_by_what_is_said_in_them(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let turns = vec![
            Turn::calls([call("c1", "app-builder__write_file", json!({"path": "a", "content": "hidden"}))]),
            Turn::text("The Überfahrt is booked."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let trip = house.chat("Trip to Rome").await;
        say(&house, &trip, "Book the ferry, please.").await;
        let tokyo = house.chat("travel").await;
        let said = |chat: &str, text: &str| {
            let (path, message) = (format!("/chats/{chat}/messages"), json!({"content": text}));
            let house = &house;
            async move { house.post(&path, message).await.ok() }
        };
        said(&tokyo, "明日は東京に行く").await;
        let last = said(&tokyo, "foo-bar and baz").await;

        assert_eq!(found(&house, "überf").await, ["Trip to Rome: The [Überfahrt] is booked."]);
        assert_eq!(found(&house, "FERRY bo").await, ["Trip to Rome: [Book] the [ferry], please."]);
        assert_eq!(found(&house, "rome").await, ["Trip to Rome: Trip to [Rome]"]);
        assert_eq!(found(&house, "東京").await, ["travel: 明日は[東][京]に行く"]);
        assert_eq!(found(&house, "京東").await, [""; 0], "in their order");
        assert_eq!(found(&house, "foo-b").await, ["travel: [foo]-[bar] and baz"]);
        assert_eq!(found(&house, "hidden").await, [""; 0], "arguments are not what is said");
        assert_eq!(found(&house, "tr").await.len(), 2);
        let hostile = [
            "\"",
            "'",
            "a\" OR \"b",
            "* NEAR(",
            "(((",
            "foo:bar",
            "chat_id:x",
            "\\",
            "%",
            "-",
            "a'; DROP TABLE chats; --",
            "!!",
            "& |",
            "<->",
            "\u{0}",
            "😀",
            "\u{301}",
            "",
        ];
        for query in hostile {
            found(&house, query).await;
        }
        assert_eq!(house.get(&format!("/chats?q={}", "x".repeat(1001))).await.status, 400);

        // Pages.
        let first = house.get("/chats?q=tr&limit=1").await.ok();
        assert_eq!(first["items"][0]["title"], "travel");
        let next = format!("/chats?q=tr&limit=1&cursor={}", first["next_cursor"].as_str().unwrap());
        let second = house.get(&next).await.ok();
        assert_eq!(
            (&second["items"][0]["title"], &second["next_cursor"]),
            (&json!("Trip to Rome"), &Value::Null)
        );

        // What is renamed, deleted and restored.
        house.request(Method::PATCH, &format!("/chats/{trip}"), Some(json!({"title": "Paris"}))).await.ok();
        assert_eq!(found(&house, "rome").await, [""; 0]);
        let branch = format!("/chats/{tokyo}/messages/{}", last["id"].as_str().unwrap());
        delete(&house, &branch).await.ok();
        assert_eq!(found(&house, "baz").await, [""; 0]);
        house.post(&format!("{branch}/restore"), json!({})).await.ok();
        assert_eq!(found(&house, "baz").await.len(), 1);
        delete(&house, &format!("/chats/{tokyo}")).await;
        assert_eq!(found(&house, "baz").await, [""; 0]);
    }
);
