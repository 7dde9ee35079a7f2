//! Writing of `config_schema`.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::config::{ConfigField, ConfigSchema};

/// The keys in their order.
pub(super) struct Config<'a>(&'a [ConfigField]);

impl<'a> Config<'a> {
    pub(super) fn of(schema: &'a ConfigSchema) -> Option<Self> {
        (!schema.is_empty()).then(|| Self(schema.fields()))
    }
}

impl Serialize for Config<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for field in self.0 {
            map.serialize_entry(field.key.as_str(), &Field::of(field))?;
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct Field<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'a str>,
}

impl<'a> Field<'a> {
    fn of(field: &'a ConfigField) -> Self {
        Self {
            description: &field.description,
            secret: field.secrecy.is_secret().then_some(true),
            required: field.required.then_some(true),
            default: field.default.as_deref(),
        }
    }
}
