//! A call that is run again: a branch beside it, from the workspace as it was before it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{House, on_each_database};
use serde_json::{Value, json};

async fn rerun(house: &House, call: &Value, body: Value) -> pegboard_testkit::Answer {
    house.post(&format!("/calls/{}/rerun", call["id"].as_str().unwrap()), body).await
}

async fn write(house: &House, chat: &str, path: &str, content: &str) -> Value {
    house.succeed(chat, "app-builder:write_file", json!({"path": path, "content": content})).await
}

/// The message of this id in the chat's tree.
async fn message(house: &House, chat: &str, id: &Value) -> Value {
    let detail = house.get(&format!("/chats/{chat}")).await.ok();
    detail["messages"].as_array().unwrap().iter().find(|message| message["id"] == *id).unwrap().clone()
}

on_each_database!(
    async fn a_call_runs_again_beside_itself_on_the_workspace_of_then(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("again").await;
        let first = write(&house, &chat, "one.txt", "1").await;
        let second = write(&house, &chat, "two.txt", "2").await;
        write(&house, &chat, "three.txt", "3").await;
        std::fs::write(house.workspace(&chat).join("mine.txt"), "by hand").unwrap();

        let again = rerun(&house, &second, json!({"args": {"path": "two.txt", "content": "other"}}))
            .await
            .with_status(200);

        assert_eq!((&again["status"], &again["tool_id"]), (&json!("success"), &second["tool_id"]));
        assert_ne!(again["message_id"], second["message_id"]);
        assert_eq!(again["pre_manifest_id"], second["pre_manifest_id"]);
        assert_eq!(again["changes"]["added"], json!(["two.txt"]));
        let (before, after) = (
            message(&house, &chat, &second["message_id"]).await,
            message(&house, &chat, &again["message_id"]).await,
        );
        assert_eq!(after["parent_id"], before["parent_id"]);
        assert_eq!(after["parent_id"], first["message_id"]);
        assert_eq!(after["role"], "tool");
        let now = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(now["active_leaf_message_id"], again["message_id"]);
        let files = house.get(&format!("/chats/{chat}/workspace/files")).await.ok();
        let paths: Vec<_> = files["files"].as_array().unwrap().iter().map(|file| &file["path"]).collect();
        assert_eq!(paths, ["one.txt", "two.txt"]);
        assert_eq!(std::fs::read(house.workspace(&chat).join("two.txt")).unwrap(), b"other");
        assert!(!house.workspace(&chat).join("mine.txt").exists());

        let unchanged = house.get(&format!("/calls/{}", second["id"].as_str().unwrap())).await.ok();
        assert_eq!(unchanged, second, "what happened stays as it happened");
        let last = now["messages"]
            .as_array()
            .unwrap()
            .iter()
            .find(|message| message["parent_id"] == second["message_id"]);
        let leaf = json!({"message_id": last.unwrap()["id"]});
        house.post(&format!("/chats/{chat}/active-leaf"), leaf).await.ok();
        assert_eq!(
            house.file(&chat, "mine.txt").await,
            b"by hand",
            "work that was left behind is kept there"
        );
    }
);

on_each_database!(
    async fn the_first_call_of_a_chat_runs_again_on_nothing(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").with_toolset("rough-edges").await;
        let chat = house.chat("first").await;
        let first = write(&house, &chat, "one.txt", "1").await;
        let again = rerun(&house, &first, json!({})).await.ok();
        assert_eq!((&again["pre_manifest_id"], &again["args"]), (&Value::Null, &first["args"]));
        assert_eq!(message(&house, &chat, &again["message_id"]).await["parent_id"], Value::Null);
        // Without a body, and of a call that failed.
        let failed = house.call(&chat, "rough-edges:raise_error", json!({"message": "no"})).await;
        let path = format!("/calls/{}/rerun", failed["id"].as_str().unwrap());
        let again = house.request(reqwest::Method::POST, &path, None).await.ok();
        assert_eq!(again["error"]["kind"], "raised");
        let once_more = rerun(&house, &again, json!({})).await.ok();
        assert_eq!(once_more["pre_manifest_id"], failed["pre_manifest_id"]);
    }
);

on_each_database!(
    async fn a_call_that_asks_asks_again(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("asks").await;
        write(&house, &chat, "one.txt", "1").await;
        let asked = house.call(&chat, "app-builder:run_command", json!({"command": "ls"})).await;
        let problem = rerun(&house, &asked, json!({})).await.with_status(409);
        assert_eq!(problem["type"], "urn:pegboard:problem:conflict");
        let denied =
            house.post(&format!("/calls/{}/deny", asked["id"].as_str().unwrap()), json!({})).await.ok();
        write(&house, &chat, "two.txt", "2").await;

        let again =
            rerun(&house, &denied, json!({"args": {"command": "ls > listed.txt"}})).await.with_status(202);

        assert_eq!((&again["status"], &again["pre_manifest_id"]), (&json!("pending"), &Value::Null));
        let now = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(now["active_leaf_message_id"], again["message_id"]);
        assert!(!house.workspace(&chat).join("two.txt").exists());
        let ran =
            house.post(&format!("/calls/{}/approve", again["id"].as_str().unwrap()), json!({})).await.ok();
        assert_eq!(ran["status"], "success", "{ran:#}");
        assert_eq!(house.file(&chat, "listed.txt").await, b"listed.txt\none.txt\n");
    }
);

on_each_database!(
    async fn what_cannot_run_again_leaves_the_chat_where_it_is(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("stays").await;
        let first = write(&house, &chat, "one.txt", "1").await;
        let second = write(&house, &chat, "two.txt", "2").await;

        rerun(&house, &first, json!({"args": {"path": 7}})).await.with_status(422);
        rerun(&house, &first, json!({"args": []})).await.with_status(422);
        rerun(&house, &first, json!({"chat_id": chat})).await.with_status(422);
        house.post("/calls/01890a5d-ac96-774b-bcce-b302099a8057/rerun", json!({})).await.with_status(404);
        house.post("/calls/..%2F..%2Fx/rerun", json!({})).await.with_status(400);
        house.request(reqwest::Method::DELETE, "/toolsets/app-builder", None).await.ok();
        let gone = rerun(&house, &first, json!({})).await.with_status(404);
        assert_eq!(gone["type"], "urn:pegboard:problem:unknown-tool");

        let now = house.get(&format!("/chats/{chat}")).await.ok();
        assert_eq!(now["active_leaf_message_id"], second["message_id"]);
        assert_eq!(now["active_manifest_id"], second["post_manifest_id"]);
        assert_eq!(now["messages"].as_array().unwrap().len(), 2);
        assert!(house.workspace(&chat).join("two.txt").exists());
    }
);
