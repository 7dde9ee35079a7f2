//! Workspaces as people work with them: move, remove, take home. On each database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};

use pegboard_testkit::{Answer, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

async fn put(house: &House, chat: &str, path: &str, content: &'static str) {
    let url = format!("/chats/{chat}/workspace/files/{path}");
    let answer = house.raw(Method::PUT, &url).body(content).send().await.unwrap();
    assert!(answer.status().is_success(), "{path}");
}

async fn rename(house: &House, chat: &str, from: &str, to: &str) -> Answer {
    house.post(&format!("/chats/{chat}/workspace/move"), json!({"from": from, "to": to})).await
}

async fn remove(house: &House, chat: &str, path: &str) -> Answer {
    house.request(Method::DELETE, &format!("/chats/{chat}/workspace/files/{path}"), None).await
}

async fn paths(house: &House, chat: &str) -> Vec<String> {
    let files = house.get(&format!("/chats/{chat}/workspace/files")).await.ok();
    let paths = files["files"].as_array().unwrap().iter();
    paths.map(|file| file["path"].as_str().unwrap().to_owned()).collect()
}

on_each_database!(
    async fn files_and_folders_get_other_paths_in_one_step(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("moves").await;
        for path in ["src/a.py", "src/lib/b.py", "notes.txt"] {
            put(&house, &chat, path, "x").await;
        }
        let script = house.workspace(&chat).join("src/a.py");
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        let before = house.get(&format!("/chats/{chat}/workspace/manifests?limit=500")).await.ok();

        let change = rename(&house, &chat, "src", "app/source").await.ok();

        assert_eq!(change["changes"]["added"], json!(["app/source/a.py", "app/source/lib/b.py"]));
        assert_eq!(change["changes"]["removed"], json!(["src/a.py", "src/lib/b.py"]));
        assert_eq!(paths(&house, &chat).await, ["app/source/a.py", "app/source/lib/b.py", "notes.txt"]);
        let moved = house.workspace(&chat).join("app/source/a.py");
        assert_eq!(std::fs::metadata(moved).unwrap().permissions().mode() & 0o111, 0o111);
        assert!(!house.workspace(&chat).join("src").exists());
        let after = house.get(&format!("/chats/{chat}/workspace/manifests?limit=500")).await.ok();
        let (before, after) =
            (before["items"].as_array().unwrap().len(), after["items"].as_array().unwrap().len());
        assert_eq!(after - before, 2, "one state for what was done by hand, one for the move");

        let undo = change["changes"]["removed"].as_array().unwrap().len();
        assert_eq!(undo, 2);
        rename(&house, &chat, "notes.txt", "app/notes.txt").await.ok();
        assert_eq!(house.file(&chat, "app/notes.txt").await, b"x");
    }
);

on_each_database!(
    async fn a_move_overwrites_nothing_and_leads_nowhere_else(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("refused").await;
        for path in ["a/one.txt", "a/b/two.txt", "three.txt"] {
            put(&house, &chat, path, "x").await;
        }
        symlink("/etc", house.workspace(&chat).join("etc")).unwrap();
        let long = "n".repeat(256);
        let refused = [
            ("three.txt", "a/one.txt", 409),
            ("three.txt", "a", 409),
            ("three.txt", "three.txt", 409),
            ("a", "a/b/c", 409),
            ("a", "three.txt/a", 409),
            ("three.txt", "etc/passwd", 409),
            ("nothing", "else", 404),
            ("three.tx", "else", 404),
            ("three.txt", "../outside.txt", 422),
            ("../../token", "token", 422),
            ("three.txt", "/tmp/three.txt", 422),
            ("/etc/passwd", "passwd", 422),
            ("three.txt", "", 422),
            ("three.txt", "a\u{0}b", 422),
            ("three.txt", long.as_str(), 422),
        ];
        for (from, to, status) in refused {
            let problem = rename(&house, &chat, from, to).await.with_status(status);
            assert!(problem["detail"].is_string(), "{from} to {to}");
        }
        let deep = vec!["n"; 127].join("/");
        rename(&house, &chat, "a", &deep).await.with_status(422);
        let body = json!({"from": "a", "to": "b", "overwrite": true});
        house.post(&format!("/chats/{chat}/workspace/move"), body).await.with_status(422);
        // What was done in the folder by hand is recorded, also where a move is refused.
        assert_eq!(paths(&house, &chat).await, ["a/b/two.txt", "a/one.txt", "etc", "three.txt"]);
        assert!(!std::path::Path::new("/etc/three.txt").exists());
        // A link is moved as what it is.
        rename(&house, &chat, "etc", "links/etc").await.ok();
        assert_eq!(
            std::fs::read_link(house.workspace(&chat).join("links/etc")).unwrap().to_str(),
            Some("/etc")
        );
    }
);

on_each_database!(
    async fn a_folder_is_removed_only_when_that_is_said(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("removes").await;
        for path in ["a/one.txt", "a/b/two.txt", "ab.txt"] {
            put(&house, &chat, path, "x").await;
        }
        let problem = remove(&house, &chat, "a").await.with_status(409);
        assert_eq!(problem["hint"], "Say so: ?recursive=true");
        remove(&house, &chat, "a?recursive=false").await.with_status(409);
        remove(&house, &chat, "a?recursive=perhaps").await.with_status(400);
        let change = remove(&house, &chat, "a?recursive=true").await.ok();
        assert_eq!(change["changes"]["removed"], json!(["a/b/two.txt", "a/one.txt"]));
        assert!(!house.workspace(&chat).join("a").exists());
        remove(&house, &chat, "ab.txt?recursive=true").await.ok();
        remove(&house, &chat, "ab.txt?recursive=true").await.with_status(404);
    }
);

async fn download(house: &House, chat: &str, query: &str) -> zip::ZipArchive<std::io::Cursor<Vec<u8>>> {
    let answer =
        house.raw(Method::GET, &format!("/chats/{chat}/workspace/archive{query}")).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let disposition = answer.headers()["content-disposition"].to_str().unwrap();
    assert_eq!(disposition, format!("attachment; filename=\"workspace-{chat}.zip\""));
    zip::ZipArchive::new(std::io::Cursor::new(answer.bytes().await.unwrap().to_vec())).unwrap()
}

on_each_database!(
    async fn a_workspace_comes_as_a_zip_as_it_is(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("archive").await;
        assert_eq!(download(&house, &chat, "").await.len(), 0, "a new chat has nothing");
        put(&house, &chat, "src/run.sh", "#!/bin/sh\n").await;
        let folder = house.workspace(&chat);
        std::fs::set_permissions(folder.join("src/run.sh"), std::fs::Permissions::from_mode(0o755)).unwrap();
        symlink("../../outside", folder.join("link")).unwrap();
        std::fs::create_dir(folder.join("empty")).unwrap();
        std::fs::write(folder.join("back\\slash"), "b").unwrap();
        let large: Vec<u8> = (0..3_000_000_u32).map(|i| i.to_le_bytes()[1] ^ i.to_le_bytes()[0]).collect();
        std::fs::write(folder.join("large.bin"), &large).unwrap();
        put(&house, &chat, "ü.txt", "text").await;

        let mut zip = download(&house, &chat, "").await;

        let mut found = Vec::new();
        for place in 0..zip.len() {
            let mut entry = zip.by_index(place).unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            let name = entry.name().unwrap().into_owned();
            if name == "large.bin" {
                assert!(content == large, "the whole content, unchanged");
                content.clear();
            }
            let mode = entry.unix_mode().unwrap();
            found.push(format!("{mode:o} {name} {:?}", String::from_utf8_lossy(&content)));
        }
        insta::assert_snapshot!("a_workspace_as_a_zip", found.join("\n"));

        let states = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        let oldest = states["items"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
        let old = download(&house, &chat, &format!("?manifest_id={oldest}")).await;
        assert_eq!(
            old.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>(),
            ["src/run.sh"]
        );
    }
);

on_each_database!(
    async fn no_archive_is_sent_that_is_not_whole(house: HouseBuilder) {
        let house = house.await;
        let chat = house.chat("damaged").await;
        let other = house.chat("other").await;
        put(&house, &chat, "a.txt", "content of a").await;
        put(&house, &other, "b.txt", "content of b").await;
        let states = house.get(&format!("/chats/{chat}/workspace/manifests")).await.ok();
        let state = states["items"][0]["id"].as_str().unwrap();
        let archive = |chat: &str, query: &str| format!("/chats/{chat}/workspace/archive{query}");
        house.get(&archive(&other, &format!("?manifest_id={state}"))).await.with_status(404);
        house
            .get(&archive(&chat, &format!("?manifest_id={state}&message_id={state}")))
            .await
            .with_status(400);
        house.get(&archive("01890a5d-ac96-774b-bcce-b302099a8057", "")).await.with_status(404);

        let files = house.get(&format!("/chats/{chat}/workspace/files")).await.ok();
        let hash = files["files"][0]["sha256"].as_str().unwrap();
        let blob = house.data().join("chats").join(&chat).join("blobs").join(&hash[..2]).join(hash);
        std::fs::set_permissions(&blob, std::fs::Permissions::from_mode(0o644)).unwrap();
        std::fs::write(&blob, "CONTENT OF A").unwrap();
        // The break may come before the first byte or after it.
        let sent = house.raw(Method::GET, &archive(&chat, "")).send().await;
        let whole = async { sent?.bytes().await }.await;
        assert!(whole.is_err(), "damaged content breaks the transfer off");
        std::fs::remove_file(&blob).unwrap();
        let problem: Value = house.get(&archive(&chat, "")).await.with_status(500);
        assert_eq!(problem["type"], "urn:pegboard:problem:damaged");
    }
);
