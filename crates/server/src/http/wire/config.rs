//! What people tell tools.

use std::collections::BTreeMap;

use pegboard_engine::record::{ConfigEntry, ConfigRecord};
use pegboard_engine::{ConfigTest as Tested, Rotated as Done};
use pegboard_model::config as model;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether a tool or a toolset was told what it wants to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ConfigStatus {
    /// It wants nothing.
    System,
    /// Something that it requires is missing.
    Available,
    /// It has all that it requires.
    Connected,
}

impl From<model::ConfigStatus> for ConfigStatus {
    fn from(status: model::ConfigStatus) -> Self {
        match status {
            model::ConfigStatus::System => Self::System,
            model::ConfigStatus::Available => Self::Available,
            model::ConfigStatus::Connected => Self::Connected,
        }
    }
}

/// Everything that can be set for a tool or a toolset, and what is.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Config {
    /// The tool that was asked for; `null` for a toolset.
    pub(crate) tool_id: Option<String>,
    pub(crate) toolset_id: String,
    pub(crate) status: ConfigStatus,
    /// In the order of its `config_schema`.
    pub(crate) keys: Vec<ConfigKey>,
}

/// One key.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ConfigKey {
    pub(crate) key: String,
    pub(crate) description: String,
    /// Whether the value is never shown.
    pub(crate) secret: bool,
    /// Whether the tool does not run without it.
    pub(crate) required: bool,
    /// What holds where nothing is set.
    pub(crate) default: Option<String>,
    /// What holds; `***` for a secret that is set.
    pub(crate) value: Option<String>,
    /// Whether somebody set it.
    pub(crate) set: bool,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) updated_at: Option<Timestamp>,
}

impl From<ConfigRecord> for Config {
    fn from(record: ConfigRecord) -> Self {
        Self {
            tool_id: record.tool.map(|tool| tool.to_string()),
            toolset_id: record.toolset.to_string(),
            status: record.status.into(),
            keys: record.keys.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<ConfigEntry> for ConfigKey {
    fn from(entry: ConfigEntry) -> Self {
        let ConfigEntry { field, value, updated_at } = entry;
        Self {
            key: field.key.to_string(),
            description: field.description,
            secret: field.secrecy.is_secret(),
            required: field.required,
            default: field.default,
            value,
            set: updated_at.is_some(),
            updated_at,
        }
    }
}

/// Values by key.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub(crate) struct ConfigValues(pub(crate) BTreeMap<String, String>);

/// Whether all is there that is required.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ConfigTest {
    pub(crate) ok: bool,
    /// One sentence.
    pub(crate) message: String,
    /// Required keys without a value.
    pub(crate) missing: Vec<String>,
}

impl From<Tested> for ConfigTest {
    fn from(tested: Tested) -> Self {
        match tested {
            Tested::Complete => {
                Self { ok: true, message: "Configuration looks complete".to_owned(), missing: Vec::new() }
            }
            Tested::Missing(keys) => {
                let missing: Vec<String> = keys.iter().map(ToString::to_string).collect();
                Self {
                    ok: false,
                    message: format!("Missing required config: {}", missing.join(", ")),
                    missing,
                }
            }
            Tested::Unreadable(why) => Self { ok: false, message: why, missing: Vec::new() },
        }
    }
}

/// What a new key came to.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Rotated {
    /// Values that were sealed anew.
    pub(crate) resealed: usize,
    /// Values that no known key opens: they are as they were, and must be set again.
    pub(crate) unreadable: usize,
}

impl From<Done> for Rotated {
    fn from(done: Done) -> Self {
        Self { resealed: done.resealed, unreadable: done.unreadable }
    }
}
