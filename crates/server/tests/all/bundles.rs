//! Toolsets come and go as bundles.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Cursor, Write as _};
use std::path::Path;

use pegboard_testkit::{House, on_each_database};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

/// A ZIP as a person makes one from a folder, with the folder's name in front of every entry.
fn zip_of(folder: &Path) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut open = vec![folder.to_owned()];
    while let Some(now) = open.pop() {
        for entry in std::fs::read_dir(now).unwrap() {
            let entry = entry.unwrap();
            let name =
                entry.path().strip_prefix(folder.parent().unwrap()).unwrap().to_string_lossy().into_owned();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else if !name.contains("__pycache__") {
                zip.start_file(name, SimpleFileOptions::default()).unwrap();
                zip.write_all(&std::fs::read(entry.path()).unwrap()).unwrap();
            }
        }
    }
    zip.finish().unwrap().into_inner()
}

fn zip_with(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn example(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/toolsets").join(name).canonicalize().unwrap()
}

async fn export(house: &House, id: &str) -> Vec<u8> {
    let response = house.raw(reqwest::Method::GET, &format!("/toolsets/{id}/export")).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200);
    response.bytes().await.unwrap().to_vec()
}

/// A toolset's rows without what must differ from house to house: where, when and from what it was installed.
async fn rows(house: &House, id: &str) -> Value {
    let mut toolset = house.get(&format!("/toolsets/{id}")).await.ok();
    for key in ["installed_at", "source_type", "source_ref"] {
        toolset.as_object_mut().unwrap().remove(key);
    }
    for file in toolset["files"].as_array_mut().unwrap() {
        file.as_object_mut().unwrap().remove("stored_path");
        // The exported manifest is the canonical form of the one that came in.
        if file["path"] == "toolset.yaml" {
            *file = json!("toolset.yaml");
        }
    }
    toolset.as_object_mut().unwrap().remove("fingerprint");
    toolset
}

on_each_database!(
    async fn a_bundle_travels_from_house_to_house(house: HouseBuilder) {
        let house = house.await;
        for name in ["app-builder", "data-lab", "notes", "slow-lane", "rough-edges"] {
            house.import_zip(&format!("{name}.zip"), zip_of(&example(name))).await.ok();
        }
        let second = House::start().await;
        let third = House::start().await;
        for name in ["app-builder", "data-lab", "notes", "slow-lane", "rough-edges"] {
            let first_export = export(&house, name).await;
            second.import_zip("again.zip", first_export.clone()).await.ok();
            let second_export = export(&second, name).await;
            assert!(
                first_export == second_export,
                "{name}: export → import → export is byte for byte the same"
            );
            third.import_zip("third.zip", second_export).await.ok();

            assert_eq!(rows(&house, name).await, rows(&second, name).await, "{name}");
            let path = format!("/toolsets/{name}");
            let (b, c) = (second.get(&path).await.ok(), third.get(&path).await.ok());
            assert_eq!(b["fingerprint"], c["fingerprint"], "{name}: equal files have equal hashes");
        }
        let chat = second.chat("works").await;
        second.succeed(&chat, "app-builder:write_file", json!({"path": "x", "content": "y"})).await;
    }
);

on_each_database!(
    async fn an_upgrade_keeps_what_the_user_changed(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let change = json!({"name_override": "Jot down", "requires_confirmation": true});
        house.request(reqwest::Method::PUT, "/tools/notes:add_note/override", Some(change)).await.ok();
        house.post("/toolsets/notes/enable", json!({"enabled": false})).await.ok();
        let changed = tempfile::tempdir().unwrap();
        std::fs::create_dir(changed.path().join("tools")).unwrap();
        let manifest = std::fs::read_to_string(example("notes").join("toolset.yaml")).unwrap();
        std::fs::write(changed.path().join("toolset.yaml"), manifest.replace("1.0.0", "1.1.0")).unwrap();
        std::fs::copy(example("notes").join("tools/notebook.py"), changed.path().join("tools/notebook.py"))
            .unwrap();

        house.import_folder(changed.path()).await.ok();

        let toolset = house.get("/toolsets/notes").await.ok();
        assert_eq!(toolset["version"], "1.1.0");
        assert_eq!(toolset["enabled"], false);
        let tool = house.get("/tools/notes:add_note").await.ok();
        assert_eq!(tool["name"], "Jot down");
        assert_eq!(tool["requires_confirmation"], true);
    }
);

on_each_database!(
    async fn a_removed_toolset_is_gone_with_everything(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let chat = house.chat("notes").await;
        house.succeed(&chat, "notes:add_note", json!({"subject": "s", "text": "t"})).await;

        house.request(reqwest::Method::DELETE, "/toolsets/notes", None).await.ok();

        house.get("/toolsets/notes").await.with_status(404);
        house.get("/tools/notes:add_note").await.with_status(404);
        let body = json!({"args": {}, "chat_id": chat});
        house.post("/tools/notes:add_note/call", body).await.with_status(404);
        assert_eq!(house.file(&chat, "notes/s.md").await, b"# s\n\nt\n", "what it made stays");
        let calls = house.get(&format!("/calls?chat_id={chat}")).await.ok();
        assert_eq!(calls["items"].as_array().unwrap().len(), 1, "the record stays");
    }
);

#[tokio::test]
async fn a_hostile_bundle_is_refused_with_its_reason_and_leaves_nothing() {
    let house = House::start().await;
    const MANIFEST: &str = "manifest_version: \"1\"\nid: bad\nname: Bad\nversion: \"1.0.0\"\ntools: []\n";
    let bomb = "0".repeat(32 << 20);
    let hostile: Vec<(&str, Vec<u8>)> = vec![
        ("no zip", b"this is no zip".to_vec()),
        ("empty", zip_with(&[])),
        ("no manifest", zip_with(&[("tools/a.py", "")])),
        ("escapes", zip_with(&[("toolset.yaml", MANIFEST), ("../evil.py", "x")])),
        ("absolute", zip_with(&[("toolset.yaml", MANIFEST), ("/etc/evil", "x")])),
        ("backslash", zip_with(&[("toolset.yaml", MANIFEST), ("tools\\..\\evil.py", "x")])),
        ("case twin", zip_with(&[("toolset.yaml", MANIFEST), ("tools/a.py", ""), ("tools/A.py", "")])),
        ("bomb", zip_with(&[("toolset.yaml", MANIFEST), ("assets/zeros", &bomb)])),
        ("unknown key", zip_with(&[("toolset.yaml", &format!("{MANIFEST}tols: []\n"))])),
        ("yaml bomb", zip_with(&[("toolset.yaml", "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n")])),
        (
            "missing module",
            zip_with(&[(
                "toolset.yaml",
                &MANIFEST.replace("tools: []", "tools:\n  - id: t\n    entrypoint: tools.nowhere:f"),
            )]),
        ),
    ];
    let mut reasons = String::new();
    for (name, bytes) in hostile {
        let problem = house.import_zip("bad.zip", bytes).await.with_status(422);
        let detail = problem["detail"].as_str().unwrap();
        reasons.push_str(&format!("{name}: {detail}\n"));
    }
    insta::assert_snapshot!(reasons);
    assert_eq!(house.get("/toolsets").await.ok()["items"], json!([]));
    let left: Vec<_> = std::fs::read_dir(house.data().join("toolsets"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| std::fs::read_dir(entry.path()).map_or(1, Iterator::count) > 0)
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
