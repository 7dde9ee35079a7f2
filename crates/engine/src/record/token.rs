//! Bearer tokens, without their secrets.

use std::str::FromStr;

use pegboard_model::ids::TokenId;
use pegboard_model::time::Timestamp;

/// What a token may do. Each scope holds the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Look.
    Read,
    /// Call tools, and change chats and workspaces.
    Run,
    /// Everything: install, configure, approve, make tokens.
    Admin,
}

impl Scope {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Run => "run",
            Self::Admin => "admin",
        }
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Read, Self::Run, Self::Admin]
            .into_iter()
            .find(|scope| scope.as_str() == text)
            .ok_or_else(|| format!("`{text}` is not a scope: use read, run or admin"))
    }
}

/// One bearer token.
#[derive(Debug, Clone)]
pub struct TokenRecord {
    pub id: TokenId,
    /// Who or what it was made for.
    pub name: String,
    pub scope: Scope,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}
