//! What every manifest must say: lints, licence, exact versions.

use toml::{Table, Value};

use super::finding::Finding;
use super::house::{House, TextFile};

const LICENCE: &str = "Apache-2.0";
const SECTIONS: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let mut findings = licence(house);
    findings.extend(unused(house));
    for file in &house.files {
        match file.name() {
            "Cargo.toml" if is_member(&file.path) => findings.extend(member(file)),
            "package.json" => findings.extend(node_package(house, file)),
            name if name.ends_with("requirements.txt") => findings.extend(requirements(file)),
            _ => {}
        }
    }
    findings
}

/// Dependencies that the workspace names and no crate takes.
fn unused(house: &House) -> Vec<Finding> {
    let workspace = house.file("Cargo.toml").map_or("", |file| file.text.as_str());
    let named = value(workspace, &["workspace", "dependencies"]);
    let members: Vec<Table> = house
        .files
        .iter()
        .filter(|file| file.name() == "Cargo.toml" && is_member(&file.path))
        .filter_map(|file| file.text.parse().ok())
        .collect();
    let takes = |table: &Table, name: &str| {
        SECTIONS
            .iter()
            .any(|section| table.get(*section).is_some_and(|dependencies| dependencies.get(name).is_some()))
    };
    let is_ours = |source: &Value| source.get("path").is_some();
    named
        .as_ref()
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
        .filter(|(name, source)| !is_ours(source) && !members.iter().any(|table| takes(table, name)))
        .map(|(name, _)| {
            Finding::in_file("Cargo.toml", format!("no crate takes `{name}` from the workspace: remove it"))
        })
        .collect()
}

/// Fuzz targets are workspaces of their own.
fn is_member(path: &str) -> bool {
    (path.starts_with("crates/") || path.starts_with("xtask/")) && !path.contains("/fuzz/")
}

fn licence(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    let text = house.file("LICENSE").map_or("", |file| file.text.as_str());
    if !(text.contains("Apache License") && text.contains("Version 2.0")) {
        findings.push(Finding::in_file("LICENSE", "must hold the text of the Apache License 2.0"));
    }
    for (path, key) in [
        ("Cargo.toml", &["workspace", "package", "license"][..]),
        ("sdk/python/pyproject.toml", &["project", "license"][..]),
    ] {
        let Some(file) = house.file(path) else {
            continue;
        };
        if value(&file.text, key).as_ref().and_then(Value::as_str) != Some(LICENCE) {
            findings.push(Finding::in_file(path, format!("must say `{} = \"{LICENCE}\"`", key.join("."))));
        }
    }
    findings
}

/// The value at the end of a way of keys.
fn value(manifest: &str, keys: &[&str]) -> Option<Value> {
    let table = manifest.parse::<Table>().ok()?;
    keys.iter().try_fold(Value::Table(table), |value, key| value.get(key).cloned())
}

fn member(manifest: &TextFile) -> Vec<Finding> {
    let is_true = |keys: &[&str]| value(&manifest.text, keys).and_then(|value| value.as_bool()) == Some(true);
    let mut findings = Vec::new();
    if !is_true(&["lints", "workspace"]) {
        findings.push(Finding::in_file(
            &manifest.path,
            "must take the workspace's lints: `[lints] workspace = true`",
        ));
    }
    if !is_true(&["package", "license", "workspace"]) {
        findings.push(Finding::in_file(&manifest.path, "must say `license.workspace = true`"));
    }
    for section in SECTIONS {
        let dependencies = value(&manifest.text, &[section]);
        for (name, source) in dependencies.as_ref().and_then(Value::as_table).into_iter().flatten() {
            if source.get("workspace").and_then(Value::as_bool) != Some(true) {
                let message =
                    format!("`{name}` must take its version from the workspace: `{name}.workspace = true`");
                findings.push(Finding::in_file(&manifest.path, message));
            }
        }
    }
    findings
}

/// What is installed for tests is the same on every machine and every day.
fn requirements(file: &TextFile) -> Vec<Finding> {
    let lines = file.text.lines().enumerate();
    lines
        .filter_map(|(index, line)| {
            let line = line.split(" #").next().unwrap_or(line).trim();
            let is_exact = line.contains("==")
                || line.is_empty()
                || line.starts_with(['#', '-'])
                || line.starts_with('.');
            (!is_exact).then(|| {
                Finding::at(&file.path, index + 1, format!("`{line}` must name an exact version: `==`"))
            })
        })
        .collect()
}

fn node_package(house: &House, file: &TextFile) -> Option<Finding> {
    let folder = file.path.strip_suffix("package.json").unwrap_or_default();
    let has_dependencies = file.text.contains("ependencies\"");
    let is_locked = house.file(&format!("{folder}package-lock.json")).is_some();
    (has_dependencies && !is_locked)
        .then(|| Finding::in_file(&file.path, "needs a package-lock.json beside it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBER: &str = "[package]\nlicense.workspace = true\n[lints]\nworkspace = true\n";

    fn found(path: &str, text: &str) -> Vec<String> {
        let house = House::of(&[("LICENSE", "Apache License\nVersion 2.0"), (path, text)]);
        check(&house).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn members_take_lints_licence_and_versions_from_the_workspace() {
        assert!(
            found("crates/x/Cargo.toml", &format!("{MEMBER}[dependencies]\na.workspace = true")).is_empty()
        );
        for bad in [
            "[package]\nlicense.workspace = true",
            "[lints]\nworkspace = true",
            &format!("{MEMBER}[dependencies]\na = '1'"),
            &format!("{MEMBER}[dev-dependencies]\na = {{ path = '../a' }}"),
        ] {
            assert_eq!(found("crates/x/Cargo.toml", bad).len(), 1, "{bad}");
        }
    }

    #[test]
    fn the_licence_is_there_and_named() {
        assert_eq!(check(&House::of(&[])).len(), 1);
        assert_eq!(found("Cargo.toml", "[workspace.package]\nlicense = 'MIT'").len(), 1);
        assert!(found("sdk/python/pyproject.toml", "[project]\nlicense = 'Apache-2.0'").is_empty());
    }

    #[test]
    fn what_no_crate_takes_is_named() {
        let member = format!("{MEMBER}[dev-dependencies]\na.workspace = true");
        let house = House::of(&[
            ("Cargo.toml", "[workspace.dependencies]\na = '1'\nb = '1'\nours = { path = 'crates/ours' }"),
            ("crates/x/Cargo.toml", &member),
        ]);
        let findings: Vec<String> = unused(&house).iter().map(ToString::to_string).collect();
        assert_eq!(findings, ["Cargo.toml: no crate takes `b` from the workspace: remove it"]);
    }

    #[test]
    fn versions_are_exact() {
        assert!(
            found("sdk/python/dev-requirements.txt", "# tools\npytest==8.1.0 # why\n\n-r other.txt\n")
                .is_empty()
        );
        assert_eq!(found("sdk/python/dev-requirements.txt", "pytest>=8\nmypy\n").len(), 2);
        assert_eq!(found("web/package.json", r#"{"devDependencies": {"vite": "1.0.0"}}"#).len(), 1);
    }
}
