//! The house's import rules, held against manifests and sources.

use toml::Table;

use super::cycles;
use super::finding::Finding;
use super::house::{House, TextFile};
use super::paths;
use super::rules::{CRATES, Crate, ONLY_IN_TESTS, RULES, Rule};
use super::tokens;

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let mut findings = cycles::own_globs(house);
    for of in CRATES {
        if let Some(manifest) = house.file(&format!("{}Cargo.toml", of.folder)) {
            findings.extend(manifest_findings(of, manifest));
        }
    }
    let rust = house.files.iter().filter(|file| file.extension() == "rs");
    findings.extend(rust.flat_map(source_findings));
    findings.extend(unknown_crates(house));
    findings
}

/// A crate without a row in the table could import anything.
fn unknown_crates(house: &House) -> Vec<Finding> {
    let manifests = house.below("crates/").filter(|file| {
        file.path
            .strip_prefix("crates/")
            .and_then(|path| path.split_once('/'))
            .is_some_and(|(_, rest)| rest == "Cargo.toml")
    });
    manifests
        .filter(|file| !CRATES.iter().any(|of| file.path == format!("{}Cargo.toml", of.folder)))
        .map(|file| Finding::in_file(&file.path, "this crate has no row in xtask/src/tidy/rules.rs"))
        .collect()
}

fn manifest_findings(of: &Crate, manifest: &TextFile) -> Vec<Finding> {
    let Ok(table) = manifest.text.parse::<Table>() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (section, purpose) in [
        ("dependencies", Purpose::Product),
        ("build-dependencies", Purpose::Product),
        ("dev-dependencies", Purpose::Tests),
    ] {
        let names = table.get(section).and_then(toml::Value::as_table).into_iter().flat_map(Table::keys);
        for name in names {
            let broken = broken_by_dependency(of, name, purpose);
            findings.extend(broken.map(|reason| {
                let message = format!("`{name}` must not be in [{section}]: {reason}");
                Finding::at(&manifest.path, line_of(&manifest.text, name), message)
            }));
        }
    }
    findings
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Product,
    Tests,
}

/// Why `of` may not depend on `name`.
fn broken_by_dependency(of: &Crate, name: &str, purpose: Purpose) -> Option<&'static str> {
    let is_test_crate = ["crates/testkit/", "xtask/"].contains(&of.folder);
    if name == "pegboard" || name.starts_with("pegboard-") {
        let allowed =
            of.imports.contains(&name) || (purpose == Purpose::Tests && of.in_tests.contains(&name));
        return (!allowed).then_some(of.reason);
    }
    if purpose == Purpose::Tests {
        return None;
    }
    if ONLY_IN_TESTS.contains(&name) && !is_test_crate {
        return Some("it is for tests and benches alone");
    }
    let subject = name.replace('-', "_");
    let rule = RULES.iter().find(|rule| rule.subject == subject)?;
    let allowed = rule.allowed.iter().any(|path| path.starts_with(of.folder));
    (!allowed).then_some(rule.reason)
}

fn source_findings(file: &TextFile) -> Vec<Finding> {
    let rules: Vec<&Rule> = RULES
        .iter()
        .filter(|rule| !rule.allowed.iter().any(|path| file.path.starts_with(path)))
        .filter(|rule| may_be_named_in_source(rule, file))
        .collect();
    let named = paths::read(&tokens::without_tests(&tokens::read(&file.text)));
    let imports = named.imports.iter().map(|import| (&import.segments, import.line));
    let in_place = named.in_place.iter().map(|path| (&path.segments, path.line));
    let mut findings = Vec::new();
    for (segments, line) in imports.chain(in_place) {
        let path = segments.join("::");
        let path = path.trim_start_matches(':');
        for rule in &rules {
            let rest = path.strip_prefix(rule.subject);
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::")) {
                let message = format!("`{path}` must not be named here: {}", rule.reason);
                findings.push(Finding::at(&file.path, line, message));
            }
        }
    }
    findings
}

/// Where the manifest already forbids a crate, a word like it in the source is a module of the same name.
fn may_be_named_in_source(rule: &Rule, file: &TextFile) -> bool {
    let of = CRATES.iter().find(|of| file.path.starts_with(of.folder));
    rule.subject.contains("::")
        || of.is_some_and(|of| rule.allowed.iter().any(|path| path.starts_with(of.folder)))
}

/// Where a key stands in a manifest; the parser keeps no lines.
fn line_of(manifest: &str, key: &str) -> usize {
    let is_key = |line: &str| {
        line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['.', '=']))
    };
    manifest.lines().position(is_key).map_or(0, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        check(&House::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn crates_import_only_what_the_table_says() {
        for (path, manifest) in [
            ("crates/model/Cargo.toml", "[dependencies]\npegboard-cas.workspace = true"),
            ("crates/engine/Cargo.toml", "[dependencies]\npegboard-providers = { path = '../providers' }"),
            ("crates/engine/Cargo.toml", "[dev-dependencies]\npegboard-providers.workspace = true"),
            ("crates/engine/Cargo.toml", "[dependencies]\npegboard-testkit.workspace = true"),
            ("crates/providers/Cargo.toml", "[dependencies]\nrmcp = '1'"),
            ("crates/engine/Cargo.toml", "[dependencies]\naxum = '1'"),
            ("crates/engine/Cargo.toml", "[dependencies]\nsqlx = '1'"),
            ("crates/cas/Cargo.toml", "[dependencies]\ntokio = '1'"),
            ("crates/cas/Cargo.toml", "[dependencies]\nproptest = '1'"),
            ("crates/testkit/Cargo.toml", "[dependencies]\npegboard-engine.workspace = true"),
            ("crates/new/Cargo.toml", "[package]"),
        ] {
            assert_eq!(found(&[(path, manifest)]).len(), 1, "{path}: {manifest}");
        }
        let fine = "[dependencies]\npegboard-model.workspace = true\nsea-orm.workspace = true\n\
                    [dev-dependencies]\npegboard-testkit.workspace = true\nproptest = '1'";
        assert!(found(&[("crates/engine/Cargo.toml", fine)]).is_empty());
    }

    #[test]
    fn a_manifest_finding_names_its_line() {
        let findings = found(&[("crates/model/Cargo.toml", "[dependencies]\nserde = '1'\nrayon = '1'")]);
        assert!(
            findings.iter().all(|finding| finding.starts_with("crates/model/Cargo.toml:3: ")),
            "{findings:?}"
        );
    }

    #[test]
    fn sources_name_only_what_their_place_may() {
        for (path, source) in [
            ("crates/engine/src/calls.rs", "use sea_orm::EntityTrait;"),
            ("crates/engine/src/calls.rs", "fn f() { sea_orm::x() }"),
            ("crates/engine/src/calls.rs", "use {serde::A, ::sea_orm as orm};"),
            ("crates/model/src/lib.rs", "use std::{fmt, fs::{self, File}};"),
            ("crates/model/src/lib.rs", "fn f() { let _ = std::fs::read(\"x\"); }"),
            ("crates/cas/src/lib.rs", "use std::process::{self, Command};"),
        ] {
            assert!(!found(&[(path, source)]).is_empty(), "{path}: {source}");
        }
        for (path, source) in [
            ("crates/engine/src/store/calls.rs", "use sea_orm::EntityTrait;"),
            ("crates/engine/src/calls.rs", "// use sea_orm::EntityTrait;\nconst X: &str = \"sea_orm::x\";"),
            ("crates/model/src/lib.rs", "use std::fmt; #[cfg(test)] mod tests { use std::fs; }"),
            ("crates/providers/src/lib.rs", "mod zip; use zip::Entry;"),
        ] {
            assert!(found(&[(path, source)]).is_empty(), "{path}: {source}");
        }
    }
}
