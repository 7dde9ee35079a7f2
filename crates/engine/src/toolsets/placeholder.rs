//! Placeholders for secrets in what leaves the house (spec 1 §3.4, §6.2).
//!
//! The value of an environment variable or a header leaves only as a reference such as `${API_KEY}`. A value that is
//! nothing but references, perhaps behind the word of an authorization scheme (`Bearer ${TOKEN}`), leaves as it is, with
//! what holds where a variable has no value (`${REGION:-eu}`) unless the variable's name says that it is a secret.
//! Any other becomes a reference named after its key: `api-key` becomes `${API_KEY}`. Who imports the bundle sets that
//! variable.

use pegboard_model::ids::ConfigKey;
use pegboard_model::servers::names_a_secret;

/// Words before a credential that are no secret.
const SCHEMES: [&str; 3] = ["Bearer ", "Basic ", "Token "];

/// What leaves in place of `value`.
pub(super) fn placeholder(key: &str, value: &str) -> String {
    let scheme = SCHEMES.iter().find(|scheme| value.starts_with(**scheme)).copied().unwrap_or_default();
    match references(&value[scheme.len()..]) {
        Some(references) => format!("{scheme}{references}"),
        None => format!("${{{}}}", variable(key)),
    }
}

/// A text that is one or more `${NAME}` and nothing else, without defaults that may be secrets.
fn references(text: &str) -> Option<String> {
    let mut written = String::new();
    let mut rest = text;
    while let Some((inner, behind)) = rest.strip_prefix("${").and_then(|inner| inner.split_once('}')) {
        let (name, otherwise) = match inner.split_once(":-") {
            Some((name, otherwise)) => (name, Some(otherwise)),
            None => (inner, None),
        };
        if !(is_variable(name) || is_config(name)) || otherwise.is_some_and(|text| text.contains("${")) {
            return None;
        }
        match otherwise.filter(|text| text.is_empty() || !names_a_secret(name)) {
            Some(otherwise) => written.push_str(&format!("${{{name}:-{otherwise}}}")),
            None => written.push_str(&format!("${{{name}}}")),
        }
        rest = behind;
    }
    (rest.is_empty() && !text.is_empty()).then_some(written)
}

fn is_variable(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A key of the toolset's config, whose value stays in the house.
fn is_config(name: &str) -> bool {
    name.strip_prefix("config.").is_some_and(|key| key.parse::<ConfigKey>().is_ok())
}

/// The name of an environment variable after a key.
fn variable(key: &str) -> String {
    let name: String =
        key.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    match name.chars().next() {
        None => "VALUE".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::placeholder;

    #[test]
    fn literals_become_references_and_references_stay() {
        for (key, value, leaves) in [
            ("API_KEY", "sk-123", "${API_KEY}"),
            ("api-key", "sk-123", "${API_KEY}"),
            ("X-Token", "${MY_TOKEN}", "${MY_TOKEN}"),
            ("Authorization", "Bearer ${TOKEN}", "Bearer ${TOKEN}"),
            ("Authorization", "Bearer sk-123", "${AUTHORIZATION}"),
            ("A", "${X}${Y}", "${X}${Y}"),
            ("Authorization", "Bearer ${config.api_key}", "Bearer ${config.api_key}"),
            ("A", "sk-123${X}", "${A}"),
            ("A", "${X}sk-123", "${A}"),
            ("A", "${sk-123}", "${A}"),
            ("A", "${}", "${A}"),
            ("A", "", "${A}"),
            ("A", "Bearer ", "${A}"),
            ("REGION", "${REGION:-eu}", "${REGION:-eu}"),
            ("A", "${X}${Y:-}", "${X}${Y:-}"),
            ("API_KEY", "${API_KEY:-sk-123}", "${API_KEY}"),
            ("A", "${X:-${Y}", "${A}"),
            ("2fa", "123456", "${_2FA}"),
            ("", "x", "${VALUE}"),
        ] {
            assert_eq!(placeholder(key, value), leaves, "{key}: {value}");
        }
    }

    #[test]
    fn what_left_once_leaves_the_same_again() {
        for value in ["sk-123", "Bearer sk", "${A}", "$A", "${A", "}"] {
            let once = placeholder("some-key", value);
            assert_eq!(placeholder("some-key", &once), once);
        }
    }
}
