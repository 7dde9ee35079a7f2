//! Words that must not be in the repository: one machine's paths, registries' hosts.

use super::finding::Finding;
use super::house::{House, TextFile};

/// Written in pieces, so that this file does not break its own rule.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("/", "work/"), "a path of one machine"),
    (concat!("/", "root/"), "a path of one machine"),
    (
        concat!("crates", ".io"),
        "a registry's host: the package manager's configuration decides where packages come from",
    ),
    (
        concat!("pypi", ".org"),
        "a registry's host: the package manager's configuration decides where packages come from",
    ),
    (
        concat!("pythonhosted", ".org"),
        "a registry's host: the package manager's configuration decides where packages come from",
    ),
    (
        concat!("registry.npmjs", ".org"),
        "a registry's host: the package manager's configuration decides where packages come from",
    ),
];

/// Files that a package manager writes, hosts included.
const WRITTEN_BY_MACHINES: &[&str] = &["Cargo.lock", "package-lock.json", "uv.lock"];

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let written_by_people = house.files.iter().filter(|file| !WRITTEN_BY_MACHINES.contains(&file.name()));
    written_by_people.flat_map(findings_in).collect()
}

fn findings_in(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for (text, what) in FORBIDDEN {
            if names(line, text) {
                findings.push(Finding::at(&file.path, index + 1, format!("`{text}` is {what}")));
            }
        }
    }
    findings
}

/// Whether `line` has `text` as a whole: an absolute path does not begin inside another one.
fn names(line: &str, text: &str) -> bool {
    line.match_indices(text).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c.is_alphanumeric() || "_-./}~".contains(c)) || !text.starts_with('/')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_paths_and_hosts_are_found() {
        let bad = [
            concat!("cd /", "work/main"),
            concat!("\"/", "root/.cargo\""),
            concat!("https://pypi", ".org/simple"),
            concat!("index.crates", ".io"),
        ];
        for line in bad {
            assert_eq!(check(&House::of(&[("scripts/a.sh", line)])).len(), 1, "{line}");
        }
        for line in ["/workspace/a", "target/work/x", "$home/root/x", "./root/x", "the root/leaf"] {
            assert!(check(&House::of(&[("scripts/a.sh", line)])).is_empty(), "{line}");
        }
        let lock = concat!("registry+https://github.com/rust-lang/crates", ".io-index");
        assert!(check(&House::of(&[("Cargo.lock", lock)])).is_empty());
    }
}
