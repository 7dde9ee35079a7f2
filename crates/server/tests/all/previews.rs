//! What would happen, before it happens.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use futures::StreamExt;
use pegboard_testkit::{Answer, House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

/// A bundle on the disk whose code leaves a mark wherever it is loaded.
struct Bundle(tempfile::TempDir);

impl Bundle {
    fn new() -> Self {
        let bundle = Self(tempfile::tempdir().unwrap());
        bundle.write("toolset.yaml", MANIFEST);
        let mark = bundle.mark();
        let code = format!("import pathlib\npathlib.Path({mark:?}).write_text('ran')\n{CODE}");
        bundle.write("tools/web.py", &code);
        bundle
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("bundle")
    }

    fn mark(&self) -> PathBuf {
        self.0.path().join("mark")
    }

    fn write(&self, path: &str, text: &str) {
        let file = self.folder().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    async fn preview(&self, house: &House) -> Answer {
        let source = json!({"source_type": "local", "source_ref": self.folder()});
        house.post("/toolsets/preview", source).await
    }
}

const CODE: &str = "
def read(url: str):
    return url

def write(text: str):
    return text
";

const MANIFEST: &str = r#"
manifest_version: "1"
id: web
name: Web
version: "1.0.0"
description: Reads pages
requires: [notes]
prompt_section: Prefer short pages.
tools:
  - {id: read, name: Read Page, entrypoint: "tools.web:read", renderer: {type: code, content: $return}}
  - {id: write, entrypoint: "tools.web:write", requires_confirmation: true}
mcp_servers:
  - {id: search, command: npx, args: [-y, web-search], env: {KEY: "${SEARCH_KEY}", MODE: sk-secret}}
  - {id: far, url: "https://api.example.com/mcp"}
python:
  # So that its import can leave a mark.
  sandbox: {writes: anywhere}
"#;

/// Goes on with `python`.
const REQUIREMENTS: &str = "  requirements: requirements.txt\n";

/// Every file of the data folder with its bytes, and every folder. The database's index of its log is left out: it is
/// memory that readers share, not content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(now) = open.pop() {
        for entry in std::fs::read_dir(now).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
                found.insert(entry.path(), None);
            } else if entry.file_type().unwrap().is_file() && !entry.path().ends_with("pegboard.db-shm") {
                found.insert(entry.path(), Some(std::fs::read(entry.path()).unwrap()));
            }
        }
    }
    found
}

fn zip_of(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

async fn preview_zip(house: &House, bytes: Vec<u8>) -> (u16, Value) {
    let part = reqwest::multipart::Part::bytes(bytes).file_name("a.zip");
    let form = reqwest::multipart::Form::new().part("file", part);
    let response = house.raw(Method::POST, "/toolsets/preview").multipart(form).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

on_each_database!(
    async fn a_preview_says_all_and_leaves_nothing(house: HouseBuilder) {
        let house = house.await;
        let bundle = Bundle::new();
        bundle.write("toolset.yaml", &format!("{MANIFEST}{REQUIREMENTS}"));
        bundle.write("requirements.txt", "# pinned\nhttpx==0.28.1\n\npandas>=2 # tables\n");
        let before = contents(&house.data());

        let preview = bundle.preview(&house).await.ok();

        assert!(!bundle.mark().exists(), "its code did not run");
        assert!(contents(&house.data()) == before, "the data folder is as it was");
        assert_eq!(house.get("/toolsets").await.ok()["items"], json!([]));
        assert!(!preview.to_string().contains("sk-secret"), "{preview:#}");
        insta::assert_snapshot!("preview", serde_json::to_string_pretty(&without_marks(preview)).unwrap());
    }
);

/// The code names a temporary folder: its hash and size differ from run to run.
fn without_marks(mut preview: Value) -> Value {
    let files = preview["files"].as_array_mut().unwrap();
    let code = files.iter_mut().find(|file| file["path"] == "tools/web.py").unwrap();
    (code["sha256"], code["size"]) = (json!("[sha256]"), json!("[size]"));
    preview["fingerprint"] = json!("[fingerprint]");
    preview
}

on_each_database!(
    async fn nothing_is_installed_that_was_not_looked_at(house: HouseBuilder) {
        let house = house.await;
        let bundle = Bundle::new();
        let seen = bundle.preview(&house).await.ok();
        let address =
            format!("/toolsets/import?expected_fingerprint={}", seen["fingerprint"].as_str().unwrap());
        let source = json!({"source_type": "local", "source_ref": bundle.folder()});
        bundle.write("tools/more.py", "print('slipped in')");
        let before = contents(&house.data());

        let refused = house.post(&address, source.clone()).await.with_status(409);

        assert!(refused["hint"].as_str().unwrap().contains("Look at it again"), "{refused:#}");
        assert!(!bundle.mark().exists(), "its code did not run");
        assert!(contents(&house.data()) == before, "nothing is left of what was refused");
        std::fs::remove_file(bundle.folder().join("tools/more.py")).unwrap();
        house.post(&address, source).await.with_status(201);
    }
);

on_each_database!(
    async fn a_preview_of_an_upgrade_says_what_becomes_different(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let bundle = Bundle::new();
        house.import_folder(&bundle.folder()).await.with_status(201);
        std::fs::remove_file(bundle.mark()).unwrap();
        let mine = json!({"name_override": "Mine", "requires_confirmation": false});
        house.request(Method::PUT, "/tools/web:write/override", Some(mine)).await.ok();
        let same = bundle.preview(&house).await.ok();
        assert_eq!((&same["outcome"], &same["upgraded_from"]), (&json!("unchanged"), &Value::Null));
        assert_eq!(same["warnings"], json!([]));
        assert_eq!(same["changes"]["tools"], json!({"added": [], "changed": [], "removed": []}));

        let manifest = MANIFEST.replace("1.0.0", "1.1.0").replace("id: read, name: Read Page", "id: fetch");
        let manifest = manifest.replace("web-search", "web-search@2").replace("id: far", "id: near");
        bundle.write("toolset.yaml", &format!("{manifest}{REQUIREMENTS}"));
        bundle.write("requirements.txt", "httpx==0.28.1\n");
        bundle.write("tools/more.py", "");
        let before = contents(&house.data());
        let upgrade = bundle.preview(&house).await.ok();

        assert!(contents(&house.data()) == before, "the data folder is as it was");
        assert!(!bundle.mark().exists(), "its code did not run");
        assert_eq!((&upgrade["outcome"], &upgrade["upgraded_from"]), (&json!("upgraded"), &json!("1.0.0")));
        insta::assert_snapshot!("changes", serde_json::to_string_pretty(&upgrade["changes"]).unwrap());
        let write = &upgrade["tools"][1];
        assert_eq!((&write["name"], &write["requires_confirmation"]), (&json!("Mine"), &json!(false)));
        assert_eq!(house.get("/toolsets/web").await.ok()["version"], "1.0.0");
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn what_an_import_refuses_a_preview_refuses_with_the_same_words() {
    let house = House::start().await;
    const MANIFEST: &str = "manifest_version: \"1\"\nid: bad\nname: Bad\nversion: \"1.0.0\"\ntools: []\n";
    let before = contents(&house.data());
    let bomb = "0".repeat(32 << 20);
    for bytes in [
        b"this is no zip".to_vec(),
        zip_of(&[("toolset.yaml", MANIFEST), ("../evil.py", "x")]),
        zip_of(&[("toolset.yaml", MANIFEST), ("assets/zeros", &bomb)]),
        zip_of(&[("toolset.yaml", &format!("{MANIFEST}tols: []\n"))]),
        zip_of(&[("toolset.yaml", "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n")]),
    ] {
        let (status, told) = preview_zip(&house, bytes.clone()).await;
        assert_eq!((status, told), (422, house.import_zip("a.zip", bytes).await.with_status(422)));
    }
    let relative = json!({"source_type": "local", "source_ref": "bundle"});
    house.post("/toolsets/preview", relative).await.with_status(422);
    let file = json!({"source_type": "url", "source_ref": "file:///etc/passwd"});
    house.post("/toolsets/preview", file).await.with_status(422);
    house.post("/toolsets/preview?progress_id=", json!({})).await.with_status(400);
    house.post("/toolsets/preview?progress_id=a%0Ab", json!({})).await.with_status(400);
    assert!(contents(&house.data()) == before, "nothing is left of what was refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_steps_of_an_import_are_told_under_the_clients_own_id() {
    let house = House::start().await;
    let bundle = Bundle::new();
    let stream = house.raw(Method::GET, "/events").send().await.unwrap();
    let import = json!({"source_type": "local", "source_ref": bundle.folder()});
    house.post("/toolsets/import?progress_id=mine-1", import).await.with_status(201);

    let mut told = String::new();
    let mut pieces = stream.bytes_stream();
    while !told.contains("toolset_installed") {
        told.push_str(&String::from_utf8_lossy(&pieces.next().await.unwrap().unwrap()));
    }
    let events = told.lines().filter_map(|line| line.strip_prefix("data:"));
    let events: Vec<Value> = events.map(|data| serde_json::from_str(data.trim()).unwrap()).collect();
    let steps: Vec<&Value> = events.iter().filter(|event| event["type"] == "toolset_progress").collect();
    assert!(steps.iter().all(|step| step["progress_id"] == "mine-1"), "{steps:#?}");
    let said = |text: &str| steps.iter().any(|step| step["text"].as_str().unwrap().starts_with(text));
    for step in ["Copying ", "Looking at the tools of web", "Installing web 1.0.0"] {
        assert!(said(step), "{step}: {steps:#?}");
    }
}

on_each_database!(
    async fn a_tool_is_described_as_every_host_of_models_wants_it(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let schemas = house.get("/tools/notes:add_note/schemas").await.ok();
        for format in ["openai", "anthropic", "mcp"] {
            let all = house.get(&format!("/chats/default/tools?format={format}")).await.ok();
            assert!(all["tools"].as_array().unwrap().contains(&schemas[format]), "{format}: {schemas:#}");
        }
        let wire_name = schemas["anthropic"]["name"].as_str().unwrap();
        assert_eq!(house.get(&format!("/tools/{wire_name}/schemas")).await.ok(), schemas);
        house.get("/tools/notes:add_nots/schemas").await.with_status(404);
    }
);

on_each_database!(
    async fn a_preview_of_a_removal_says_what_goes_and_what_stays(house: HouseBuilder) {
        let house = house.with_toolset("notes").await;
        let bundle = Bundle::new();
        house.import_folder(&bundle.folder()).await.with_status(201);
        let chat = house.chat("removal").await;
        house.succeed(&chat, "web:read", json!({"url": "x"})).await;
        house.succeed(&chat, "notes:add_note", json!({"subject": "s", "text": "t"})).await;
        let mine = json!({"name_override": "Mine"});
        house.request(Method::PUT, "/tools/web:write/override", Some(mine)).await.ok();
        let input = json!({"args": {"url": "x"}});
        house.request(Method::PUT, "/tools/web:read/inputs/one", Some(input)).await.ok();

        let mut preview = house.get("/toolsets/web/uninstall-preview").await.ok();

        let size = |path: &str| std::fs::metadata(bundle.folder().join(path)).unwrap().len();
        assert_eq!(preview["bytes"], size("toolset.yaml") + size("tools/web.py"));
        preview["bytes"] = json!("[bytes]");
        insta::assert_snapshot!("uninstall", serde_json::to_string_pretty(&preview).unwrap());
        let required = house.get("/toolsets/notes/uninstall-preview").await.ok();
        assert_eq!(required["required_by"], json!(["web"]));
        house.get("/toolsets/wbe/uninstall-preview").await.with_status(404);

        let gone = house.request(Method::DELETE, "/toolsets/web", None).await.ok();
        let removed = &gone["removed"];
        assert_eq!((&removed["tools"], &removed["files"]), (&json!(2), &preview["files"]));
        assert_eq!((&removed["saved_inputs"], &removed["mcp_servers"]), (&json!(1), &json!(2)));
        let calls = house.get("/calls?toolset_id=web").await.ok();
        assert_eq!(calls["items"].as_array().unwrap().len(), 1, "what is said to stay stays");
    }
);

on_each_database!(
    async fn a_preview_of_an_override_is_what_setting_it_gives(house: HouseBuilder) {
        let house = house.with_toolset("notes").with_toolset("rough-edges").await;
        const TOOL: &str = "/tools/notes:add_note";
        let chat = house.chat("override").await;
        let args = json!({"subject": "s", "text": "t"});
        let call = house.succeed(&chat, "notes:add_note", args.clone()).await;
        let before = house.get(TOOL).await.ok();
        let change = json!({
            "renderer": "code", "renderer_config": {"content": "$args.text", "language": "text"},
            "name_override": "Jot", "requires_confirmation": true, "enabled": true,
        });
        let preview = |change: Value, call: Value| {
            let house = &house;
            let body = json!({"override": change, "call_id": call});
            async move { house.post(&format!("{TOOL}/override/preview"), body).await }
        };

        let shown = preview(change.clone(), call["id"].clone()).await.ok();

        assert_eq!(house.get(TOOL).await.ok(), before, "nothing is saved");
        let none = preview(change.clone(), Value::Null).await.ok();
        assert_eq!((&none["tool"], &none["render_plan"]), (&shown["tool"], &Value::Null));
        let set = house.request(Method::PUT, &format!("{TOOL}/override"), Some(change)).await.ok();
        assert_eq!(shown["tool"], set);
        let asked = house.post(&format!("{TOOL}/call"), json!({"args": args, "chat_id": chat})).await;
        let asked = asked.with_status(202);
        let pending = preview(json!({}), asked["id"].clone()).await.ok();
        assert_eq!((&pending["tool"], &pending["render_plan"]), (&before, &Value::Null));
        let again = house.post(&format!("/calls/{}/approve", asked["id"].as_str().unwrap()), json!({})).await;
        assert_eq!(shown["render_plan"], again.ok()["render_plan"]);
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_of_an_override_refuses_what_setting_it_refuses() {
    let house = House::start().with_toolset("notes").with_toolset("rough-edges").await;
    const TOOL: &str = "/tools/notes:add_note";
    let hostile = [
        json!({"renderer": "movie"}),
        json!({"renderer_config": {"file": "x"}}),
        json!({"renderer": "code", "renderer_config": {"fiel": "x"}}),
        json!({"renderer": "code", "renderer_config": []}),
        json!({"renderer": "html", "renderer_config": {"artifact": "../../etc/passwd"}}),
        json!({"name_override": "x".repeat(201)}),
        json!({"description_override": "x".repeat(20_001)}),
        json!({"unknown": 1}),
    ];
    for change in hostile {
        let preview = house.post(&format!("{TOOL}/override/preview"), json!({"override": change})).await;
        let set = house.request(Method::PUT, &format!("{TOOL}/override"), Some(change.clone())).await;
        assert_eq!(preview.status, set.status, "{change}");
        if set.status != 200 && change.get("unknown").is_none() {
            assert_eq!(preview.body, set.body, "{change}");
        }
    }
    let failed =
        house.call(&house.chat("x").await, "rough-edges:raise_error", json!({"message": "no"})).await;
    let other = json!({"override": {}, "call_id": failed["id"]});
    house.post(&format!("{TOOL}/override/preview"), other.clone()).await.with_status(422);
    let own = house.post("/tools/rough-edges:raise_error/override/preview", other).await.ok();
    assert_eq!(own["render_plan"], failed["render_plan"], "a failure is shown as one");
    let nobody = json!({"override": {}, "call_id": "01890a5d-ac96-774b-bcce-b302099a8057"});
    house.post(&format!("{TOOL}/override/preview"), nobody).await.with_status(404);
    house.post("/tools/notes:nope/override/preview", json!({"override": {}})).await.with_status(404);
}
