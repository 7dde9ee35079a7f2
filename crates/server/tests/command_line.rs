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
