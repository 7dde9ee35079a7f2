//! `${…}` in the texts of servers, and which texts are likely to be secrets.

use std::collections::BTreeSet;

use crate::ids::ConfigKey;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    /// What stands between `${` and `}`.
    Placeholder(&'t str),
}

/// The name in a placeholder that may say what holds without a value: `NAME` of `NAME:-otherwise`.
pub(super) fn name_in(inner: &str) -> &str {
    inner.split_once(":-").map_or(inner, |(name, _)| name)
}

/// A placeholder for a variable, with what holds where it has no value. `None` when that cannot be written.
pub(super) fn placeholder(name: &str, otherwise: Option<&str>) -> Option<String> {
    match otherwise {
        None => Some(format!("${{{name}}}")),
        // A brace would end it early, and a variable within a variable is none that anybody reads.
        Some(text) if text.contains('}') || text.contains("${") => None,
        Some(text) => Some(format!("${{{name}:-{text}}}")),
    }
}

/// A text whose variables that are called like secrets say nothing of what holds without a value.
pub(super) fn without_secret_defaults(text: &str) -> String {
    let kept = |piece: Piece<'_>| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Placeholder(inner) if is_reference(inner) && names_a_secret(name_in(inner)) => {
            let empty = if inner.ends_with(":-") { ":-" } else { "" };
            format!("${{{}{empty}}}", name_in(inner))
        }
        Piece::Placeholder(inner) => format!("${{{inner}}}"),
    };
    pieces(text).into_iter().map(kept).collect()
}

/// The pieces of a text. A `${` without its `}` is text.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start + 2..].find('}') else { break };
        if start > 0 {
            pieces.push(Piece::Text(&rest[..start]));
        }
        pieces.push(Piece::Placeholder(&rest[start + 2..start + 2 + length]));
        rest = &rest[start + 2 + length + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// Whether a text can stand between `${` and `}` as a variable's name.
pub(super) fn is_variable(name: &str) -> bool {
    name.len() <= VARIABLE_MAX
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a placeholder stands for a variable, or for a key of the toolset's config.
fn is_reference(inner: &str) -> bool {
    let name = name_in(inner);
    is_variable(name) || config_key(name).is_some()
}

/// The key of a toolset's config that a placeholder names.
pub(super) fn config_key(name: &str) -> Option<&str> {
    name.strip_prefix("config.").filter(|key| key.parse::<ConfigKey>().is_ok())
}

/// The longest name of a variable, in bytes.
const VARIABLE_MAX: usize = 128;

/// Room that a made name leaves for a number behind it.
const NUMBER_ROOM: usize = 8;

/// Whether a text says everything by itself, so that it may be a secret: nothing in it is filled in later.
pub(super) fn is_literal(text: &str) -> bool {
    !text.contains("$workspace")
        && !pieces(text).iter().any(|piece| matches!(piece, Piece::Placeholder(inner) if is_reference(inner)))
}

/// Whether a text is nothing but variables, or names the chat's folder: only such a one may be shown to everybody.
pub(super) fn is_references(text: &str) -> bool {
    let pieces = pieces(text);
    let reference = |piece: &Piece<'_>| matches!(piece, Piece::Placeholder(inner) if is_reference(inner));
    text.contains("$workspace") || (!pieces.is_empty() && pieces.iter().all(reference))
}

/// Whether a variable, header, parameter or flag of this name usually holds a secret.
pub fn names_a_secret(name: &str) -> bool {
    const PARTS: [&str; 12] = [
        "token",
        "secret",
        "passw",
        "apikey",
        "api_key",
        "authorization",
        "credential",
        "privatekey",
        "private_key",
        "accesskey",
        "access_key",
        "bearer",
    ];
    let name = name.to_ascii_lowercase().replace('-', "_");
    name == "key" || name == "auth" || PARTS.iter().any(|part| name.contains(part))
}

/// The beginning of a header's value that is no secret: the name of its scheme with the space behind it.
pub(super) fn scheme(value: &str) -> &str {
    const SCHEMES: [&str; 5] = ["bearer", "basic", "token", "apikey", "digest"];
    match value.split_once(' ') {
        Some((word, rest))
            if !rest.trim().is_empty() && SCHEMES.contains(&word.to_ascii_lowercase().as_str()) =>
        {
            let behind = rest.len() - rest.trim_start().len();
            &value[..word.len() + 1 + behind]
        }
        _ => "",
    }
}

/// A variable's name for what stands under `key` of the server `id`, taken by none of `taken`; it is taken then.
pub(super) fn variable_name(id: &str, key: &str, taken: &mut BTreeSet<String>) -> String {
    let (id, key) = (upper_snake(id), upper_snake(&words_apart(key)));
    let mut name = match key.strip_prefix(&id) {
        Some(rest) if rest.is_empty() || rest.starts_with('_') => key.clone(),
        _ if key.is_empty() => format!("{id}_VALUE"),
        _ => format!("{id}_{key}"),
    };
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name.truncate(VARIABLE_MAX - NUMBER_ROOM);
    let numbered = (2..).map(|number: u32| format!("{name}_{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.unwrap_or(name);
    taken.insert(free.clone());
    free
}

/// `apiKey` as `api_Key`.
fn words_apart(key: &str) -> String {
    let mut apart = String::new();
    for character in key.chars() {
        if character.is_ascii_uppercase() && apart.ends_with(|c: char| c.is_ascii_lowercase()) {
            apart.push('_');
        }
        apart.push(character);
    }
    apart
}

/// Letters and digits in capitals, everything between them as one `_`; at most 64 characters.
fn upper_snake(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars().take(64) {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_uppercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    name.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        Piece, is_literal, names_a_secret, pieces, placeholder, scheme, variable_name,
        without_secret_defaults,
    };

    #[test]
    fn a_text_is_taken_apart_at_its_placeholders() {
        assert_eq!(pieces("a${B}c"), [Piece::Text("a"), Piece::Placeholder("B"), Piece::Text("c")]);
        assert_eq!(pieces("${A}${B}"), [Piece::Placeholder("A"), Piece::Placeholder("B")]);
        assert_eq!(pieces("a${B"), [Piece::Text("a${B")]);
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn what_holds_without_a_value_stays_where_it_can_be_written() {
        assert_eq!(placeholder("A", Some("$HOME/x")).as_deref(), Some("${A:-$HOME/x}"));
        assert_eq!(placeholder("A", Some("")).as_deref(), Some("${A:-}"));
        for unwritable in ["a}", "${HOME"] {
            assert_eq!(placeholder("A", Some(unwritable)), None);
        }
    }

    #[test]
    fn only_defaults_of_secrets_stay_behind() {
        let text = "a${REGION:-eu}${API_KEY:-sk-1}${TOKEN:-}${TOKEN}$x";
        assert_eq!(without_secret_defaults(text), "a${REGION:-eu}${API_KEY}${TOKEN:-}${TOKEN}$x");
    }

    #[test]
    fn a_literal_has_nothing_to_fill_in() {
        for literal in ["sk-1", "pa${ss", "${not-a-name}", "${config.}", "$HOME"] {
            assert!(is_literal(literal), "{literal}");
        }
        for other in ["${A}", "x${A}y", "${A:-b}", "${config.api_key}", "$workspace/a"] {
            assert!(!is_literal(other), "{other}");
        }
    }

    #[test]
    fn the_scheme_of_a_header_stays_readable() {
        assert_eq!(scheme("Bearer abc"), "Bearer ");
        assert_eq!(scheme("bearer  abc"), "bearer  ");
        for other in ["Bearer", "Bearer ", "abc def", ""] {
            assert_eq!(scheme(other), "");
        }
    }

    #[test]
    fn names_of_variables_say_whose_they_are_and_never_collide() {
        let mut taken = BTreeSet::from(["GITHUB_TOKEN".to_owned()]);
        assert_eq!(variable_name("github", "GITHUB_PERSONAL_TOKEN", &mut taken), "GITHUB_PERSONAL_TOKEN");
        assert_eq!(variable_name("github", "token", &mut taken), "GITHUB_TOKEN_2");
        assert_eq!(variable_name("github", "tok-en", &mut taken), "GITHUB_TOK_EN");
        assert_eq!(variable_name("github", "tok.en", &mut taken), "GITHUB_TOK_EN_2");
        assert_eq!(variable_name("7z", "ä", &mut taken), "_7Z_VALUE");
        assert_eq!(variable_name("git", "GITHUB", &mut taken), "GIT_GITHUB");
        assert_eq!(variable_name("tavily", "tavilyApiKey", &mut taken), "TAVILY_API_KEY");
    }

    #[test]
    fn names_of_secrets_are_known() {
        for name in ["GITHUB_TOKEN", "apiKey", "X-Api-Key", "Authorization", "password", "key"] {
            assert!(names_a_secret(name), "{name}");
        }
        for name in ["PORT", "author", "monkey", "region"] {
            assert!(!names_a_secret(name), "{name}");
        }
    }
}
