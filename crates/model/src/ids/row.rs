//! Ids of database rows: UUIDv7, so that they sort by time of creation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The text is no UUID.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an id: expected a UUID such as 01890a5d-ac96-774b-bcce-b302099a8057")]
pub struct RowIdError {
    text: String,
}

macro_rules! row_ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self(uuid)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = RowIdError;

            fn from_str(text: &str) -> Result<Self, RowIdError> {
                Uuid::parse_str(text)
                    .map(Self)
                    .map_err(|_| RowIdError { text: text.chars().take(80).collect() })
            }
        }
    )+};
}

row_ids! {
    /// A chat: one conversation with one workspace.
    ChatId,
    /// A message in a chat's tree.
    MessageId,
    /// One tool invocation.
    CallId,
    /// Something that a model is to be asked.
    PromptId,
    /// A remembered yes of a person.
    GrantId,
    /// One state of a workspace.
    ManifestId,
    /// A bearer token's row (never the secret itself).
    TokenId,
}
