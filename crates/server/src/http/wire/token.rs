//! Bearer tokens.

use pegboard_engine::record::TokenRecord;
use pegboard_model::ids::TokenId;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a token may do: each scope holds those before it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    /// See everything but tokens.
    Read,
    /// Call tools, write messages and workspace files.
    Run,
    /// Install, configure, approve, and hand out tokens.
    Admin,
}

impl Scope {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Run => "run",
            Self::Admin => "admin",
        }
    }
}

/// A token; its secret is never shown again.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Token {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: TokenId,
    pub(crate) name: String,
    pub(crate) scope: Scope,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) revoked_at: Option<Timestamp>,
}

impl From<TokenRecord> for Token {
    fn from(record: TokenRecord) -> Self {
        Self {
            id: record.id,
            name: record.name,
            scope: record.scope.into(),
            created_at: record.created_at,
            revoked_at: record.revoked_at,
        }
    }
}

impl From<pegboard_engine::record::Scope> for Scope {
    fn from(scope: pegboard_engine::record::Scope) -> Self {
        match scope {
            pegboard_engine::record::Scope::Read => Self::Read,
            pegboard_engine::record::Scope::Run => Self::Run,
            pegboard_engine::record::Scope::Admin => Self::Admin,
        }
    }
}

impl From<Scope> for pegboard_engine::record::Scope {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Read => Self::Read,
            Scope::Run => Self::Run,
            Scope::Admin => Self::Admin,
        }
    }
}

/// A token to make.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokenRequest {
    /// Who or what will use it; stands in the record of every call made with it.
    pub(crate) name: String,
    pub(crate) scope: Scope,
}

/// A new token with its secret.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewToken {
    #[serde(flatten)]
    pub(crate) token: Token,
    /// Shown this once.
    pub(crate) secret: String,
}
