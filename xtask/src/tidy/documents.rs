//! The documents agree with each other: links lead somewhere, what comes has its place.

use std::collections::BTreeSet;

use super::finding::Finding;
use super::house::{House, TextFile};

const CHANGELOG: &str = "CHANGELOG.md";

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let mut findings: Vec<Finding> = changelog(house).into_iter().collect();
    let pages = house.files.iter().filter(|file| file.extension() == "md");
    findings.extend(pages.flat_map(|page| links(house, page)));
    findings
}

fn changelog(house: &House) -> Option<Finding> {
    let text = house.file(CHANGELOG).map_or("", |file| file.text.as_str());
    let has_heading = text.lines().any(|line| line.trim_end() == "## [Unreleased]");
    (!has_heading).then(|| Finding::in_file(CHANGELOG, "must have a section `## [Unreleased]`"))
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
                if !house.has_other(&path) && house.below(&format!("{path}/")).next().is_none() {
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
