//! Reading of `config_schema`, of a `toolset.yaml` and of a `manifest.json` alike.

use super::change::VALUE_MAX;
use super::schema::{ConfigField, ConfigSchema, Secrecy};
use crate::document::{At, Kind, Problems};
use crate::ids::ConfigKey;

const FIELD_KEYS: [&str; 4] = ["description", "secret", "required", "default"];

/// The longest description of a key, in bytes.
const DESCRIPTION_MAX: usize = 4 << 10;

/// A map from key to `description`, `secret`, `required` and `default`. Reading goes on behind each problem.
pub(crate) fn read_config_schema(at: &At<'_>, problems: &mut Problems) -> ConfigSchema {
    let Some(section) = at.open_section(problems) else {
        return ConfigSchema::default();
    };
    let mut schema = ConfigSchema::default();
    for (key, place, field) in section.entries() {
        if schema.fields.len() == ConfigSchema::KEYS_MAX {
            problems.add(place, &section.path, format!("more than {} keys", ConfigSchema::KEYS_MAX));
            break;
        }
        let key = match key.parse::<ConfigKey>() {
            Ok(key) => Some(key),
            Err(error) => {
                problems.add(place, &section.path, error.to_string());
                None
            }
        };
        // Also where its name cannot be read, for the sake of its problems.
        if let (Some(rest), Some(key)) = (read_field(&field, problems), key) {
            schema.fields.push(ConfigField { key, ..rest });
        }
    }
    schema
}

/// A field whose key is yet to be filled in.
fn read_field(at: &At<'_>, problems: &mut Problems) -> Option<ConfigField> {
    let section = at.section(&FIELD_KEYS, problems)?;
    let secret = section.boolean("secret", problems).unwrap_or(false);
    let default = section.get("default").and_then(|at| read_default(&at, problems));
    let default = default.filter(|text| !(secret && text.is_empty()));
    if secret && default.is_some() {
        let message = "a secret has no default: whoever has the bundle could read it";
        problems.add(section.place_of("default"), &section.path, message);
    }
    Some(ConfigField {
        key: ConfigKey::of_own_words("key".to_owned()),
        description: section.text("description", DESCRIPTION_MAX, problems).unwrap_or_default(),
        secrecy: if secret { Secrecy::Secret } else { Secrecy::Plain },
        required: section.boolean("required", problems).unwrap_or(false),
        default,
    })
}

/// Values are texts; a number or a switch counts as it is written.
fn read_default(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    match &at.node.kind {
        Kind::Number(_, written) => Some(written.clone()),
        Kind::Bool(value) => Some(value.to_string()),
        _ => at.text(VALUE_MAX, problems),
    }
}
