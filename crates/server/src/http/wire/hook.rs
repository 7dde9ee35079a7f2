//! Webhooks.

use pegboard_engine as engine;
use pegboard_engine::record::{HookRecord, Signing};
use pegboard_model::ids::CallId;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The webhook of a tool.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Webhook {
    /// Whether there is one.
    pub(crate) enabled: bool,
    /// Its address, in the answer to making it and nowhere else. Whoever has it may call the tool.
    pub(crate) url: Option<String>,
    /// The key of signatures, told like the address.
    pub(crate) secret: Option<String>,
    /// What the result's text is appended to.
    pub(crate) prompt: String,
    /// Whether what is delivered must be signed.
    pub(crate) require_signature: bool,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) created_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) last_used_at: Option<Timestamp>,
}

impl Webhook {
    pub(crate) fn of(record: Option<HookRecord>) -> Self {
        let Some(record) = record else { return Self::default() };
        Self {
            enabled: true,
            url: None,
            secret: None,
            prompt: record.prompt,
            require_signature: record.signing == Signing::Required,
            created_at: Some(record.created_at),
            last_used_at: record.last_used_at,
        }
    }
}

/// How a webhook is to be.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeWebhook {
    /// What the result's text is appended to.
    #[serde(default)]
    pub(crate) prompt: String,
    /// Whether what is delivered must be signed; else a signature that is there must hold.
    #[serde(default)]
    pub(crate) require_signature: bool,
}

/// What became of what was delivered, as far as it is known within a few seconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Delivered {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) call_id: CallId,
    /// `pending` waits for approval; `running` goes on.
    pub(crate) status: String,
}

impl From<engine::Delivered> for Delivered {
    fn from(delivered: engine::Delivered) -> Self {
        Self { call_id: delivered.call, status: delivered.status.to_string() }
    }
}
