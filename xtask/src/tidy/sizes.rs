//! How long files and functions may be.

use proc_macro2::{Delimiter, TokenTree};

use super::finding::Finding;
use super::house::{House, TextFile};
use super::tokens::{self, is_ident, is_punct, line, word};

/// No source file is longer.
const FILE_LIMIT: usize = 800;
/// A file longer than this probably holds two things.
const FILE_WARNING: usize = 300;
/// A function longer than this is hard to hold in mind; clippy refuses the longest (`clippy.toml`).
const FUNCTION_WARNING: usize = 60;

const SOURCES: &[&str] = &["css", "html", "js", "mjs", "py", "rs", "sh", "sql", "ts", "tsx"];

/// Written by a program for a program; nobody reads them from top to bottom.
const GENERATED: &[&str] = &["web/src/api/schema.d.ts"];

/// Files that nobody should have to scroll through.
pub(crate) fn too_long(house: &House) -> Vec<Finding> {
    sources(house)
        .filter(|file| lines(file) > FILE_LIMIT)
        .map(|file| {
            let message =
                format!("{} lines; the limit is {FILE_LIMIT}: split it by what it holds", lines(file));
            Finding::in_file(&file.path, message)
        })
        .collect()
}

/// Files and functions that are worth a second look.
pub(crate) fn rather_long(house: &House) -> Vec<Finding> {
    let files = sources(house).filter(|file| (FILE_WARNING + 1..=FILE_LIMIT).contains(&lines(file)));
    let files = files.map(|file| Finding::in_file(&file.path, format!("{} lines", lines(file))));
    let rust = house.files.iter().filter(|file| file.extension() == "rs");
    files.chain(rust.flat_map(long_functions)).collect()
}

fn sources(house: &House) -> impl Iterator<Item = &TextFile> {
    let written = house.files.iter().filter(|file| !GENERATED.contains(&file.path.as_str()));
    written.filter(|file| SOURCES.contains(&file.extension()))
}

fn lines(file: &TextFile) -> usize {
    file.text.lines().count()
}

fn long_functions(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for_each_function(&tokens::read(&file.text), &mut |name, first, last| {
        let length = last - first + 1;
        if length > FUNCTION_WARNING {
            let message = format!("function `{name}` has {length} lines; keep it under {FUNCTION_WARNING}");
            findings.push(Finding::at(&file.path, first, message));
        }
    });
    findings
}

/// Calls `see` with the name, the first and the last line of every function that has a body.
fn for_each_function(tokens: &[TokenTree], see: &mut impl FnMut(&str, usize, usize)) {
    let mut open: Option<(String, usize)> = None;
    for (at, token) in tokens.iter().enumerate() {
        if is_ident(token, "fn")
            && let Some(name) = tokens.get(at + 1).and_then(word)
        {
            open = Some((name, line(token)));
        } else if is_punct(token, ';') {
            open = None;
        } else if let TokenTree::Group(group) = token {
            if group.delimiter() == Delimiter::Brace
                && let Some((name, first)) = open.take()
            {
                see(&name, first, group.span_close().end().line);
            }
            for_each_function(&group.stream().into_iter().collect::<Vec<_>>(), see);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_lines(count: usize) -> String {
        "x\n".repeat(count)
    }

    #[test]
    fn long_files_are_refused_and_rather_long_ones_named() {
        for (count, errors, warnings) in [(300, 0, 0), (301, 0, 1), (800, 0, 1), (801, 1, 0)] {
            let text = of_lines(count);
            let house = House::of(&[("web/a.tsx", &text), ("docs/a.md", &text)]);
            assert_eq!(too_long(&house).len(), errors, "{count}");
            assert_eq!(rather_long(&house).len(), warnings, "{count}");
        }
    }

    #[test]
    fn long_functions_are_named_wherever_they_are() {
        let body = "x();\n".repeat(60);
        let text = format!(
            "trait T {{ fn none(); }}\nimpl T for S {{\nfn long(&self) -> u8 where S: X {{\n{body}}}\nfn short() {{}}\n}}"
        );
        let house = House::of(&[("crates/x/src/a.rs", &text)]);
        let findings: Vec<String> = rather_long(&house).iter().map(ToString::to_string).collect();
        assert_eq!(findings, ["crates/x/src/a.rs:3: function `long` has 62 lines; keep it under 60"]);
    }
}
