//! Violations in plain words.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use serde_json::Value;

use super::violation::Violation;
use crate::suggest::nearest;

/// How much of a value a message repeats, in characters.
const QUOTED_CHARS: usize = 60;

/// How many forms of an `anyOf` a message goes into.
const FORMS_SHOWN: usize = 4;

/// One violation, or several where one rule is broken several times (unknown arguments).
pub(super) fn describe(error: &ValidationError<'_>, schema: &Value) -> Vec<Violation> {
    let path = path_text(error.instance_path());
    let rule = error.kind().keyword().to_owned();
    let named = |message: String| {
        if path.is_empty() { message } else { format!("`{path}`: {message}") }
    };
    let one = |path: String, message: String| Violation { path, rule: rule.clone(), message };
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            let path = join(&path, name);
            vec![one(path.clone(), format!("missing required argument `{path}`"))]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let known = known_properties(error, schema);
            unexpected
                .iter()
                .map(|name| {
                    let path = join(&path, &quoted(name));
                    let message = match nearest(name, known.iter().map(String::as_str)) {
                        Some(near) => format!("unknown argument `{path}`: did you mean `{near}`?"),
                        None if known.is_empty() => format!("unknown argument `{path}`"),
                        None => format!("unknown argument `{path}`: known are {}", listed(&known)),
                    };
                    one(path, message)
                })
                .collect()
        }
        kind => vec![one(path.clone(), named(sentence(kind, error, schema)))],
    }
}

fn sentence(kind: &Kind, error: &ValidationError<'_>, schema: &Value) -> String {
    let value = shown(error.instance());
    let exactly = |wanted: &str| format!("{value} is not {wanted}");
    match kind {
        Kind::Minimum { limit } => format!("{value} is less than the minimum of {limit}"),
        Kind::Maximum { limit } => format!("{value} is more than the maximum of {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("{value} must be more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("{value} must be less than {limit}"),
        Kind::MultipleOf { multiple_of } => exactly(&format!("a multiple of {multiple_of}")),
        Kind::MinLength { limit } => {
            format!("{value} is shorter than {}", counted(*limit, "character"))
        }
        Kind::MaxLength { limit } => {
            format!("{value} is longer than {}", counted(*limit, "character"))
        }
        Kind::MinItems { limit } => format!("it needs at least {}", counted(*limit, "item")),
        Kind::MaxItems { limit } => format!("it takes at most {}", counted(*limit, "item")),
        Kind::AdditionalItems { limit } => format!("it takes at most {limit} items"),
        Kind::MinProperties { limit } => format!("it needs at least {}", counted(*limit, "entry")),
        Kind::MaxProperties { limit } => format!("it takes at most {}", counted(*limit, "entry")),
        Kind::UniqueItems => "its items must all be different".to_owned(),
        Kind::Pattern { pattern } => {
            format!("{value} does not match the pattern `{}`", quoted(pattern))
        }
        Kind::Format { format } => exactly(&format!("a valid {}", quoted(format))),
        Kind::Constant { expected_value } => format!("{value} must be {}", shown(expected_value)),
        Kind::Enum { options } => match options.as_array() {
            Some(options) => one_of(error.instance(), options),
            None => exactly("one of the allowed values"),
        },
        Kind::Type { kind } => {
            format!("expected {}, found {}", types(kind), sort(error.instance()))
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            format!("{value} fits none of the allowed forms{}", forms(context, error, schema))
        }
        Kind::OneOfMultipleValid { .. } => {
            format!("{value} fits several forms where exactly one may fit")
        }
        Kind::FalseSchema => "no value is allowed here".to_owned(),
        Kind::Not { .. } => format!("{value} is of a form that is not allowed"),
        Kind::Contains => "none of its items is of the form that must be among them".to_owned(),
        Kind::PropertyNames { error } => {
            format!("a name in it is not allowed: {}", sentence(error.kind(), error, schema))
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            format!("{value} cannot be matched with the tool's pattern in reasonable time")
        }
        other => format!("{value} breaks the rule `{}`", other.keyword()),
    }
}

fn one_of(value: &Value, options: &[Value]) -> String {
    let texts: Vec<&str> = options.iter().filter_map(Value::as_str).collect();
    let value_shown = shown(value);
    if let Some(near) = value.as_str().and_then(|value| nearest(value, texts.iter().copied())) {
        return format!("{value_shown} is not one of the allowed values: did you mean \"{near}\"?");
    }
    let options: Vec<String> = options.iter().take(10).map(shown).collect();
    format!("{value_shown} is not one of the allowed values: {}", options.join(", "))
}

/// Why each form does not fit, in a few words.
fn forms(context: &[Vec<ValidationError<'_>>], outer: &ValidationError<'_>, schema: &Value) -> String {
    // The path is said once, before the forms.
    let said = format!("`{}`: ", path_text(outer.instance_path()));
    let reasons: Vec<String> = context
        .iter()
        .filter_map(|errors| errors.first())
        .take(FORMS_SHOWN)
        .map(|error| match error.kind() {
            // Forms within forms would make the message longer than anybody reads.
            Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => "another form fits no better".to_owned(),
            _ => describe(error, schema)
                .into_iter()
                .next()
                .map(|v| v.message.strip_prefix(&said).unwrap_or(&v.message).to_owned())
                .unwrap_or_default(),
        })
        .collect();
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(" / ")) }
}

/// The names that stand beside the `additionalProperties` that refused another one.
fn known_properties(error: &ValidationError<'_>, schema: &Value) -> Vec<String> {
    let keyword = error.schema_path().as_str();
    let parent = keyword.rsplit_once('/').map_or("", |(parent, _)| parent);
    let properties = schema.pointer(&format!("{parent}/properties"));
    properties.and_then(Value::as_object).map(|map| map.keys().cloned().collect()).unwrap_or_default()
}

fn path_text(location: &Location) -> String {
    location.segments().fold(String::new(), |path, segment| match segment {
        LocationSegment::Property(name) => join(&path, &quoted(&name)),
        LocationSegment::Index(index) => format!("{path}[{index}]"),
    })
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn types(kind: &TypeKind) -> String {
    let words: Vec<&str> = match kind {
        TypeKind::Single(one) => vec![type_word(one.as_str())],
        TypeKind::Multiple(several) => several.iter().map(|one| type_word(one.as_str())).collect(),
    };
    words.join(" or ")
}

fn type_word(name: &str) -> &'static str {
    match name {
        "null" => "null",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a text",
        "array" => "a list",
        _ => "an object",
    }
}

fn sort(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => shown(value),
        Value::String(_) => format!("the text {}", shown(value)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "the list".to_owned(),
        Value::Object(_) => "the object".to_owned(),
        // Cut before it is escaped, so that a huge text costs nothing.
        Value::String(text) => Value::String(quoted(text)).to_string(),
        other => quoted(&other.to_string()),
    }
}

fn counted(count: u64, word: &str) -> String {
    match (count, word) {
        (1, word) => format!("1 {word}"),
        (count, "entry") => format!("{count} entries"),
        (count, word) => format!("{count} {word}s"),
    }
}

fn listed(names: &[String]) -> String {
    names.iter().take(10).map(|name| format!("`{}`", quoted(name))).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let mut shown: String = chars.by_ref().take(QUOTED_CHARS).collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}
