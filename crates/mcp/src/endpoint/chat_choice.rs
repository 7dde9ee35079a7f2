//! Which chat a caller's requests work on, as far as the caller says it.

/// What a caller writes in place of a chat's id, to say it in each call.
const ARGUMENT: &str = "argument";

/// What a caller says of its chat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum ChatChoice {
    /// Nothing: it is the session's, or the token's.
    #[default]
    Own,
    /// The one of this id.
    Named(String),
    /// Each call says it in an argument, which tools are listed with; it is the caller's own where a call does not.
    Argument,
}

impl ChatChoice {
    /// What this text says: a chat's id, or the word for the argument.
    pub(super) fn said(text: &str) -> Self {
        if text == ARGUMENT { Self::Argument } else { Self::Named(text.to_owned()) }
    }
}
