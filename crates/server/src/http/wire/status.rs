//! The server itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The server answers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`
    pub(crate) status: String,
    pub(crate) version: String,
}

impl Health {
    pub(crate) fn ok() -> Self {
        Self { status: "ok".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// What a check of all stored content found.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Verified {
    pub(crate) chats: usize,
    pub(crate) manifests: usize,
    /// One line for each content that is missing or damaged.
    pub(crate) problems: Vec<String>,
}

impl From<pegboard_engine::VerifyReport> for Verified {
    fn from(report: pegboard_engine::VerifyReport) -> Self {
        let pegboard_engine::VerifyReport { chats, manifests, problems } = report;
        Self { chats, manifests, problems }
    }
}
