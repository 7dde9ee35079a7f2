//! Workers over HTTP: kept, changed, checked, taken along, removed, on each database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::path::Path;

use pegboard_testkit::{Answer, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const REVIEWER: &str = "---\nname: reviewer\ndescription: Reads changes.\ntoolsets:\n  filesystem: {}\n  app-builder: {approval: \
                        ask, tools: {read_file: preApproved}}\n  missing: {}\n  worker: {workers: [writer]}\nsandbox:\n  zones: \
                        [{path: notes, mode: rw, approval: {delete: ask}}]\n---\nYou read changes.\n";

async fn put(house: &House, name: &str, text: &str) -> Answer {
    house.request(Method::PUT, &format!("/workers/{name}"), Some(json!({"text": text}))).await
}

async fn import(house: &House, file: &Path) -> Answer {
    house.post("/workers/import", json!({"source_type": "local", "source_ref": file})).await
}

/// Whether npm cannot be reached: that is said, and nothing is tested.
fn is_offline(answer: &Value) -> bool {
    let text = answer.to_string();
    let offline =
        ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"].iter().any(|code| text.contains(code));
    if offline {
        eprintln!("left out: no registry of npm can be reached");
    }
    offline
}

on_each_database!(
    async fn a_worker_is_kept_changed_and_removed(house: HouseBuilder) {
        let mut house = house.with_toolset("app-builder").await;
        assert_eq!(house.get("/workers").await.ok()["items"], json!([]));
        let kept = put(&house, "reviewer", REVIEWER).await.with_status(201);
        assert_eq!(kept["text"], REVIEWER);
        assert_eq!(kept["instructions"], "You read changes.");
        let zone = json!({"path": "notes", "mode": "rw", "write": "preApproved", "delete": "ask"});
        assert_eq!(kept["zones"], json!([zone]));
        let limits = json!({"steps": 50, "depth": 3, "timeout_seconds": 1800, "tokens": null});
        assert_eq!(kept["limits"], limits);
        let toolsets = kept["toolsets"].as_array().unwrap();
        let stands = |at: usize| {
            let one = &toolsets[at];
            ["name", "source", "toolset_id", "approval", "installed", "problem"].map(|key| one[key].clone())
        };
        assert_eq!(
            stands(0),
            [
                json!("filesystem"),
                json!("builtin"),
                json!("builtin-filesystem"),
                json!(null),
                json!(true),
                json!(null)
            ]
        );
        assert_eq!(
            stands(1),
            [
                json!("app-builder"),
                json!("installed"),
                json!("app-builder"),
                json!("ask"),
                json!(true),
                json!(null)
            ]
        );
        assert_eq!(toolsets[1]["tool_approvals"], json!({"read_file": "preApproved"}));
        let none = json!("there is no toolset `missing`");
        assert_eq!(
            stands(2),
            [json!("missing"), json!("installed"), json!("missing"), json!(null), json!(false), none]
        );
        assert_eq!(toolsets[3]["problem"], "there is no worker `writer`");

        house.restart();
        assert_eq!(house.get("/workers/reviewer").await.ok(), kept);
        let changed = put(&house, "reviewer", &REVIEWER.replace("Reads", "Judges")).await.with_status(200);
        assert_eq!(
            (&changed["description"], &changed["created_at"]),
            (&json!("Judges changes."), &kept["created_at"])
        );
        let listed = house.get("/workers").await.ok();
        let names = json!(["filesystem", "app-builder", "missing", "worker"]);
        assert_eq!(
            (&listed["items"][0]["name"], &listed["items"][0]["toolsets"]),
            (&json!("reviewer"), &names)
        );

        let near = house.get("/workers/reviewr").await.with_status(404);
        assert_eq!(near["near"], json!(["reviewer"]));
        let gone = house.request(Method::DELETE, "/workers/reviewer", None).await.ok();
        assert_eq!(gone, json!({"name": "reviewer", "toolsets": []}));
        house.get("/workers/reviewer").await.with_status(404);
    }
);

#[tokio::test]
async fn what_is_wrong_with_a_worker_is_said_by_line_and_key_and_changes_nothing() {
    let house = House::start().await;
    put(&house, "reviewer", "---\nname: reviewer\n---\nOne\n").await.with_status(201);
    let wrong = "---\nname: other\ntoolsets:\n  shell: {rule: []}\n---\n";
    let refused = put(&house, "reviewer", wrong).await.with_status(422);
    assert_eq!(refused["type"], "urn:pegboard:problem:invalid-worker");
    insta::assert_snapshot!("refused", refused["detail"].as_str().unwrap());
    assert_eq!(house.get("/workers/reviewer").await.ok()["instructions"], "One");
    let check = house.post("/workers/check", json!({"text": wrong, "name": "reviewer"})).await.ok();
    assert_eq!((&check["valid"], &check["worker"]), (&json!(false), &json!(null)));
    let problem = &check["problems"][0];
    assert_eq!((&problem["line"], &problem["key"]), (&json!(2), &json!("name")), "{problem}");
    let check = house.post("/workers/check", json!({"text": REVIEWER})).await.ok();
    assert_eq!((&check["valid"], &check["worker"]["name"]), (&json!(true), &json!("reviewer")));
    let taken = put(&house, "read_file", "---\nname: read_file\n---\n").await.with_status(409);
    assert_eq!(taken["detail"], "there is a built-in tool `read_file`: give the worker another name");
    put(&house, "a:b", "---\nname: x\n---\n").await.with_status(422);
}

const MODULE: &str =
    "---\nname: helper\ntoolsets:\n  custom:\n    module: ./tools/my-tool.ts\n    approval: ask\n---\n";

const CODE: &str = "import { shout } from '../lib/shout';\nexport const loud = { description: 'Shouts.', inputSchema: { type: \
                    'object', properties: { text: { type: 'string' } } }, execute: ({ text }: { text: string }) => \
                    shout(text) };\n";

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

#[tokio::test]
async fn modules_beside_a_worker_come_with_it_stay_with_it_and_go_with_it() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "helper.worker", MODULE);
    write(folder.path(), "tools/my-tool.ts", CODE);
    write(folder.path(), "lib/shout.ts", "export const shout = (text: string) => text.toUpperCase();\n");
    write(folder.path(), "other.worker", "not its own");
    let house = House::start().await;
    let refused = put(&house, "helper", MODULE).await.with_status(422);
    let said = "the worker names modules that do not lie beside it: ./tools/my-tool.ts";
    assert_eq!(refused["detail"], said);

    let imported = import(&house, &folder.path().join("helper.worker")).await;
    if is_offline(&imported.body) {
        return;
    }
    let kept = imported.with_status(201);
    let brought = &kept["toolsets"][0];
    assert_eq!((&brought["source"], &brought["installed"]), (&json!("module"), &json!(true)));
    let toolset = house.get("/toolsets/helper.custom").await.ok();
    assert_eq!((&toolset["source_type"], &toolset["source_ref"]), (&json!("worker"), &json!("helper")));
    assert_eq!(toolset["tools"][0]["id"], "helper.custom:loud");
    let files: Vec<_> = toolset["files"].as_array().unwrap().iter().map(|file| &file["path"]).collect();
    assert_eq!(files, ["lib/shout.ts", "tools/my-tool.ts", "toolset.yaml"]);
    let refused = house.request(Method::DELETE, "/toolsets/helper.custom", None).await.with_status(409);
    assert_eq!(refused["detail"], "the worker `helper` brings `helper.custom`");

    // Its text alone keeps the modules; code that does not load leaves everything as it was.
    put(&house, "helper", &format!("{MODULE}More.\n")).await.with_status(200);
    write(folder.path(), "tools/my-tool.ts", "import './gone';\n");
    let refused = import(&house, &folder.path().join("helper.worker")).await.with_status(422);
    assert!(
        refused["detail"].as_str().unwrap().starts_with("the tools of `custom` cannot be had"),
        "{refused:#}"
    );
    assert_eq!(house.get("/workers/helper").await.ok()["instructions"], "More.");
    assert_eq!(house.get("/toolsets/helper.custom").await.ok()["fingerprint"], toolset["fingerprint"]);

    let exported =
        house.raw(Method::GET, "/workers/helper/export").send().await.unwrap().bytes().await.unwrap();
    let gone = house.request(Method::DELETE, "/workers/helper", None).await.ok();
    assert_eq!(gone["toolsets"], json!(["helper.custom"]));
    house.get("/toolsets/helper.custom").await.with_status(404);

    let part = reqwest::multipart::Part::bytes(exported.to_vec()).file_name("helper.zip");
    let form = reqwest::multipart::Form::new().part("file", part);
    let again = house.raw(Method::POST, "/workers/import").multipart(form).send().await.unwrap();
    assert_eq!(again.status(), 201);
    assert_eq!(house.get("/toolsets/helper.custom").await.ok()["fingerprint"], toolset["fingerprint"]);
    put(&house, "helper", "---\nname: helper\n---\n").await.with_status(200);
    house.get("/toolsets/helper.custom").await.with_status(404);
}

#[tokio::test]
async fn what_a_worker_brings_and_what_people_install_stay_apart() {
    let house = House::start().await;
    let bundle = tempfile::tempdir().unwrap();
    let manifest = "manifest_version: \"1\"\nid: helper.custom\nname: Mine\nversion: 1.0.0\n";
    write(bundle.path(), "toolset.yaml", manifest);
    house.import_folder(bundle.path()).await.with_status(201);
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "helper.worker", MODULE);
    write(folder.path(), "tools/my-tool.ts", "export const x = 1;");
    let refused = import(&house, &folder.path().join("helper.worker")).await.with_status(409);
    let said = "there is a toolset `helper.custom` already, which the worker does not bring";
    assert_eq!(refused["detail"], said);
    house.get("/workers/helper").await.with_status(404);
}

#[tokio::test]
async fn a_file_that_is_no_worker_is_refused() {
    let house = House::start().await;
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "x.txt", "text");
    std::fs::write(folder.path().join("y.worker"), [0xff, 0xfe]).unwrap();
    for (file, said) in [
        ("x.txt", "`x.txt` is not called NAME.worker"),
        ("y.worker", "`y.worker` is not UTF-8 text: save it as UTF-8"),
        ("z.worker", "`z.worker` cannot be read: No such file or directory (os error 2)"),
    ] {
        let refused = import(&house, &folder.path().join(file)).await.with_status(422);
        assert_eq!(refused["detail"], said);
    }
    import(&house, Path::new("z.worker")).await.with_status(422);
}
