//! Rust sources as token trees, with test code left out.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Reads a source file. Nothing where it is not Rust: the compiler will say so better.
pub(crate) fn read(source: &str) -> Vec<TokenTree> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    TokenStream::from_str(source).map_or_else(|_| Vec::new(), |stream| stream.into_iter().collect())
}

/// The same tokens without items that exist only in tests, at every depth.
pub(crate) fn without_tests(tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((first, tail)) = rest.split_first() {
        match attribute(rest) {
            Some(Attribute::Inner { is_test: true }) => return Vec::new(),
            Some(Attribute::Outer { is_test: true }) => {
                rest = after_item(rest);
                continue;
            }
            _ => {}
        }
        kept.push(match first {
            TokenTree::Group(group) => {
                let inner = without_tests(&group.stream().into_iter().collect::<Vec<_>>());
                let mut stripped = proc_macro2::Group::new(group.delimiter(), inner.into_iter().collect());
                stripped.set_span(group.span());
                TokenTree::Group(stripped)
            }
            other => other.clone(),
        });
        rest = tail;
    }
    kept
}

enum Attribute {
    /// `#![…]`, about what it stands in.
    Inner { is_test: bool },
    /// `#[…]`, about what follows.
    Outer { is_test: bool },
}

fn attribute(tokens: &[TokenTree]) -> Option<Attribute> {
    match tokens {
        [hash, TokenTree::Group(group), ..]
            if is_punct(hash, '#') && group.delimiter() == Delimiter::Bracket =>
        {
            Some(Attribute::Outer { is_test: is_test(group) })
        }
        [hash, bang, TokenTree::Group(group), ..]
            if is_punct(hash, '#') && is_punct(bang, '!') && group.delimiter() == Delimiter::Bracket =>
        {
            Some(Attribute::Inner { is_test: is_test(group) })
        }
        _ => None,
    }
}

/// `cfg(test)` or `cfg(all(test, …))`; `#[test]` and its like stand inside such items or in a `tests` folder.
fn is_test(attribute: &proc_macro2::Group) -> bool {
    let words: Vec<TokenTree> = attribute.stream().into_iter().collect();
    let [name, TokenTree::Group(condition)] = words.as_slice() else {
        return false;
    };
    let condition: Vec<TokenTree> = condition.stream().into_iter().collect();
    is_ident(name, "cfg")
        && match condition.as_slice() {
            [test] => is_ident(test, "test"),
            [all, TokenTree::Group(parts)] if is_ident(all, "all") => {
                parts.stream().into_iter().any(|part| is_ident(&part, "test"))
            }
            _ => false,
        }
}

/// What follows the item at the start of `tokens`, its attributes included.
fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let mut rest = tokens;
    while attribute(rest).is_some() {
        rest = rest.get(2..).unwrap_or_default();
    }
    let ends_with_semicolon = |token: &TokenTree| {
        ["use", "const", "static", "type", "let", "extern"].iter().any(|word| is_ident(token, word))
    };
    let is_item = |token: &TokenTree| {
        ["fn", "struct", "enum", "union", "trait", "impl", "mod", "macro_rules"]
            .iter()
            .any(|word| is_ident(token, word))
    };
    // `const fn` and `extern "C" fn` are functions for all that they begin like a constant.
    let keyword = rest.iter().position(is_item);
    let plain = rest.iter().position(ends_with_semicolon);
    let first_end = rest.iter().position(|token| is_punct(token, ';') || is_brace(token));
    let is_first = |at: Option<usize>| at.is_some_and(|at| first_end.is_none_or(|end| at < end));
    let end = if is_first(keyword) {
        first_end
    } else if is_first(plain) {
        rest.iter().position(|token| is_punct(token, ';'))
    } else {
        // A field, a variant, an arm of a match or a statement.
        rest.iter().position(|token| is_punct(token, ',') || is_punct(token, ';') || is_brace(token))
    };
    end.and_then(|end| rest.get(end + 1..)).unwrap_or_default()
}

fn is_brace(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

pub(crate) fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

pub(crate) fn is_ident(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if *ident == word)
}

/// The word without the `r#` that keeps it from being a keyword.
pub(crate) fn word(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(ident) => {
            let word = ident.to_string();
            Some(word.strip_prefix("r#").map_or_else(|| word.clone(), str::to_owned))
        }
        _ => None,
    }
}

/// From 1.
pub(crate) fn line(token: &TokenTree) -> usize {
    token.span().start().line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(source: &str) -> String {
        let tokens = without_tests(&read(source));
        tokens.into_iter().collect::<TokenStream>().to_string()
    }

    #[test]
    fn test_items_are_left_out_whatever_they_are() {
        for item in [
            "#[cfg(test)] mod tests { use super::*; }",
            "#[cfg(test)] mod tests;",
            "#[cfg(test)] #[allow(x)] use a::{b, c};",
            "#[cfg(test)] pub(crate) const fn f<A, B>(a: A) -> B where A: C { b() }",
            "#[cfg(test)] const X: Y = Y { a: 1 };",
            "#[cfg(all(test, unix))] struct S<A, B>(A, B);",
            "#[cfg(test)] impl A for B { fn c() {} }",
            "mod m { #![cfg(test)] fn f() {} } #[cfg(test)] use n;",
        ] {
            let source = format!("fn before() {{}} {item} fn after() {{}}");
            let kept = kept(&source).replace("mod m { }", "");
            assert_eq!(kept.split_whitespace().collect::<String>(), "fnbefore(){}fnafter(){}", "{item}");
        }
    }

    #[test]
    fn other_items_stay() {
        let source = "#[cfg(not(test))] fn a() { } #[cfg(any(test, unix))] fn b() { }";
        assert_eq!(kept(source).matches("fn").count(), 2);
    }

    #[test]
    fn fields_and_variants_are_left_out_alone() {
        assert_eq!(kept("enum E { A, #[cfg(test)] B(u8), C }").replace(' ', ""), "enumE{A,C}");
    }
}
