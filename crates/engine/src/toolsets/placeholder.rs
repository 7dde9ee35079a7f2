//! Placeholders for secrets in what leaves the house (spec 1 §3.4, §6.2).
//!
//! The value of an environment variable or a header leaves only as a reference such as `${API_KEY}`. A value that is
//! nothing but references, perhaps behind the word of an authorization scheme (`Bearer ${TOKEN}`), leaves as it is.
//! Any other becomes a reference named after its key: `api-key` becomes `${API_KEY}`. Who imports the bundle sets that
//! variable.

/// Words before a credential that are no secret.
const SCHEMES: [&str; 3] = ["Bearer ", "Basic ", "Token "];

/// What leaves in place of `value`.
pub(super) fn placeholder(key: &str, value: &str) -> String {
    let credential = SCHEMES.iter().find_map(|scheme| value.strip_prefix(scheme)).unwrap_or(value);
    if is_references(credential) { value.to_owned() } else { format!("${{{}}}", variable(key)) }
}

/// Whether a text is one or more `${NAME}` and nothing else.
fn is_references(text: &str) -> bool {
    let mut rest = text;
    while let Some((name, behind)) = rest.strip_prefix("${").and_then(|inner| inner.split_once('}')) {
        if !is_variable(name) {
            return false;
        }
        rest = behind;
    }
    rest.is_empty() && !text.is_empty()
}

fn is_variable(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
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
            ("A", "sk-123${X}", "${A}"),
            ("A", "${X}sk-123", "${A}"),
            ("A", "${sk-123}", "${A}"),
            ("A", "${}", "${A}"),
            ("A", "", "${A}"),
            ("A", "Bearer ", "${A}"),
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
