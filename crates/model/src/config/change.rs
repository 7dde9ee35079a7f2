//! What a person sets, checked against the keys there are.

use serde_json::{Map, Value};

use super::schema::{ConfigField, ConfigSchema, Secrecy};
use super::scrubber::{MASK, SECRET_CHARS_MIN};
use crate::ids::ConfigKey;
use crate::suggest::nearest;

/// The longest value, in bytes.
pub const VALUE_MAX: usize = 16 << 10;

/// How much of an unknown key a message repeats, in characters.
const KEY_SHOWN: usize = 64;

/// A value that is to be kept or forgotten. It is never shown, not even to a debugger's eye, because it may be a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigChange {
    /// Which key.
    pub key: ConfigKey,
    /// The value; `None` forgets the one that is kept.
    pub value: Option<String>,
    /// What the schema says of it.
    pub secrecy: Secrecy,
}

impl std::fmt::Debug for ConfigChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConfigChange").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Why values cannot be kept. No message repeats a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The schema has no such key.
    #[error("there is no config key `{key}`{}", hint(.near.as_deref(), .known))]
    Unknown {
        /// As it was written, cut where it is long.
        key: String,
        /// The key that was probably meant.
        near: Option<String>,
        /// All there are.
        known: Vec<String>,
    },
    /// It is no text.
    #[error("the value of `{0}` must be a text (to forget it, delete the key)")]
    NoText(ConfigKey),
    /// It is too long.
    #[error("the value of `{0}` is longer than {max} KiB", max = VALUE_MAX >> 10)]
    TooLong(ConfigKey),
    /// It holds what no environment and no header can.
    #[error("the value of `{0}` must not hold a NUL character")]
    Nul(ConfigKey),
    /// It could not be told from other text where it has to be taken out.
    #[error(
        "the secret `{0}` must have at least {SECRET_CHARS_MIN} characters: a shorter one cannot be told from other text when it is masked"
    )]
    TooShort(ConfigKey),
}

fn hint(near: Option<&str>, known: &[String]) -> String {
    match near {
        Some(near) => format!(": did you mean `{near}`?"),
        None if known.is_empty() => ": this has nothing to configure".to_owned(),
        None => format!(": known keys are {}", known.join(", ")),
    }
}

/// Checks what a person sets. An empty text forgets what is kept; a secret that is given as `***`, as it was shown, is left
/// as it is.
///
/// # Errors
/// The first value that cannot be kept; none of them is, then.
pub fn change(schema: &ConfigSchema, values: Map<String, Value>) -> Result<Vec<ConfigChange>, ChangeError> {
    let mut changes = Vec::with_capacity(values.len());
    for (key, value) in values {
        let field = schema.field(&key).ok_or_else(|| unknown(schema, &key))?;
        let Value::String(value) = value else {
            return Err(ChangeError::NoText(field.key.clone()));
        };
        if field.secrecy.is_secret() && value == MASK {
            continue;
        }
        if !value.is_empty() {
            check(field, &value)?;
        }
        let value = Some(value).filter(|value| !value.is_empty());
        changes.push(ConfigChange { key: field.key.clone(), value, secrecy: field.secrecy });
    }
    Ok(changes)
}

fn check(field: &ConfigField, value: &str) -> Result<(), ChangeError> {
    let key = || field.key.clone();
    if value.len() > VALUE_MAX {
        return Err(ChangeError::TooLong(key()));
    }
    if value.contains('\0') {
        return Err(ChangeError::Nul(key()));
    }
    // A key file ends in a line break, which is not what makes it long enough.
    if field.secrecy.is_secret() && value.trim().chars().count() < SECRET_CHARS_MIN {
        return Err(ChangeError::TooShort(key()));
    }
    Ok(())
}

/// A key that the schema does not have.
fn unknown(schema: &ConfigSchema, key: &str) -> ChangeError {
    let known: Vec<String> = schema.fields().iter().map(|field| field.key.to_string()).collect();
    let near = nearest(key, known.iter().map(String::as_str)).map(str::to_owned);
    ChangeError::Unknown { key: key.chars().take(KEY_SHOWN).collect(), near, known }
}
