//! What a container tool takes.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The parameters of a tool, in the order of its manifest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Parameters(pub Vec<Parameter>);

/// One parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What values it takes.
    #[serde(rename = "type")]
    pub kind: ParameterType,
    /// What it does, for people and models.
    pub description: Option<String>,
    /// Whether it must be given. One with a default need not be.
    pub required: bool,
    /// What holds where it is not given.
    pub default: Option<Value>,
}

/// What values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterType {
    /// A text.
    String,
    /// A whole number.
    Integer,
    /// Any number.
    Float,
    /// True or false.
    Boolean,
}

impl ParameterType {
    pub(super) const WORDS: [(&'static str, Self); 4] = [
        ("string", Self::String),
        ("integer", Self::Integer),
        ("float", Self::Float),
        ("boolean", Self::Boolean),
    ];

    /// The word of JSON Schema for it.
    pub fn schema_word(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Float => "number",
            Self::Boolean => "boolean",
        }
    }

    /// Whether a value is of this type.
    pub fn takes(self, value: &Value) -> bool {
        match self {
            Self::String => value.is_string(),
            Self::Integer => value.is_i64() || value.is_u64(),
            Self::Float => value.is_number(),
            Self::Boolean => value.is_boolean(),
        }
    }
}

impl Parameter {
    /// Whether a call without it is refused.
    pub fn must_be_given(&self) -> bool {
        self.required && self.default.is_none()
    }
}

impl Parameters {
    /// The JSON Schema that arguments are checked against.
    pub fn schema(&self) -> Value {
        let property = |parameter: &Parameter| {
            let mut property = Map::new();
            property.insert("type".into(), parameter.kind.schema_word().into());
            if let Some(description) = &parameter.description {
                property.insert("description".into(), description.as_str().into());
            }
            if let Some(default) = &parameter.default {
                property.insert("default".into(), default.clone());
            }
            (parameter.name.clone(), Value::Object(property))
        };
        let properties: Map<String, Value> = self.0.iter().map(property).collect();
        let required: Vec<&str> =
            self.0.iter().filter(|one| one.must_be_given()).map(|one| one.name.as_str()).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }

    /// Checked arguments with the defaults of what was not given.
    pub fn filled(&self, args: &Map<String, Value>) -> Map<String, Value> {
        let mut filled = args.clone();
        for parameter in &self.0 {
            if let Some(default) = &parameter.default {
                filled.entry(parameter.name.clone()).or_insert_with(|| default.clone());
            }
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use serde_json::{Map, Value, json};

    use super::{Parameter, ParameterType, Parameters};
    use crate::arguments::Schema;

    fn weather() -> Parameters {
        let city = Parameter {
            name: "city".to_owned(),
            kind: ParameterType::String,
            description: Some("Where".to_owned()),
            required: true,
            default: None,
        };
        let days = Parameter {
            name: "days".to_owned(),
            kind: ParameterType::Integer,
            description: None,
            required: true,
            default: Some(json!(3)),
        };
        Parameters(vec![city, days])
    }

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            other => panic!("{other} is no object"),
        }
    }

    #[test]
    fn arguments_are_checked_by_a_schema_and_filled_with_defaults() {
        let parameters = weather();
        let schema = Schema::compile(&parameters.schema()).unwrap();
        for good in [json!({"city": "Valletta"}), json!({"city": "Valletta", "days": 1})] {
            assert!(schema.fit(good.clone()).is_ok(), "{good}");
        }
        for bad in
            [json!({}), json!({"city": 1}), json!({"city": "V", "days": 1.5}), json!({"city": "V", "x": 1})]
        {
            assert!(schema.fit(bad.clone()).is_err(), "{bad}");
        }
        let filled = parameters.filled(&object(json!({"city": "Valletta"})));
        assert_eq!(Value::Object(filled), json!({"city": "Valletta", "days": 3}));
    }
}
