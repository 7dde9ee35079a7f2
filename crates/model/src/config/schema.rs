//! Which keys a tool wants.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::ConfigKey;

/// Whether a value is shown again to the one who set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Secrecy {
    /// It is.
    #[default]
    Plain,
    /// It never is: `***` stands for it everywhere.
    Secret,
}

impl Secrecy {
    /// Whether `***` stands for the value.
    pub fn is_secret(self) -> bool {
        self == Self::Secret
    }
}

/// One key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigField {
    /// Its name.
    pub key: ConfigKey,
    /// For people; may be empty.
    pub description: String,
    /// Whether its value is a secret.
    pub secrecy: Secrecy,
    /// Whether the tool does not run without it. A key with a default always has a value.
    pub required: bool,
    /// What holds where nobody set a value. Secrets have none.
    pub default: Option<String>,
}

/// The keys in the order in which they were declared; each at most once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConfigSchema {
    pub(super) fields: Vec<ConfigField>,
}

impl ConfigSchema {
    /// The most keys that one schema may have.
    pub const KEYS_MAX: usize = 50;

    /// The keys in their order.
    pub fn fields(&self) -> &[ConfigField] {
        &self.fields
    }

    /// One key's field.
    pub fn field(&self, key: &str) -> Option<&ConfigField> {
        self.fields.iter().find(|field| field.key.as_str() == key)
    }

    /// The keys that are required and have no value, neither a set one nor a default.
    pub fn missing(&self, is_set: impl Fn(&ConfigKey) -> bool) -> Vec<ConfigKey> {
        let has_default = |field: &ConfigField| field.default.as_ref().is_some_and(|text| !text.is_empty());
        let fields = self.fields.iter().filter(|field| field.required && !has_default(field));
        fields.filter(|field| !is_set(&field.key)).map(|field| field.key.clone()).collect()
    }

    /// Where a tool with this schema stands.
    pub fn status(&self, is_set: impl Fn(&ConfigKey) -> bool) -> ConfigStatus {
        match (self.is_empty(), self.missing(is_set).is_empty()) {
            (true, _) => ConfigStatus::System,
            (false, true) => ConfigStatus::Connected,
            (false, false) => ConfigStatus::Available,
        }
    }

    /// Whether there is nothing to set.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

impl FromIterator<ConfigField> for ConfigSchema {
    /// Of several fields with one key, the first counts.
    fn from_iter<I: IntoIterator<Item = ConfigField>>(fields: I) -> Self {
        let mut schema = Self::default();
        for field in fields {
            if schema.field(field.key.as_str()).is_none() {
                schema.fields.push(field);
            }
        }
        schema
    }
}

/// Whether a tool has what it wants to be told (spec 5, "Tool Status").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfigStatus {
    /// It wants nothing.
    System,
    /// Something that it requires is missing.
    Available,
    /// It has all that it requires.
    Connected,
}

impl ConfigStatus {
    /// The word on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Available => "available",
            Self::Connected => "connected",
        }
    }
}

impl fmt::Display for ConfigStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
