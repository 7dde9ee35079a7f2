//! `${VAR}`, `${config.key}` and `$workspace` in what toolsets say of their servers and their code, and where values come from.

use std::sync::Arc;

use async_trait::async_trait;

use crate::config::Settings;
use crate::ids::{ConfigKey, ToolsetId};

/// What stands for the chat's folder.
pub const WORKSPACE: &str = "workspace";

/// What stands before the key of a setting.
const CONFIG: &str = "config.";

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// What stands there.
    Text(&'a str),
    /// `${NAME}` or `${NAME:-otherwise}`
    Variable {
        /// Its name.
        name: &'a str,
        /// What holds where it has no value.
        otherwise: Option<&'a str>,
    },
    /// `${config.KEY}` or `${config.KEY:-otherwise}`
    Config {
        /// A key of the toolset's `config_schema`.
        key: &'a str,
        /// What holds where it has no value.
        otherwise: Option<&'a str>,
    },
    /// `$workspace` or `${workspace}`
    Workspace,
}

/// Keeps values for variables.
#[async_trait]
pub trait Variables: Send + Sync {
    /// A toolset's value for `${name}`; `None` when nobody set one.
    ///
    /// # Errors
    /// When it cannot be read or decrypted; the log says how.
    async fn variable(&self, toolset: &ToolsetId, name: &str) -> Result<Option<String>, VariablesError>;

    /// What the person who runs the house set for the keys of a toolset's `config_schema`, defaults included.
    ///
    /// # Errors
    /// When it cannot be read or decrypted; the log says how.
    async fn settings(&self, _toolset: &ToolsetId) -> Result<Arc<Settings>, VariablesError> {
        Ok(Arc::default())
    }
}

/// What is kept cannot be read; the log says how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VariablesError(pub String);

/// A variable of Pegboard's own environment that a toolset may name. Pegboard's own hold its secrets.
pub fn is_open_to_toolsets(name: &str) -> bool {
    !name.starts_with("PEGBOARD_")
}

/// The parts of a text. What only looks like a variable is text.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut plain = 0;
    while let Some(found) = rest[plain..].find('$') {
        let at = plain + found;
        match variable(&rest[at..]) {
            Some((piece, length)) => {
                if at > 0 {
                    pieces.push(Piece::Text(&rest[..at]));
                }
                pieces.push(piece);
                rest = &rest[at + length..];
                plain = 0;
            }
            None => plain = at + 1,
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// The variable that the text begins with, and how many bytes it takes.
fn variable(text: &str) -> Option<(Piece<'_>, usize)> {
    if let Some(inner) = text.strip_prefix("${") {
        let end = inner.find('}')?;
        let (name, otherwise) = match inner[..end].split_once(":-") {
            Some((name, otherwise)) => (name, Some(otherwise)),
            None => (&inner[..end], None),
        };
        if let Some(key) = name.strip_prefix(CONFIG) {
            return key.parse::<ConfigKey>().is_ok().then_some((Piece::Config { key, otherwise }, end + 3));
        }
        if !is_name(name) {
            return None;
        }
        let is_workspace = name == WORKSPACE && otherwise.is_none();
        let piece = if is_workspace { Piece::Workspace } else { Piece::Variable { name, otherwise } };
        return Some((piece, end + 3));
    }
    let behind = text.strip_prefix('$')?.strip_prefix(WORKSPACE)?;
    let goes_on = behind.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
    (!goes_on).then_some((Piece::Workspace, 1 + WORKSPACE.len()))
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|next| next.is_ascii_alphanumeric() || next == '_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::{Piece, pieces};

    #[test]
    fn variables_are_found_where_they_stand() {
        let variable = |name, otherwise| Piece::Variable { name, otherwise };
        assert_eq!(pieces("Bearer ${TOKEN}"), [Piece::Text("Bearer "), variable("TOKEN", None)]);
        assert_eq!(pieces("${A:-x:-y}b"), [variable("A", Some("x:-y")), Piece::Text("b")]);
        let config = |key, otherwise| Piece::Config { key, otherwise };
        assert_eq!(pieces("Bearer ${config.api_key}"), [Piece::Text("Bearer "), config("api_key", None)]);
        assert_eq!(pieces("${config.a-b.c:-x}"), [config("a-b.c", Some("x"))]);
        assert_eq!(pieces("${A:-}"), [variable("A", Some(""))]);
        assert_eq!(pieces("$workspace/a"), [Piece::Workspace, Piece::Text("/a")]);
        assert_eq!(pieces("a${workspace}"), [Piece::Text("a"), Piece::Workspace]);
    }

    #[test]
    fn what_only_looks_like_one_stays() {
        for text in [
            "$5",
            "${config.}",
            "${config.a b}",
            "${conf.a}",
            "$HOME",
            "${",
            "${}",
            "${a b}",
            "${1}",
            "$$",
            "$workspaces",
            "é$",
        ] {
            assert_eq!(pieces(text), [Piece::Text(text)], "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_cut_without_loss(text in "([$\\{\\}a:é-]|config\\.){0,20}") {
            let whole: String = pieces(&text)
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => (*text).to_owned(),
                    Piece::Config { key, otherwise: None } => format!("${{config.{key}}}"),
                    Piece::Config { key, otherwise: Some(value) } => format!("${{config.{key}:-{value}}}"),
                    Piece::Variable { name, otherwise: None } => format!("${{{name}}}"),
                    Piece::Variable { name, otherwise: Some(value) } => format!("${{{name}:-{value}}}"),
                    Piece::Workspace => "$workspace".to_owned(),
                })
                .collect();
            assert_eq!(whole, text);
        }
    }
}
