//! Reading, changing, finding and moving files.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::house::{House, Quiet};

#[tokio::test]
async fn what_is_written_is_read_back() {
    let house = House::start();
    let written =
        house.call("write_file", json!({"path": "a/b.txt", "content": "one\ntwo\n"})).await.unwrap();
    assert_eq!(written, json!({"path": "a/b.txt", "bytes": 8, "created": true}));
    let read = house.call("read_file", json!({"path": "./a//b.txt"})).await.unwrap();
    assert_eq!(read, json!({"path": "a/b.txt", "content": "one\ntwo\n", "bytes": 8, "total_lines": 2}));
}

#[tokio::test]
async fn a_long_file_is_read_in_pieces() {
    let text: String = (1..=10).map(|line| format!("line {line}\n")).collect();
    let house = House::start().with(&[("long", &text)]);
    let piece = house.call("read_file", json!({"path": "long", "offset": 4, "limit": 2})).await.unwrap();
    assert_eq!(piece["content"], "line 4\nline 5\n");
    assert_eq!(
        (&piece["first_line"], &piece["lines"], &piece["next_offset"]),
        (&json!(4), &json!(2), &json!(6))
    );
    let last = house.call("read_file", json!({"path": "long", "offset": 10})).await.unwrap();
    assert_eq!((&last["content"], last.get("next_offset")), (&json!("line 10\n"), None));
    let behind = house.call("read_file", json!({"path": "long", "offset": 11})).await.unwrap();
    assert_eq!(behind["content"], "");
}

#[tokio::test]
async fn a_huge_line_gives_its_beginning_and_a_huge_file_is_refused() {
    let house = House::start().with(&[("line", &"ä".repeat(200_000))]);
    let read = house.call("read_file", json!({"path": "line"})).await.unwrap();
    assert_eq!(read["content"].as_str().unwrap().len(), 256 << 10);
    let huge = std::fs::File::create(house.workspace().join("huge")).unwrap();
    huge.set_len(1 << 40).unwrap();
    assert!(house.refusal("read_file", json!({"path": "huge"})).await.starts_with("too_large: `huge` has"));
}

#[tokio::test]
async fn what_is_not_text_comes_as_base64() {
    let house = House::start();
    std::fs::write(house.workspace().join("image"), [0xff, 0x00, 0x01]).unwrap();
    let read = house.call("read_file", json!({"path": "image"})).await.unwrap();
    assert_eq!(read, json!({"path": "image", "bytes": 3, "base64": "/wAB"}));
}

#[tokio::test]
async fn a_pipe_does_not_hold_anybody_up() {
    let house = House::start();
    let pipe = house.workspace().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(
        house.refusal("read_file", json!({"path": "pipe"})).await,
        "raised: `pipe` is neither a file nor a folder"
    );
    let found = house.call("search_files", json!({"pattern": "x"})).await.unwrap();
    assert_eq!(found["matches"], json!([]));
}

#[tokio::test]
async fn writing_keeps_the_executable_bit_and_says_what_stands_against_it() {
    let house = House::start().with(&[("run", "old"), ("folder/x", "")]);
    let run = house.workspace().join("run");
    std::fs::set_permissions(&run, PermissionsExt::from_mode(0o755)).unwrap();
    house.call("write_file", json!({"path": "run", "content": "new"})).await.unwrap();
    assert_eq!(std::fs::metadata(&run).unwrap().permissions().mode() & 0o777, 0o755);
    house.call("write_file", json!({"path": "run", "content": "er", "mode": "append"})).await.unwrap();
    assert_eq!(std::fs::read(&run).unwrap(), b"newer");
    let again = json!({"path": "run", "content": "x", "mode": "create"});
    insta::assert_snapshot!(
        [
            house.refusal("write_file", again).await,
            house.refusal("write_file", json!({"path": "folder", "content": "x"})).await,
            house.refusal("write_file", json!({"path": "run/below", "content": "x"})).await,
            house.refusal("write_file", json!({"path": ".", "content": "x"})).await,
        ]
        .join("\n")
    );
}

#[tokio::test]
async fn an_edit_replaces_exactly_what_was_named() {
    let house = House::start().with(&[("code", "let a = 1;\nlet b = 1;\n")]);
    let edit = |old: &str, new: &str, all: bool| json!({"path": "code", "old_text": old, "new_text": new, "replace_all": all});
    house.call("edit_file", edit("a = 1", "a = $0 \\1", false)).await.unwrap();
    let text = std::fs::read_to_string(house.workspace().join("code")).unwrap();
    assert_eq!(text, "let a = $0 \\1;\nlet b = 1;\n");
    insta::assert_snapshot!(
        [
            house.refusal("edit_file", edit("let", "var", false)).await,
            house.refusal("edit_file", edit("none", "x", false)).await,
            house.refusal("edit_file", edit("", "x", false)).await,
        ]
        .join("\n")
    );
    let all = house.call("edit_file", edit("let", "var", true)).await.unwrap();
    assert_eq!(all["replaced"], 2);
}

#[tokio::test]
async fn lists_are_by_name_and_bounded() {
    let house = House::start().with(&[("b.rs", "1"), ("a/c.rs", "22"), ("a/d.txt", "")]);
    let flat = house.call("list_files", json!({})).await.unwrap();
    assert_eq!(
        flat["entries"],
        json!([{"path": "a", "kind": "folder", "bytes": null}, {"path": "b.rs", "kind": "file", "bytes": 1}])
    );
    let rust =
        house.call("list_files", json!({"recursive": true, "glob": "*.rs", "limit": 1})).await.unwrap();
    assert_eq!(rust["entries"], json!([{"path": "a/c.rs", "kind": "file", "bytes": 2}]));
    assert_eq!(rust["left_out"], 1);
}

#[tokio::test]
async fn a_search_leaves_out_what_is_ignored() {
    let house = House::start().with(&[
        (".gitignore", "target/\n*.log\n!kept.log\n"),
        ("src/a.rs", "fn main() {}\n// Main\n"),
        ("src/.gitignore", "b.rs\n"),
        ("src/b.rs", "main\n"),
        ("target/main.rs", "main\n"),
        ("x.log", "main\n"),
        ("kept.log", "main\n"),
        (".git/config", "main\n"),
    ]);
    let paths = |found: serde_json::Value| {
        let matches = found["matches"].as_array().unwrap().iter();
        matches.map(|one| format!("{}:{}", one["path"].as_str().unwrap(), one["line"])).collect::<Vec<_>>()
    };
    let search = |args| house.call("search_files", args);
    assert_eq!(paths(search(json!({"pattern": "main"})).await.unwrap()), ["kept.log:1", "src/a.rs:1"]);
    let below = search(json!({"pattern": "main", "path": "src", "ignore_case": true})).await.unwrap();
    assert_eq!(paths(below), ["src/a.rs:1", "src/a.rs:2"]);
    let all = search(json!({"pattern": "^main", "include_ignored": true, "glob": "*.rs"})).await.unwrap();
    assert_eq!(paths(all), ["src/b.rs:1", "target/main.rs:1"]);
    assert!(
        house.refusal("search_files", json!({"pattern": "("})).await.starts_with("arguments: the pattern")
    );
}

#[tokio::test]
async fn moving_and_deleting_lose_nothing_unasked() {
    let house = House::start().with(&[("a", "1"), ("b", "2"), ("full/x", "3")]);
    insta::assert_snapshot!(
        [
            house.refusal("move_file", json!({"from": "a", "to": "b"})).await,
            house.refusal("move_file", json!({"from": "none", "to": "c"})).await,
            house.refusal("move_file", json!({"from": ".", "to": "c"})).await,
            house.refusal("delete_file", json!({"path": "full"})).await,
            house.refusal("delete_file", json!({"path": "."})).await,
            house.refusal("delete_file", json!({"path": "none"})).await,
        ]
        .join("\n")
    );
    house.call("move_file", json!({"from": "a", "to": "new/a"})).await.unwrap();
    house.call("delete_file", json!({"path": "full", "recursive": true})).await.unwrap();
    let left = house.call("list_files", json!({"recursive": true})).await.unwrap();
    let left: Vec<_> = left["entries"].as_array().unwrap().iter().map(|one| one["path"].clone()).collect();
    assert_eq!(left, ["b", "new", "new/a"]);
}

#[tokio::test]
async fn a_file_is_told_of_without_being_read() {
    let house = House::start().with(&[("a", "123")]);
    std::os::unix::fs::symlink("a", house.workspace().join("link")).unwrap();
    let info = house.call("file_info", json!({"path": "a"})).await.unwrap();
    assert_eq!(
        (&info["kind"], &info["bytes"], &info["executable"]),
        (&json!("file"), &json!(3), &json!(false))
    );
    assert!(info["modified_unix_ms"].as_u64().unwrap() > 1_600_000_000_000);
    let exists = |path: &'static str| house.call("file_exists", json!({"path": path}));
    assert_eq!(exists("link").await.unwrap()["kind"], "link");
    assert_eq!(exists("none").await.unwrap()["exists"], false);
    assert_eq!(exists("a/below").await.unwrap()["exists"], false);
    assert_eq!(exists(".").await.unwrap()["kind"], "folder");
}

#[tokio::test]
async fn a_cancelled_walk_stops() {
    let house = House::start().with(&[("a", "1")]);
    let host = Quiet::default();
    host.0.cancel();
    let outcome = house.run("list_files", json!({"recursive": true}), &host).await;
    assert_eq!(outcome.result.unwrap_err().message, "the call was cancelled");
}
