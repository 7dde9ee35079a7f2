//! File zones: which of them decides, and that no spelling of a path gets around one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_model::approval::Approval;
use pegboard_model::zones::{FileEffect, WorkspacePath, Zones};
use proptest::prelude::*;

const ZONES: &str = r#"[
    {"path": "docs", "mode": "rw", "approval": {"write": "preApproved", "delete": "ask"}},
    {"path": "docs/published", "mode": "ro"},
    {"path": "docs/published/drafts/", "mode": "rw", "approval": {"write": "ask", "delete": "blocked"}},
    {"path": "./notes.md", "mode": "rw"}
]"#;

fn zones() -> Zones {
    serde_json::from_str(ZONES).unwrap()
}

#[test]
fn the_zone_with_the_longest_path_decides() {
    let zones = zones();
    let mut said = Vec::new();
    for path in [
        "docs",
        "docs/a",
        "docs/published/a",
        "docs/published/drafts/a",
        "notes.md",
        "notes.md2",
        "Docs/a",
        "docsx",
        "src",
        ".",
    ] {
        for effect in [FileEffect::Read, FileEffect::Write, FileEffect::Delete] {
            said.push(format!("{effect} {path}: {}", zones.judge(effect, &path.parse().unwrap())));
        }
    }
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn without_zones_everything_runs() {
    let path: WorkspacePath = "any/thing".parse().unwrap();
    for effect in [FileEffect::Read, FileEffect::Write, FileEffect::Delete] {
        assert_eq!(Zones::default().judge(effect, &path).decision, Approval::PreApproved);
    }
}

#[test]
fn what_is_no_zone_and_no_path_is_refused() {
    let refused = |zones: &str| serde_json::from_str::<Zones>(zones).unwrap_err().to_string();
    let path = |path: &str| path.parse::<WorkspacePath>().unwrap_err().to_string();
    let told = [
        refused(r#"[{"path": "a", "mode": "ro"}, {"path": "./a/", "mode": "rw"}]"#),
        refused(r#"[{"path": "../a", "mode": "ro"}]"#),
        refused(r#"[{"path": "a", "mode": "r"}]"#),
        refused(r#"[{"path": "a", "mode": "rw", "approval": {"read": "ask"}}]"#),
        path(""),
        path("/etc/passwd"),
        path("a/../b"),
        path("a\0b"),
        path(&"a/".repeat(200)),
        path(&"a".repeat(300)),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

proptest! {
    #[test]
    fn no_spelling_of_a_path_changes_what_is_said(names in proptest::collection::vec("[a-z]{1,3}|docs|published|drafts", 1..5), dots in any::<u8>()) {
        let plain: WorkspacePath = names.join("/").parse().unwrap();
        let joint = ["/", "//", "/./", "/.//"][usize::from(dots % 4)];
        let odd: WorkspacePath = format!("./{}/", names.join(joint)).parse().unwrap();
        prop_assert_eq!(&plain, &odd);
        for effect in [FileEffect::Read, FileEffect::Write, FileEffect::Delete] {
            prop_assert_eq!(zones().judge(effect, &plain), zones().judge(effect, &odd));
        }
    }

    #[test]
    fn no_text_is_a_path_outside(text in any::<String>()) {
        if let Ok(path) = text.parse::<WorkspacePath>() {
            prop_assert!(path.names().all(|name| !name.is_empty() && name != "." && name != ".." && !name.contains('/')));
            prop_assert_eq!(path.to_string().parse::<WorkspacePath>().unwrap(), path);
        }
    }
}
