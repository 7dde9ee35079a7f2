//! What a call's tool is told.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use super::schema::{ConfigField, ConfigSchema, Secrecy};
use super::scrubber::MASK;
use crate::ids::ConfigKey;

/// A value as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptValue {
    /// The value.
    pub value: String,
    /// What the schema said when it was set. What was set as a secret stays one until it is set anew, whatever a later
    /// version of the toolset says of its key.
    pub secrecy: Secrecy,
}

impl fmt::Debug for KeptValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptValue").field("secrecy", &self.secrecy).finish_non_exhaustive()
    }
}

/// Required keys without a value, in the schema's order. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", named(.0))]
pub struct MissingSettings(pub Vec<ConfigKey>);

fn named(keys: &[ConfigKey]) -> String {
    let quoted: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    quoted.join(", ")
}

/// The values of all keys that have one, defaults included. A debugger sees `***` where a secret stands.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<ConfigKey, KeptValue>,
}

impl Settings {
    /// What holds of a schema with these values kept. Values of keys that the schema lacks are left out.
    pub fn of(schema: &ConfigSchema, mut kept: BTreeMap<ConfigKey, KeptValue>) -> Self {
        let value = |field: &ConfigField| {
            let default = || field.default.clone().map(|value| KeptValue { value, secrecy: field.secrecy });
            let mut kept = kept.remove(&field.key).or_else(default)?;
            if field.secrecy.is_secret() {
                kept.secrecy = Secrecy::Secret;
            }
            Some((field.key.clone(), kept))
        };
        Self { values: schema.fields().iter().filter_map(value).collect() }
    }

    /// A key's value.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(own, _)| own.as_str() == key).map(|(_, kept)| kept.value.as_str())
    }

    /// What a person may see of a key's value: `***` for a secret.
    pub fn shown(&self, key: &ConfigKey) -> Option<&str> {
        self.values.get(key).map(|kept| if kept.secrecy.is_secret() { MASK } else { &kept.value })
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All values by key, secrets as they are: for the tool alone.
    pub fn expose(&self) -> impl Iterator<Item = (&ConfigKey, &str)> {
        self.values.iter().map(|(key, kept)| (key, kept.value.as_str()))
    }

    /// The same as a JSON object.
    pub fn expose_json(&self) -> Map<String, Value> {
        self.expose().map(|(key, value)| (key.to_string(), Value::from(value))).collect()
    }

    /// The secrets among the values, for a [`super::Scrubber`].
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.values.values().filter(|kept| kept.secrecy.is_secret()).map(|kept| kept.value.as_str())
    }

    /// Whether all is there that the schema requires.
    ///
    /// # Errors
    /// When something is missing.
    pub fn complete(&self, schema: &ConfigSchema) -> Result<(), MissingSettings> {
        let missing = schema.missing(|key| self.values.contains_key(key));
        if missing.is_empty() { Ok(()) } else { Err(MissingSettings(missing)) }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.values.keys().map(|key| (key.as_str(), self.shown(key)))).finish()
    }
}
