//! Every dependency has a row with its purpose and its reason, and no row is stale.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::finding::Finding;
use super::house::House;

const ARCHITECTURE: &str = "docs/ARCHITECTURE.md";
/// The headings over the tables.
const OF_THE_PROGRAM: &str = "## Dependencies";
const OF_THE_PAGE: &str = "## Dependencies of the page";
const OF_THE_NODE_RUNNER: &str = "## Dependencies of the Node runner";

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let text = house.file(ARCHITECTURE).map_or("", |file| file.text.as_str());
    let mut findings = table(text, OF_THE_PROGRAM, &crates(house));
    let page = packages(house, &["web/package.json", "web/api-types/package.json"]);
    findings.extend(table(text, OF_THE_PAGE, &page));
    findings.extend(table(text, OF_THE_NODE_RUNNER, &packages(house, &["sdk/node/package.json"])));
    findings
}

/// Third-party crates of the workspace.
fn crates(house: &House) -> BTreeSet<String> {
    let manifest = house.file("Cargo.toml").and_then(|file| file.text.parse::<Table>().ok());
    let dependencies =
        manifest.as_ref().and_then(|table| table.get("workspace")?.get("dependencies")?.as_table());
    dependencies
        .into_iter()
        .flatten()
        .filter(|(_, source)| source.get("path").is_none_or(|path: &Value| !path.is_str()))
        .map(|(name, _)| name.clone())
        .collect()
}

/// What these manifests name, of whichever kind.
fn packages(house: &House, manifests: &[&str]) -> BTreeSet<String> {
    let read = |path| serde_json::from_str::<serde_json::Value>(&house.file(path)?.text).ok();
    let mut names = BTreeSet::new();
    for manifest in manifests.iter().copied().filter_map(read) {
        for section in ["dependencies", "devDependencies"] {
            let dependencies = manifest.get(section).and_then(serde_json::Value::as_object);
            names.extend(dependencies.into_iter().flatten().map(|(name, _)| name.clone()));
        }
    }
    names
}

fn table(text: &str, heading: &str, wanted: &BTreeSet<String>) -> Vec<Finding> {
    let rows = rows(text, heading);
    let explained: BTreeSet<&str> = rows.iter().filter(|row| row.is_complete).map(|row| row.name).collect();
    let missing = wanted.iter().filter(|name| !explained.contains(name.as_str())).map(|name| {
        let message = format!("`{name}` needs a row with purpose and reason under \"{heading}\"");
        Finding::in_file(ARCHITECTURE, message)
    });
    let stale = rows.iter().filter(|row| !wanted.contains(row.name)).map(|row| {
        Finding::at(ARCHITECTURE, row.line, format!("nothing depends on `{}` any more", row.name))
    });
    missing.chain(stale).collect()
}

struct Row<'a> {
    name: &'a str,
    is_complete: bool,
    line: usize,
}

/// The rows `| name | purpose | reason |` below the heading, up to the next heading of its kind.
fn rows<'a>(text: &'a str, heading: &str) -> Vec<Row<'a>> {
    let below = text.lines().enumerate().skip_while(|(_, line)| line.trim_end() != heading).skip(1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dependency_has_a_complete_row_and_every_row_a_dependency() {
        let manifest = "[workspace.dependencies]\nours = { path = 'crates/ours' }\na = '1'\nb = { version = '1' }\nc = '1'";
        let page = r#"{"dependencies": {"react": "1"}, "devDependencies": {"vite": "1"}}"#;
        let text = "| `x` | not | ours |\n## Dependencies\n| crate | purpose | reason |\n|---|---|---|\n\
                    | `a` | x | y |\n| `b` | x |  |\n| `old` | x | y |\n## Dependencies of the page\n\
                    | `react` | x | y |\n## Next\n| `c` | x | y |";
        let files = [("Cargo.toml", manifest), ("web/package.json", page), (ARCHITECTURE, text)];
        let found: Vec<String> = check(&House::of(&files)).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "docs/ARCHITECTURE.md: `b` needs a row with purpose and reason under \"## Dependencies\"",
                "docs/ARCHITECTURE.md: `c` needs a row with purpose and reason under \"## Dependencies\"",
                "docs/ARCHITECTURE.md:7: nothing depends on `old` any more",
                "docs/ARCHITECTURE.md: `vite` needs a row with purpose and reason under \
                 \"## Dependencies of the page\"",
            ]
        );
    }
}
