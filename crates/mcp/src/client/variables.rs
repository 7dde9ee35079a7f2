//! `${VAR}` in a server's settings.

use std::path::Path;

use pegboard_model::ids::ServerKey;
use pegboard_model::servers::{ServerFailure, ServerFault, Vault};

use super::environment;

/// What stands for the chat's folder.
const WORKSPACE: &str = "workspace";

/// Where values come from.
pub(super) struct Variables<'a> {
    pub(super) vault: &'a dyn Vault,
    pub(super) server: &'a ServerKey,
    /// The chat's folder, where the server has one per chat.
    pub(super) workspace: Option<&'a Path>,
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    /// `${NAME}` or `${NAME:-otherwise}`
    Variable {
        name: &'a str,
        otherwise: Option<&'a str>,
    },
    /// `$workspace` or `${workspace}`
    Workspace,
}

impl Variables<'_> {
    /// The text with its variables replaced: from the vault, else from Pegboard's environment, else what stands
    /// behind `:-`.
    ///
    /// # Errors
    /// When one has no value, or the vault fails.
    pub(super) async fn expand(&self, text: &str) -> Result<String, ServerFailure> {
        let mut expanded = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => expanded.push_str(text),
                Piece::Variable { name, otherwise } => expanded.push_str(&self.value(name, otherwise).await?),
                Piece::Workspace => match self.workspace {
                    Some(folder) => expanded.push_str(&folder.to_string_lossy()),
                    None => return Err(self.no_workspace()),
                },
            }
        }
        Ok(expanded)
    }

    async fn value(&self, name: &str, otherwise: Option<&str>) -> Result<String, ServerFailure> {
        let kept = self.vault.variable(&self.server.toolset, name).await.map_err(|error| {
            tracing::error!(server = %self.server, name, %error, "a variable cannot be read from the vault");
            let message = format!("The value of `${{{name}}}` cannot be read; Pegboard's log says why.");
            ServerFailure::new(ServerFault::UnsetVariable { name: name.to_owned() }, message)
        })?;
        let value = kept.or_else(|| environment::variable(name)).or_else(|| otherwise.map(str::to_owned));
        value.ok_or_else(|| self.unset(name))
    }

    fn unset(&self, name: &str) -> ServerFailure {
        let message = format!(
            "`{}` needs a value for `${{{name}}}`, and there is none. Set it among the variables of the toolset `{}`, \
             or in the environment that Pegboard is started with.",
            self.server, self.server.toolset
        );
        ServerFailure::new(ServerFault::UnsetVariable { name: name.to_owned() }, message)
    }

    fn no_workspace(&self) -> ServerFailure {
        let message = format!(
            "`{}` names `$workspace`, but there is one process of it for all chats. Give it `scope: chat`.",
            self.server
        );
        ServerFailure::new(ServerFault::UnsetVariable { name: WORKSPACE.to_owned() }, message)
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
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
        assert_eq!(pieces("${A:-}"), [variable("A", Some(""))]);
        assert_eq!(pieces("$workspace/a"), [Piece::Workspace, Piece::Text("/a")]);
        assert_eq!(pieces("a${workspace}"), [Piece::Text("a"), Piece::Workspace]);
    }

    #[test]
    fn what_only_looks_like_one_stays() {
        for text in ["$5", "$HOME", "${", "${}", "${a b}", "${1}", "$$", "$workspaces", "é$"] {
            assert_eq!(pieces(text), [Piece::Text(text)], "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_cut_without_loss(text in "[$\\{\\}a:é-]{0,20}") {
            let whole: String = pieces(&text)
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => (*text).to_owned(),
                    Piece::Variable { name, otherwise: None } => format!("${{{name}}}"),
                    Piece::Variable { name, otherwise: Some(value) } => format!("${{{name}:-{value}}}"),
                    Piece::Workspace => "$workspace".to_owned(),
                })
                .collect();
            assert_eq!(whole, text);
        }
    }
}
