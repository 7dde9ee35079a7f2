//! Entries of the MCP registry: the ways they offer, what is asked, and what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;

use pegboard_model::servers::{RegistryEntry, RegistryWay};
use serde_json::{Value, json};

fn told(text: &str) -> String {
    let entry = RegistryEntry::parse(text, "server.json").unwrap_or_else(|errors| panic!("{errors}"));
    let mut told = format!("{} {}: {}\n", entry.name, entry.version, entry.description);
    for choice in &entry.choices {
        writeln!(told, "\n== {}", choice.label).unwrap();
        match &choice.way {
            RegistryWay::Bundle { url, sha256 } => writeln!(told, "import {url}\n{sha256}").unwrap(),
            RegistryWay::Server(server) => {
                writeln!(told, "{} ({}): {:?}", server.id(), server.title, server.server.transport).unwrap();
                server.questions.iter().for_each(|question| writeln!(told, "{question:?}").unwrap());
                server.notes.iter().for_each(|note| writeln!(told, "note {note}").unwrap());
            }
        }
    }
    for left_out in &entry.left_out {
        writeln!(told, "\nleft out {left_out}").unwrap();
    }
    told
}

fn refused(entry: &Value) -> String {
    let text = entry.to_string();
    RegistryEntry::parse(&text, "server.json").expect_err("the entry is wrong").to_string()
}

#[test]
fn every_way_of_an_entry_is_offered() {
    insta::assert_snapshot!(told(include_str!("../configs/registry-weather.json")));
}

#[test]
fn older_entries_are_read() {
    insta::assert_snapshot!(told(include_str!("../configs/registry-older.json")));
}

#[test]
fn an_entry_without_a_usable_way_says_why_for_each() {
    let package =
        |kind: &str, version: &str| json!({"registryType": kind, "identifier": "a", "version": version});
    let packages = json!([
        package("npm", "latest"),
        package("pypi", ">=1"),
        package("npm", "1.x"),
        package("cargo", "1.0.0")
    ]);
    let message = refused(&json!({"name": "a.b/c", "packages": packages}));
    insta::assert_snapshot!(message);
}

#[test]
fn what_would_start_something_else_is_refused() {
    for identifier in ["--privileged", "a b", "../x", "a;b", "$(id)", "${HOME}", ""] {
        for kind in ["npm", "pypi", "oci", "nuget"] {
            let packages = json!([{"registryType": kind, "identifier": identifier, "version": "1.0.0"}]);
            refused(&json!({"name": "a.b/c", "packages": packages}));
        }
    }
}

#[test]
fn an_entry_cannot_read_variables_that_nobody_was_asked_for() {
    let remote = |url: &str| json!({"name": "a.b/c", "remotes": [{"type": "sse", "url": url}]});
    let header = json!({"name": "X", "value": "${AWS_SECRET_ACCESS_KEY}"});
    let message = [
        refused(&remote("https://x.example/${AWS_SECRET_ACCESS_KEY}")),
        refused(
            &json!({"name": "a.b/c", "remotes": [{"type": "sse", "url": "https://x", "headers": [header]}]}),
        ),
        refused(&json!({"name": "no-slash", "remotes": []})),
        refused(&json!({"name": "a.b/c"})),
        refused(&remote("ftp://x")),
    ];
    insta::assert_snapshot!(message.join("\n"));
}
