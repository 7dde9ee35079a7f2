//! Arguments that people keep under a name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{Answer, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const INPUTS: &str = "/tools/notes:add_note/inputs";

async fn save(house: &House, name: &str, args: Value) -> Answer {
    house.request(Method::PUT, &format!("{INPUTS}/{name}"), Some(json!({"args": args}))).await
}

async fn names(house: &House) -> Vec<String> {
    let page = house.get(INPUTS).await.ok();
    let items = page["items"].as_array().unwrap();
    items.iter().map(|input| input["name"].as_str().unwrap().to_owned()).collect()
}

on_each_database!(
    async fn inputs_are_saved_replaced_listed_and_forgotten(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        assert!(names(&house).await.is_empty());
        let args = json!({"subject": "Week", "text": "NUL \u{0}, 😀", "half": null});
        let saved = save(&house, "weekly%20report%2F1", args.clone()).await.ok();
        assert_eq!((&saved["name"], &saved["args"]), (&json!("weekly report/1"), &args));
        assert!(saved["updated_at"].is_string());
        save(&house, "%C3%84", json!({})).await.ok();
        save(&house, "a", json!({"text": "1"})).await.ok();
        save(&house, "a", json!({"text": "2"})).await.ok();

        let wire_name = house.get("/tools/notes:add_note").await.ok()["wire_name"].clone();
        let listed = house.get(&format!("/tools/{}/inputs", wire_name.as_str().unwrap())).await.ok();
        assert_eq!(names(&house).await, ["a", "weekly report/1", "Ä"]);
        assert_eq!(listed["items"][0]["args"], json!({"text": "2"}));
        assert_eq!(listed["items"][1], saved);
        assert_eq!(house.get("/tools/notes:forget_notes/inputs").await.ok()["items"], json!([]));

        let path = format!("{INPUTS}/weekly%20report%2F1");
        house.request(Method::DELETE, &path, None).await.with_status(204);
        house.request(Method::DELETE, &path, None).await.with_status(404);
        assert_eq!(names(&house).await, ["a", "Ä"]);
    }
);

on_each_database!(
    async fn inputs_outlive_upgrades_and_restarts_and_go_with_their_toolset(house: HouseBuilder) {
        let mut house = house.await;
        let folder = tempfile::tempdir().unwrap();
        let write = |version: &str, tools: &str| {
            let manifest = format!(
                "manifest_version: \"1\"\nid: notes\nname: N\nversion: \"{version}\"\ntools:\n{tools}"
            );
            std::fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
            std::fs::write(folder.path().join("a.py"), "def f(text: str) -> str:\n    return text\n")
                .unwrap();
        };
        let (both, one) = ("  - {id: add_note, entrypoint: 'a:f'}\n", "  - {id: other, entrypoint: 'a:f'}\n");
        write("1.0.0", both);
        house.import_folder(folder.path()).await.with_status(201);
        save(&house, "mine", json!({"text": "x"})).await.ok();

        write("1.1.0", both);
        house.import_folder(folder.path()).await.with_status(200);
        assert_eq!(names(&house).await, ["mine"], "an upgrade keeps them");
        write("1.2.0", one);
        house.import_folder(folder.path()).await.with_status(200);
        house.get(INPUTS).await.with_status(404);
        write("1.3.0", both);
        house.import_folder(folder.path()).await.with_status(200);
        assert_eq!(names(&house).await, ["mine"], "a tool that comes back has them again");
        house.restart();
        assert_eq!(names(&house).await, ["mine"], "a restart keeps them");

        let gone = house.request(Method::DELETE, "/toolsets/notes", None).await.ok();
        assert_eq!(gone["removed"]["saved_inputs"], 1);
        house.import_folder(folder.path()).await.with_status(201);
        assert!(names(&house).await.is_empty(), "they went with the toolset");
    }
);

on_each_database!(
    async fn what_cannot_be_kept_is_refused(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let refused = |name: String, args: Value| {
            let house = &house;
            async move { save(house, &name, args).await.status }
        };
        for name in ["%20", "%20a", "a%0Ab", "%00", &"x".repeat(81), &"%C3%BC".repeat(81)] {
            assert_eq!(refused(name.to_owned(), json!({})).await, 400, "{name}");
        }
        assert_eq!(refused("%C3%BC".repeat(80), json!({})).await, 200);
        for args in [json!([]), json!("x"), json!(null), json!(1)] {
            assert_eq!(refused("a".to_owned(), args.clone()).await, 422, "{args}");
        }
        let unknown = json!({"args": {}, "more": 1});
        house.request(Method::PUT, &format!("{INPUTS}/a"), Some(unknown)).await.with_status(422);
        // `{"text":"…"}` around the text are eleven bytes.
        let text = |bytes: usize| json!({"text": "x".repeat(bytes - 11)});
        assert_eq!(refused("full".to_owned(), text(64 << 10)).await, 200);
        assert_eq!(refused("over".to_owned(), text((64 << 10) + 1)).await, 413);
        house
            .request(Method::PUT, "/tools/notes:nope/inputs/a", Some(json!({"args": {}})))
            .await
            .with_status(404);
        assert_eq!(names(&house).await.len(), 2);
    }
);

on_each_database!(
    async fn a_tool_has_at_most_a_hundred_inputs_whoever_saves_at_once(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let all = (0..110).map(|number| {
            let house = &house;
            async move { save(house, &format!("n{number}"), json!({})).await.status }
        });
        let statuses = futures::future::join_all(all).await;
        let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
        assert_eq!((count(200), count(409)), (100, 10), "{statuses:?}");
        let kept = names(&house).await;
        assert_eq!(kept.len(), 100);
        assert_eq!(save(&house, &kept[0], json!({"text": "again"})).await.status, 200, "one may be replaced");
        assert_eq!(house.get("/tools/notes:forget_notes/inputs").await.ok()["items"], json!([]));
    }
);
