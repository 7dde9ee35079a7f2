//! The command line against a running house, as people type it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_testkit::{House, filters};

struct Said {
    code: i32,
    out: String,
    err: String,
}

fn run(house: &House, arguments: &[&str]) -> Said {
    let output = house.command(arguments).output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "exit code {}\n--- out\n{}--- err\n{}", self.code, self.out, self.err)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_shows_its_result_change_and_plan() {
    let house = House::start().with_toolset("app-builder").with_toolset("rough-edges").await;
    insta::with_settings!({filters => filters()}, {
        let call = ["call", "app-builder:write_file", "path=a/b.py", "content=print(1)"];
        insta::assert_snapshot!("call", run(&house, &call));
        insta::assert_snapshot!("call_failed", run(&house, &["call", "rough-edges:raise_error", "message=out of paper"]));
        insta::assert_snapshot!("call_pending", run(&house, &["call", "app-builder:run_command", "command=ls"]));
        insta::assert_snapshot!("call_unknown", run(&house, &["call", "app-builder:write_fle", "path=a"]));
        insta::assert_snapshot!("call_missing", run(&house, &["call", "app-builder:write_file", "path=a"]));
        insta::assert_snapshot!("workspace_ls", run(&house, &["workspace", "ls"]));
        insta::assert_snapshot!("workspace_cat", run(&house, &["workspace", "cat", "a/b.py"]));
        insta::assert_snapshot!("toolset_list", run(&house, &["toolset", "list"]));
        insta::assert_snapshot!("tool_list", run(&house, &["tool", "list"]));
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_found_figured_and_run_again() {
    let house = House::start().with_toolset("app-builder").with_toolset("rough-edges").await;
    let said = run(&house, &["--json", "call", "app-builder:write_file", "path=a/b.py", "content=1"]);
    let call: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let id = call["id"].as_str().unwrap();
    run(&house, &["call", "rough-edges:raise_error", "message=no"]);
    insta::with_settings!({filters => filters()}, {
        let again = ["calls", "rerun", id, "--args", r#"{"path": "a/b.py", "content": "2"}"#];
        insta::assert_snapshot!("calls_rerun", run(&house, &again));
        insta::assert_snapshot!("calls_rerun_unknown", run(&house, &["calls", "rerun", "01890a5d-ac96-774b-bcce-b302099a8057"]));
    });
    let rows = |arguments: &[&str]| {
        let said = run(&house, &[&["--json", "calls", "list"], arguments].concat());
        let page: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        page["items"].as_array().unwrap().len()
    };
    assert_eq!(rows(&["--toolset", "app-builder"]), 2);
    assert_eq!(rows(&["--toolset", "app-builder", "--until", call["created_at"].as_str().unwrap()]), 0);
    assert_eq!(rows(&["--since", call["created_at"].as_str().unwrap(), "--status", "error"]), 1);
    assert_eq!(rows(&["--message", call["message_id"].as_str().unwrap()]), 1);
    assert_eq!(run(&house, &["calls", "list", "--since", "yesterday"]).code, 2);
    let activity = run(&house, &["activity", "--buckets"]);
    assert!(activity.out.contains("3 calls, 1 failed, 0 wait for approval"), "{activity}");
    assert!(activity.out.contains("app-builder:write_file"), "{activity}");
    let activity = run(&house, &["--json", "activity", "--tool", "rough-edges:raise_error"]);
    let activity: serde_json::Value = serde_json::from_str(&activity.out).unwrap();
    assert_eq!(activity["totals"]["calls"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn chats_and_files_are_put_in_order() {
    let house = House::start().with_toolset("app-builder").await;
    let chat = house.chat("old").await;
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("all.zip");
    let zip = zip.to_str().unwrap();
    run(&house, &["call", "app-builder:write_file", "--chat", "old", "path=a/b.py", "content=1"]);
    insta::with_settings!({filters => filters()}, {
        let in_chat = |arguments: &[&str]| run(&house, &[arguments, &["--chat", &chat]].concat());
        insta::assert_snapshot!("chat_rename", in_chat(&["chat", "rename", "new"]));
        insta::assert_snapshot!("workspace_mv", in_chat(&["workspace", "mv", "a", "src/a"]));
        insta::assert_snapshot!("workspace_mv_taken", in_chat(&["workspace", "mv", "src", "src/a/b.py"]));
        insta::assert_snapshot!("workspace_rm_folder", in_chat(&["workspace", "rm", "src"]));
        assert_eq!(in_chat(&["workspace", "download", "--output", zip]).code, 0);
        insta::assert_snapshot!("workspace_rm_recursive", in_chat(&["workspace", "rm", "-r", "src"]));
    });
    let copied =
        house.command(&["workspace", "download", "--output", "-", "--chat", &chat]).output().unwrap();
    assert!(copied.status.success() && copied.stdout.starts_with(b"PK"));
    let archive = zip::ZipArchive::new(std::fs::File::open(zip).unwrap()).unwrap();
    let names: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert_eq!(names, ["src/a/b.py"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_goes_out_and_comes_in() {
    let house = House::start().with_toolset("notes").await;
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("notes.zip");
    let zip = zip.to_str().unwrap();
    assert_eq!(run(&house, &["toolset", "export", "notes", "--output", zip]).code, 0);
    assert_eq!(run(&house, &["toolset", "remove", "notes", "--yes"]).code, 0);
    assert_eq!(run(&house, &["toolset", "show", "notes"]).code, 3);
    let imported = run(&house, &["toolset", "import", zip]);
    assert_eq!(imported.code, 0, "{imported}");
    let listed = run(&house, &["--json", "toolset", "list"]);
    assert!(serde_json::from_str::<serde_json::Value>(&listed.out).is_ok(), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_happen_is_shown_before_it_happens() {
    let house = House::start().with_toolset("notes").await;
    let bundle = tempfile::tempdir().unwrap();
    let manifest = "manifest_version: \"1\"\nid: notes\nname: Notes\nversion: \"2.0.0\"\nrequires: [shelf]\n\
                    tools:\n  - {id: add_note, entrypoint: 'a:f', requires_confirmation: true}\n\
                    mcp_servers:\n  - {id: find, command: npx, args: [-y, find], env: {KEY: '${FIND_KEY}'}}\n";
    std::fs::write(bundle.path().join("toolset.yaml"), manifest).unwrap();
    std::fs::write(bundle.path().join("a.py"), "def f(): ...\n").unwrap();
    let import = ["toolset", "import", "--dry-run", bundle.path().to_str().unwrap()];
    insta::with_settings!({filters => filters()}, {
        insta::assert_snapshot!("toolset_import_dry_run", run(&house, &import));
        insta::assert_snapshot!("tool_show_schema", run(&house, &["tool", "show", "notes:forget_notes", "--schema", "mcp"]));
        insta::assert_snapshot!("toolset_remove", run(&house, &["toolset", "remove", "notes"]));
    });
    let json = run(&house, &["--json", "toolset", "import", "--dry-run", bundle.path().to_str().unwrap()]);
    let preview: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((preview["id"].as_str(), preview["outcome"].as_str()), (Some("notes"), Some("installed")));
    assert_eq!(run(&house, &["toolset", "show", "notes"]).code, 3);
}

#[test]
fn a_server_that_is_not_there_is_said_so() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pegboard"));
    let command = command.args(["--url", "http://127.0.0.1:1", "--token", "pgb_x", "toolset", "list"]);
    let output = command.env("NO_COLOR", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(6));
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chest_is_shown_and_changed_and_tools_are_found() {
    let house = House::start().with_arguments(&["--whole-list", "0"]).with_toolset("notes").await;
    insta::with_settings!({filters => filters()}, {
        insta::assert_snapshot!("chest_show", run(&house, &["chest", "show"]));
        insta::assert_snapshot!("chest_activate", run(&house, &["chest", "activate", "notes", "maps"]));
        insta::assert_snapshot!("chest_reset", run(&house, &["chest", "reset"]));
        insta::assert_snapshot!("tool_search", run(&house, &["tool", "search", "keep", "a", "note", "--limit", "2"]));
        insta::assert_snapshot!("tool_search_nothing", run(&house, &["tool", "search", "xyzzy"]));
    });
}
