//! The grammar of expressions in a renderer's configuration.
//!
//! ```text
//! expression = "$" root path            bare: ends where no further character fits
//!            | "${" root braced-path "}" braced: ends at the brace, so that text may follow directly
//! root       = "args" | "return" | "chat_id" | "workspace" | "toolset"
//! path       = { "." key }              only after args and return
//! key        = word { "-" word }        word: letters, digits and "_" of any script
//! braced-path = { "." key | "[" digits "]" | "[\"" any-but-quote "\"]" }
//! ```
//!
//! A root ends where no letter, digit or `_` follows, so `$argsx` and `$return_code` are text, as are `$50` and
//! `$HOME`. A dot or hyphen with no word behind it is text: `see $args.path.` ends with a dot. A bare path runs on as
//! far as it can, so a file ending needs braces: `${args.name}.txt`.

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    Args,
    Return,
    ChatId,
    Workspace,
    Toolset,
}

impl Root {
    fn named(word: &str) -> Option<Self> {
        match word {
            "args" => Some(Self::Args),
            "return" => Some(Self::Return),
            "chat_id" => Some(Self::ChatId),
            "workspace" => Some(Self::Workspace),
            "toolset" => Some(Self::Toolset),
            _ => None,
        }
    }

    fn has_paths(self) -> bool {
        matches!(self, Self::Args | Self::Return)
    }
}

/// One expression as written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expression<'a> {
    pub(crate) root: Root,
    pub(crate) path: Vec<&'a str>,
    /// The expression's own text, for messages.
    pub(crate) source: &'a str,
}

/// A stretch of a configuration text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Expression(Expression<'a>),
}

/// Cuts a text into literal stretches and expressions; joined again, the pieces' sources are the text.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut literal_from = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find('$') {
        let start = at + found;
        match expression(&text[start..]) {
            Some(expression) => {
                if literal_from < start {
                    pieces.push(Piece::Text(&text[literal_from..start]));
                }
                at = start + expression.source.len();
                literal_from = at;
                pieces.push(Piece::Expression(expression));
            }
            None => at = start + 1,
        }
    }
    if literal_from < text.len() {
        pieces.push(Piece::Text(&text[literal_from..]));
    }
    pieces
}

/// Whether a text holds any expression.
pub(crate) fn has_expression(text: &str) -> bool {
    pieces(text).iter().any(|piece| matches!(piece, Piece::Expression(_)))
}

/// Reads the expression that `text` begins with; `text` begins with `$`.
fn expression(text: &str) -> Option<Expression<'_>> {
    let after_dollar = &text[1..];
    match after_dollar.strip_prefix('{') {
        Some(inside) => braced(text, inside),
        None => bare(text, after_dollar),
    }
}

fn bare<'a>(text: &'a str, after_dollar: &'a str) -> Option<Expression<'a>> {
    let (word, mut rest) = word(after_dollar);
    let root = Root::named(word)?;
    let mut path = Vec::new();
    while root.has_paths() {
        let Some((key, behind)) = dotted_key(rest) else {
            break;
        };
        path.push(key);
        rest = behind;
    }
    Some(Expression { root, path, source: &text[..text.len() - rest.len()] })
}

fn braced<'a>(text: &'a str, inside: &'a str) -> Option<Expression<'a>> {
    let (word, mut rest) = word(inside);
    let root = Root::named(word)?;
    let mut path = Vec::new();
    while root.has_paths() && !rest.starts_with('}') {
        let (key, behind) = dotted_key(rest).or_else(|| bracketed_key(rest))?;
        path.push(key);
        rest = behind;
    }
    let rest = rest.strip_prefix('}')?;
    Some(Expression { root, path, source: &text[..text.len() - rest.len()] })
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

fn dotted_key(text: &str) -> Option<(&str, &str)> {
    let after_dot = text.strip_prefix('.')?;
    let (first, mut rest) = word(after_dot);
    if first.is_empty() {
        return None;
    }
    while let Some(after_hyphen) = rest.strip_prefix('-') {
        let (more, behind) = word(after_hyphen);
        if more.is_empty() {
            break;
        }
        rest = behind;
    }
    Some((&after_dot[..after_dot.len() - rest.len()], rest))
}

fn bracketed_key(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?;
    if let Some(quoted) = inside.strip_prefix('"') {
        let (key, rest) = quoted.split_once('"')?;
        return Some((key, rest.strip_prefix(']')?));
    }
    let (digits, rest) = inside.split_once(']')?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some((digits, rest))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::{Expression, Piece, Root, pieces};

    fn only(text: &str) -> (Root, Vec<&str>) {
        match pieces(text).as_slice() {
            [Piece::Expression(Expression { root, path, source })] if *source == text => {
                (*root, path.clone())
            }
            other => panic!("{text} is not one expression: {other:?}"),
        }
    }

    #[test]
    fn every_form_of_one_expression() {
        assert_eq!(only("$args"), (Root::Args, vec![]));
        assert_eq!(only("$args.x"), (Root::Args, vec!["x"]));
        assert_eq!(only("$return.a.b.0"), (Root::Return, vec!["a", "b", "0"]));
        assert_eq!(only("$return.content-type"), (Root::Return, vec!["content-type"]));
        assert_eq!(only("$return.größe"), (Root::Return, vec!["größe"]));
        assert_eq!(only("${args}"), (Root::Args, vec![]));
        assert_eq!(only("${return[\"a.b c\"][0].d}"), (Root::Return, vec!["a.b c", "0", "d"]));
        assert_eq!(only("$chat_id"), (Root::ChatId, vec![]));
        assert_eq!(only("${workspace}"), (Root::Workspace, vec![]));
        assert_eq!(only("$toolset"), (Root::Toolset, vec![]));
    }

    #[test]
    fn text_without_a_known_root_is_text() {
        for text in [
            "",
            "$",
            "$$",
            "$50",
            "$HOME",
            "${HOME}",
            "$argsx",
            "$return_code",
            "$args_",
            "$chat_id2",
            "args.x",
            "${args",
            "${args.}",
            "${args.x y}",
            "${args[x]}",
            "${args[\"x]}",
            "${chat_id.x}",
            "${}",
            "$Args",
        ] {
            assert!(!super::has_expression(text), "{text}");
        }
    }

    #[test]
    fn an_expression_ends_where_nothing_more_fits() {
        let shape = |text| -> Vec<String> {
            pieces(text)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text.to_owned(),
                    Piece::Expression(expression) => format!("<{}>", expression.source),
                })
                .collect()
        };
        assert_eq!(shape("see $args.path."), ["see ", "<$args.path>", "."]);
        assert_eq!(shape("$args.a-$args.b-"), ["<$args.a>", "-", "<$args.b>", "-"]);
        assert_eq!(shape("$args..x"), ["<$args>", "..x"]);
        assert_eq!(shape("$workspace/a.txt"), ["<$workspace>", "/a.txt"]);
        assert_eq!(shape("$chat_id.json"), ["<$chat_id>", ".json"]);
        assert_eq!(shape("${args.name}.txt"), ["<${args.name}>", ".txt"]);
        assert_eq!(shape("$$args"), ["$", "<$args>"]);
        assert_eq!(shape("$args$return"), ["<$args>", "<$return>"]);
        assert_eq!(shape("$args[0]"), ["<$args>", "[0]"]);
    }
}
