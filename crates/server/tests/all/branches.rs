//! A chat is a tree, and each place in it has the workspace of that place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use pegboard_testkit::on_each_database;
use serde_json::{Value, json};

use crate::place::{go_to, tree, write};

on_each_database!(
    async fn two_leaves_have_two_workspaces(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("tree").await;
        let workspace = house.workspace(&chat);
        let first = write(&house, &chat, "one.txt", "1").await;
        write(&house, &chat, "two/two.txt", "2").await;
        let third = write(&house, &chat, "one.txt", "changed").await;
        let long = tree(&workspace);

        go_to(&house, &chat, &first["message_id"]).await;
        assert_eq!(tree(&workspace), BTreeMap::from([("one.txt".to_owned(), b"1".to_vec())]));
        let other = write(&house, &chat, "other.txt", "o").await;
        let short = tree(&workspace);

        let detail = house.get(&format!("/chats/{chat}")).await.ok();
        let mut leaves: Vec<&str> =
            detail["leaves"].as_array().unwrap().iter().map(|leaf| leaf.as_str().unwrap()).collect();
        leaves.sort_unstable();
        let mut expected = [third["message_id"].as_str().unwrap(), other["message_id"].as_str().unwrap()];
        expected.sort_unstable();
        assert_eq!(leaves, expected);
        for (leaf, files) in [(&third, &long), (&other, &short), (&third, &long)] {
            go_to(&house, &chat, &leaf["message_id"]).await;
            assert_eq!(&tree(&workspace), files);
        }
    }
);

on_each_database!(
    async fn work_of_a_person_in_the_folder_is_never_lost(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("tree").await;
        let workspace = house.workspace(&chat);
        let first = write(&house, &chat, "one.txt", "1").await;
        let second = write(&house, &chat, "two.txt", "2").await;

        std::fs::write(workspace.join("mine.txt"), "by hand").unwrap();
        std::fs::remove_file(workspace.join("one.txt")).unwrap();
        let by_hand = tree(&workspace);
        go_to(&house, &chat, &first["message_id"]).await;
        assert!(!workspace.join("mine.txt").exists());

        go_to(&house, &chat, &second["message_id"]).await;
        assert_eq!(tree(&workspace), by_hand, "coming back finds what was done there");
        let states = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        assert!(states["items"].as_array().unwrap().iter().any(|state| state["source"] == "edit"));
    }
);

on_each_database!(
    async fn a_state_can_be_restored_and_that_be_undone(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("undo").await;
        let workspace = house.workspace(&chat);
        let first = write(&house, &chat, "a.txt", "old").await;
        let second = write(&house, &chat, "a.txt", "new").await;

        let restore = |manifest: Value| {
            let path = format!("/chats/{chat}/workspace/restore");
            let house = &house;
            async move { house.post(&path, json!({"manifest_id": manifest})).await.ok() }
        };
        let change = restore(first["post_manifest_id"].clone()).await;
        assert_eq!(change["changes"]["modified"], json!(["a.txt"]));
        assert_eq!(std::fs::read(workspace.join("a.txt")).unwrap(), b"old");
        restore(second["post_manifest_id"].clone()).await;
        assert_eq!(std::fs::read(workspace.join("a.txt")).unwrap(), b"new");
    }
);

on_each_database!(
    async fn an_edit_never_replaces_what_its_writer_has_not_seen(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("edits").await;
        let url = format!("/chats/{chat}/workspace/files/a.txt");
        let etag = || async {
            let answer = house.raw(reqwest::Method::GET, &url).send().await.unwrap();
            answer.headers()["etag"].to_str().unwrap().to_owned()
        };
        let put = |content: &'static str, known: String| {
            house.raw(reqwest::Method::PUT, &url).header("if-match", known).body(content).send()
        };
        let nothing_there = put("mine", format!("\"{}\"", "0".repeat(64))).await.unwrap();
        assert_eq!(nothing_there.status(), 412);

        house.raw(reqwest::Method::PUT, &url).body("first").send().await.unwrap();
        let first = etag().await;
        assert!(put("second", first.clone()).await.unwrap().status().is_success());
        // A tool, or somebody by hand, counts as well.
        std::fs::write(house.workspace(&chat).join("a.txt"), "by hand").unwrap();
        let refused = put("mine", first).await.unwrap();
        assert_eq!(refused.status(), 412);
        let problem: Value = refused.json().await.unwrap();
        assert_eq!(problem["detail"], "`a.txt` was changed or removed meanwhile");
        assert_eq!(house.file(&chat, "a.txt").await, b"by hand");
        assert!(put("mine", etag().await).await.unwrap().status().is_success());

        for unreadable in ["*", "W/\"00\"", "\"00\"", "\"a\", \"b\""] {
            assert_eq!(put("x", unreadable.to_owned()).await.unwrap().status(), 400, "{unreadable}");
        }
    }
);

on_each_database!(
    async fn uploads_and_edits_are_states_too(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let chat = house.chat("files").await;
        let files = format!("/chats/{chat}/workspace/files");
        let put = |path: &str, content: &'static str, source: &str| {
            let url = format!("{files}/{path}?source={source}");
            house.raw(reqwest::Method::PUT, &url).body(content).send()
        };
        assert!(put("in/data.csv", "a\n1\n", "upload").await.unwrap().status().is_success());
        assert!(put("in/data.csv", "a\n2\n", "edit").await.unwrap().status().is_success());
        assert_eq!(house.file(&chat, "in/data.csv").await, b"a\n2\n");
        assert_eq!(std::fs::read(house.workspace(&chat).join("in/data.csv")).unwrap(), b"a\n2\n");

        let states = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        let sources: Vec<&str> = states["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|state| state["source"].as_str().unwrap())
            .collect();
        assert_eq!(sources, ["edit", "user_upload"]);
        let (new, old) = (&states["items"][0]["id"], &states["items"][1]["id"]);
        let diff = format!(
            "/chats/{chat}/workspace/diff?from={}&to={}",
            old.as_str().unwrap(),
            new.as_str().unwrap()
        );
        assert_eq!(house.get(&diff).await.ok()["changes"]["modified"], json!(["in/data.csv"]));

        for bad in ["..%2Fescape", "%2Fetc%2Fpasswd", "a%2F..%2F..%2Fb", "a%00b"] {
            let refused = put(bad, "x", "upload").await.unwrap();
            assert_eq!(refused.status().as_u16(), 422, "{bad}");
        }
        house.request(reqwest::Method::DELETE, &format!("{files}/in/data.csv"), None).await.ok();
        assert!(!house.workspace(&chat).join("in/data.csv").exists());
        house.get(&format!("{files}/in/data.csv")).await.with_status(404);
    }
);
