//! Webhooks.

use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::time::Timestamp;

/// Whether what comes in must be signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signing {
    /// It must.
    Required,
    /// A signature that is there must hold.
    Optional,
}

/// What the database knows of a tool's webhook.
#[derive(Debug, Clone)]
pub(crate) struct HookRow {
    pub(crate) tool: ToolId,
    pub(crate) toolset: Option<ToolsetId>,
    pub(crate) token_sha256: String,
    /// Sealed.
    pub(crate) secret: String,
    pub(crate) prompt: String,
    pub(crate) signing: Signing,
    pub(crate) created_at: Timestamp,
    pub(crate) last_used_at: Option<Timestamp>,
}

/// The webhook of a tool, without its secrets.
#[derive(Debug, Clone)]
pub struct HookRecord {
    pub tool: ToolId,
    pub prompt: String,
    pub signing: Signing,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

impl From<HookRow> for HookRecord {
    fn from(row: HookRow) -> Self {
        let HookRow { tool, prompt, signing, created_at, last_used_at, .. } = row;
        Self { tool, prompt, signing, created_at, last_used_at }
    }
}
