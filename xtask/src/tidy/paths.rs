//! The paths that Rust code names: in `use` declarations, and in place (`crate::a::f()`).

use proc_macro2::{Delimiter, TokenTree};

use super::tokens::{is_ident, is_punct, line, word};

/// What one path of a `use` declaration brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    /// `crate`, `self`, `super`, a module's or a crate's name first; an empty segment where the path begins with `::`.
    pub(crate) segments: Vec<String>,
    /// The name it has here; nothing for `as _` and for globs.
    pub(crate) name: Option<String>,
    pub(crate) reach: Reach,
    pub(crate) visibility: Visibility,
    pub(crate) line: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    One,
    Glob,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    Private,
    /// `pub`, also with a restriction: a re-export.
    Public,
}

/// A path named where it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InPlace {
    /// At least two.
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Paths {
    pub(crate) imports: Vec<Import>,
    pub(crate) in_place: Vec<InPlace>,
}

/// Collects the paths at every depth of `tokens`.
pub(crate) fn read(tokens: &[TokenTree]) -> Paths {
    let mut paths = Paths::default();
    collect(tokens, &mut paths);
    paths
}

fn collect(tokens: &[TokenTree], paths: &mut Paths) {
    let mut at = 0;
    let mut visibility = Visibility::Private;
    while let Some(token) = tokens.get(at) {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        if is_ident(token, "pub") {
            visibility = Visibility::Public;
            // What a restriction names (`pub(in crate::a)`) is no import.
            at += if rest.first().is_some_and(is_parenthesis) { 2 } else { 1 };
            continue;
        }
        if is_ident(token, "use") && !is_bound_list(rest) {
            let end = rest.iter().position(|token| is_punct(token, ';')).unwrap_or(rest.len());
            let tree = rest.get(..end).unwrap_or_default();
            import_tree(&Vec::new(), tree, visibility, &mut paths.imports);
            at += end + 2;
        } else if let TokenTree::Group(group) = token {
            collect(&group.stream().into_iter().collect::<Vec<_>>(), paths);
            at += 1;
        } else if let TokenTree::Literal(literal) = token {
            paths.in_place.extend(in_literal(&literal.to_string(), line(token)));
            at += 1;
        } else {
            let segments = leading_segments(&tokens[at..]);
            if segments.len() > 1 && !continues(&tokens[..at]) {
                at += 1 + 3 * (segments.len() - 1);
                let line = line(token);
                paths.in_place.push(InPlace { segments, line });
            } else {
                at += 1;
            }
        }
        visibility = Visibility::Private;
    }
}

fn is_parenthesis(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
}

/// `impl Trait + use<'a>` is not a declaration.
fn is_bound_list(after_use: &[TokenTree]) -> bool {
    after_use.first().is_some_and(|token| is_punct(token, '<'))
}

/// Whether a path goes on after these tokens: `a::` or a field's `.`.
fn continues(before: &[TokenTree]) -> bool {
    match before {
        [.., first, second] if is_punct(first, ':') && is_punct(second, ':') => true,
        [.., last] => is_punct(last, '.') && !ends_in_range(before),
        [] => false,
    }
}

/// `..a::B` is a path, `.a` is a field.
fn ends_in_range(before: &[TokenTree]) -> bool {
    matches!(before, [.., first, second] if is_punct(first, '.') && is_punct(second, '.'))
}

/// `a::b::c` at the start of `tokens`, as far as it is made of words.
fn leading_segments(tokens: &[TokenTree]) -> Vec<String> {
    let mut segments = Vec::new();
    let mut rest = tokens;
    while let Some(segment) = rest.first().and_then(word) {
        segments.push(segment);
        match rest {
            [_, first, second, tail @ ..] if is_punct(first, ':') && is_punct(second, ':') => rest = tail,
            _ => break,
        }
    }
    segments
}

/// Attributes such as `#[serde(with = "crate::time")]` name paths in strings.
fn in_literal(literal: &str, line: usize) -> Option<InPlace> {
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    let segments: Vec<String> = text.split("::").map(str::to_owned).collect();
    let is_word =
        |segment: &String| !segment.is_empty() && segment.chars().all(|c| c.is_alphanumeric() || c == '_');
    let starts_here = ["crate", "self", "super"].contains(&segments.first()?.as_str());
    (starts_here && segments.len() > 1 && segments.iter().all(is_word)).then_some(InPlace { segments, line })
}

/// Adds what the tree after `use` brings in; `prefix` is the way to it.
fn import_tree(prefix: &[String], tree: &[TokenTree], visibility: Visibility, imports: &mut Vec<Import>) {
    let mut segments = prefix.to_vec();
    let mut rest = tree;
    if segments.is_empty() && tree.first().is_some_and(|token| is_punct(token, ':')) {
        segments.push(String::new());
    }
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if let TokenTree::Group(group) = first {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            for part in inner.split(|token| is_punct(token, ',')).filter(|part| !part.is_empty()) {
                import_tree(&segments, part, visibility, imports);
            }
            return;
        }
        let leaf = if is_punct(first, '*') {
            Some((None, Reach::Glob))
        } else {
            let segment = word(first);
            // `a::{self}` is `a`.
            segments.extend(segment.clone().filter(|segment| segment != "self" || segments.is_empty()));
            segment.and_then(|_| leaf_name(&segments, tail)).map(|name| (name, Reach::One))
        };
        if let Some((name, reach)) = leaf {
            let line = line(first);
            imports.push(Import { segments, name, reach, visibility, line });
            return;
        }
    }
}

/// The name that a path has here if it ends before `tail`: its own, or another, or (`as _`) none.
fn leaf_name(segments: &[String], tail: &[TokenTree]) -> Option<Option<String>> {
    match tail {
        [colon, ..] if is_punct(colon, ':') => None,
        [by, name, ..] if is_ident(by, "as") => Some(word(name).filter(|name| name != "_")),
        _ => Some(segments.last().cloned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens;
    use super::*;

    fn imports(source: &str) -> Vec<String> {
        let paths = read(&tokens::read(source));
        let show = |import: Import| {
            let glob = if import.reach == Reach::Glob { "::*" } else { "" };
            let public = if import.visibility == Visibility::Public { "pub " } else { "" };
            let name = import.name.unwrap_or_default();
            format!("{public}{}{glob} as {name}", import.segments.join("::"))
        };
        paths.imports.into_iter().map(show).collect()
    }

    fn in_place(source: &str) -> Vec<String> {
        let paths = read(&tokens::read(source));
        paths.in_place.into_iter().map(|path| path.segments.join("::")).collect()
    }

    #[test]
    fn import_trees_are_read_to_their_leaves() {
        assert_eq!(
            imports(
                "pub(crate) use crate::a::{self, b::{C, d as e}, f::*, G as _}; use r#type::X; fn f() { use super::y; }"
            ),
            [
                "pub crate::a as a",
                "pub crate::a::b::C as C",
                "pub crate::a::b::d as e",
                "pub crate::a::f::* as ",
                "pub crate::a::G as ",
                "type::X as X",
                "super::y as y",
            ]
        );
    }

    #[test]
    fn paths_in_place_are_found_also_in_macros_and_attributes() {
        let source = r#"
            #[serde(with = "crate::time", default = "plain")]
            pub(in crate::hidden) fn f() -> impl Trait + use<'a> {
                info!("{}", crate::a::b(super::C { ..d::E::new() }));
                x.y::<u8>(); self::z::w(); Vec::<u8>::new(); Option::Some::<u8>(1); a ::b;
            }
        "#;
        assert_eq!(
            in_place(source),
            ["crate::time", "crate::a::b", "super::C", "d::E::new", "self::z::w", "Option::Some", "a::b"]
        );
    }
}
