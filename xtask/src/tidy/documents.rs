//! The documents agree with the house: links lead somewhere, every dependency has its reason.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::finding::Finding;
use super::house::{House, TextFile};

const ARCHITECTURE: &str = "docs/ARCHITECTURE.md";
const CHANGELOG: &str = "CHANGELOG.md";
/// The heading over the table of dependencies.
const DEPENDENCIES: &str = "## Dependencies";

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let mut findings = dependency_table(house);
    findings.extend(changelog(house));
    let pages = house.files.iter().filter(|file| file.extension() == "md");
    findings.extend(pages.flat_map(|page| links(house, page)));
    findings
}

fn changelog(house: &House) -> Option<Finding> {
    let text = house.file(CHANGELOG).map_or("", |file| file.text.as_str());
    let has_heading = text.lines().any(|line| line.trim_end() == "## [Unreleased]");
    (!has_heading).then(|| Finding::in_file(CHANGELOG, "must have a section `## [Unreleased]`"))
}

/// Every third-party crate of the workspace has a row `| name | purpose | reason |`, and no row is stale.
fn dependency_table(house: &House) -> Vec<Finding> {
    let manifest = house.file("Cargo.toml").and_then(|file| file.text.parse::<Table>().ok());
    let dependencies =
        manifest.as_ref().and_then(|table| table.get("workspace")?.get("dependencies")?.as_table());
    let text = house.file(ARCHITECTURE).map_or("", |file| file.text.as_str());
    let third_party: BTreeSet<&str> = dependencies
        .into_iter()
        .flatten()
        .filter(|(_, source)| source.get("path").is_none_or(|path: &Value| !path.is_str()))
        .map(|(name, _)| name.as_str())
        .collect();
    let rows = table_rows(text);
    let explained: BTreeSet<&str> = rows.iter().filter(|row| row.is_complete).map(|row| row.name).collect();
    let missing = third_party.difference(&explained).map(|name| {
        Finding::in_file(
            ARCHITECTURE,
            format!("`{name}` needs a row with purpose and reason under \"{DEPENDENCIES}\""),
        )
    });
    let stale = rows.iter().filter(|row| !third_party.contains(row.name)).map(|row| {
        Finding::at(ARCHITECTURE, row.line, format!("`{}` is no dependency of the workspace", row.name))
    });
    missing.chain(stale).collect()
}

struct Row<'a> {
    name: &'a str,
    is_complete: bool,
    line: usize,
}

/// The rows below the heading, up to the next heading of its kind.
fn table_rows(text: &str) -> Vec<Row<'_>> {
    let below = text.lines().enumerate().skip_while(|(_, line)| line.trim_end() != DEPENDENCIES).skip(1);
    let section = below.take_while(|(_, line)| !line.starts_with("## "));
    section
        .filter_map(|(index, line)| {
            let mut cells = line.strip_prefix('|')?.trim_end().strip_suffix('|')?.split('|').map(str::trim);
            let name = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
            let rest: Vec<&str> = cells.collect();
            let is_complete = rest.len() == 2 && rest.iter().all(|cell| !cell.is_empty());
            Some(Row { name, is_complete, line: index + 1 })
        })
        .collect()
}

/// Links from page to page, and to the headings in them.
fn links(house: &House, page: &TextFile) -> Vec<Finding> {
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut findings = Vec::new();
    for (index, line) in prose(&page.text) {
        for target in link_targets(line) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { page.path.clone() } else { joined(folder, path) };
            let Some(there) = house.file(&path) else {
                if house.below(&format!("{path}/")).next().is_none() {
                    findings.push(Finding::at(
                        &page.path,
                        index,
                        format!("the link `{target}` leads nowhere"),
                    ));
                }
                continue;
            };
            if !heading.is_empty() && !headings(&there.text).contains(heading) {
                findings.push(Finding::at(
                    &page.path,
                    index,
                    format!("`{path}` has no heading `#{heading}`"),
                ));
            }
        }
    }
    findings
}

/// The lines outside code blocks, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((index + 1, line))
    })
}

fn link_targets(line: &str) -> Vec<&str> {
    let outside_code = line.split('`').step_by(2);
    // A link's text may itself be code, so the target is looked for in every part outside it.
    outside_code
        .flat_map(|part| {
            let starts = part.match_indices("](").map(|(at, bracket)| at + bracket.len());
            starts.filter_map(move |at| part.get(at..)?.split_once(')').map(|(target, _)| target))
        })
        .collect()
}

/// `path` seen from `folder`, without `.` and `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The anchors that a page's headings get where it is shown.
fn headings(text: &str) -> BTreeSet<String> {
    prose(text)
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_dependency_has_a_complete_row_and_every_row_a_dependency() {
        let manifest = "[workspace.dependencies]\nours = { path = 'crates/ours' }\na = '1'\nb = { version = '1' }\nc = '1'";
        let table = "| `x` | not | ours |\n## Dependencies\n| crate | purpose | reason |\n|---|---|---|\n\
                     | `a` | x | y |\n| `b` | x |  |\n| `old` | x | y |\n## Next\n| `c` | x | y |";
        let house = House::of(&[("Cargo.toml", manifest), (ARCHITECTURE, table)]);
        assert_eq!(
            messages(&dependency_table(&house)),
            [
                "docs/ARCHITECTURE.md: `b` needs a row with purpose and reason under \"## Dependencies\"",
                "docs/ARCHITECTURE.md: `c` needs a row with purpose and reason under \"## Dependencies\"",
                "docs/ARCHITECTURE.md:7: `old` is no dependency of the workspace",
            ]
        );
    }

    #[test]
    fn links_lead_somewhere() {
        let page = "[a](GUIDE.md) [`b`](../README.md#the-two-commands) [c](https://example.org/x) [d](#here)\n\
                    ## Here\n```\n[code](no.md)\n```\n`[code](no.md)` [folder](../crates/x)";
        let files = [
            ("README.md", "# The `two` commands!"),
            ("docs/GUIDE.md", ""),
            ("crates/x/Cargo.toml", ""),
            ("docs/A.md", page),
        ];
        let house = House::of(&files);
        let of = |path: &str| house.file(path).map(|page| messages(&links(&house, page))).unwrap_or_default();
        assert!(of("docs/A.md").is_empty(), "{:?}", of("docs/A.md"));

        let house = House::of(&[("docs/A.md", "[x](B.md)\n[y](#none) [z](../A.md)")]);
        let of = |path: &str| house.file(path).map(|page| messages(&links(&house, page))).unwrap_or_default();
        assert_eq!(of("docs/A.md").len(), 3);
    }

    #[test]
    fn the_changelog_has_a_place_for_what_comes() {
        assert!(changelog(&House::of(&[(CHANGELOG, "# Changelog\n\n## [Unreleased]\n")])).is_none());
        assert!(changelog(&House::of(&[(CHANGELOG, "# Changelog\n\n## [1.0.0]\n")])).is_some());
        assert!(changelog(&House::of(&[])).is_some());
    }
}
