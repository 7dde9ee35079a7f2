//! The packages a toolset asks for. The lines come from a bundle and are hostile until checked here.

use std::collections::BTreeSet;

/// How many packages one toolset may ask for.
const MAX_LINES: usize = 100;

/// How long one line may be, in bytes.
const MAX_LINE: usize = 300;

/// Requirement lines that name packages of the configured index, and nothing else.
///
/// Allowed is what PEP 508 calls a name, extras, version specifiers and markers: `httpx[http2]>=0.27,<1; python_version < "3.13"`.
/// Refused are options (`-r`, `--index-url`), paths, editable installs and direct references (`name @ https://…`):
/// where packages come from is the business of whoever runs the server, not of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Requirements(BTreeSet<String>);

/// A requirement line that is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequirementError {
    /// Too many.
    #[error("a toolset may name at most {MAX_LINES} requirements, this one has {0}")]
    TooMany(usize),
    /// Too long.
    #[error("the requirement `{0}…` is longer than {MAX_LINE} bytes")]
    TooLong(String),
    /// An option of an installer.
    #[error("the requirement `{0}` is an option: name packages only")]
    Option(String),
    /// A URL or a path.
    #[error("the requirement `{0}` is a URL or a path: only packages by name are installed")]
    Location(String),
    /// Anything else.
    #[error("`{0}` is not a requirement: write it like `name>=1.2`")]
    Malformed(String),
}

impl Requirements {
    /// Checks lines; blank ones and comments are passed over, order and repetition do not matter.
    ///
    /// # Errors
    /// On the first line that is not taken.
    pub fn parse<L: AsRef<str>>(lines: &[L]) -> Result<Self, RequirementError> {
        if lines.len() > MAX_LINES {
            return Err(RequirementError::TooMany(lines.len()));
        }
        let mut set = BTreeSet::new();
        for line in lines {
            let line = line.as_ref().trim();
            if !line.is_empty() && !line.starts_with('#') {
                set.insert(checked(line)?);
            }
        }
        Ok(Self(set))
    }

    /// The lines, sorted.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn checked(line: &str) -> Result<String, RequirementError> {
    let shown = || line.chars().take(80).collect::<String>();
    if line.len() > MAX_LINE {
        return Err(RequirementError::TooLong(shown()));
    }
    if line.contains(char::is_control) {
        return Err(RequirementError::Malformed(shown().escape_debug().to_string()));
    }
    if line.starts_with('-') || line.contains(" -") {
        return Err(RequirementError::Option(shown()));
    }
    if line.contains(['/', '\\', '@']) || line.starts_with('.') {
        return Err(RequirementError::Location(shown()));
    }
    let (package, marker) = match line.split_once(';') {
        Some((package, marker)) => (package.trim(), Some(marker.trim())),
        None => (line, None),
    };
    if is_package(package) && marker.is_none_or(is_marker) {
        Ok(line.to_owned())
    } else {
        Err(RequirementError::Malformed(shown()))
    }
}

/// `name`, `name[extra]`, `name>=1`, `name (>=1)`.
fn is_package(text: &str) -> bool {
    let name_end = text.find(|char: char| !is_name_char(char)).unwrap_or(text.len());
    let (name, rest) = text.split_at(name_end);
    let mut rest = rest.trim_start();
    if let Some(extras) = rest.strip_prefix('[') {
        let Some((inside, after)) = extras.split_once(']') else {
            return false;
        };
        if !inside.split(',').all(|extra| is_name(extra.trim())) {
            return false;
        }
        rest = after.trim_start();
    }
    let rest = match rest.strip_prefix('(') {
        Some(inside) => match inside.strip_suffix(')') {
            Some(inside) => inside,
            None => return false,
        },
        None => rest,
    };
    is_name(name) && (rest.is_empty() || rest.split(',').all(|one| is_specifier(one.trim())))
}

fn is_name_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '.' | '_' | '-')
}

fn is_name(text: &str) -> bool {
    let ends = |char: char| char.is_ascii_alphanumeric();
    text.starts_with(ends) && text.ends_with(ends) && text.chars().all(is_name_char)
}

fn is_specifier(text: &str) -> bool {
    let operator = ["===", "==", "!=", "~=", ">=", "<=", ">", "<"]
        .into_iter()
        .find_map(|operator| text.strip_prefix(operator));
    operator.is_some_and(|version| {
        let version = version.trim_start();
        version.starts_with(|char: char| char.is_ascii_alphanumeric())
            && version.chars().all(|char| is_name_char(char) || matches!(char, '*' | '+' | '!'))
    })
}

fn is_marker(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|char| {
            is_name_char(char) || matches!(char, ' ' | '"' | '\'' | '<' | '>' | '=' | '!' | '~' | '(' | ')')
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::{prop_assert, proptest};

    use super::{MAX_LINE, MAX_LINES, RequirementError, Requirements};

    #[test]
    fn names_extras_versions_and_markers_are_taken() {
        let lines = [
            "httpx",
            "httpx[http2, brotli]>=0.27,<1",
            "typing_extensions (>=4)",
            "a==1.*",
            "a ~= 1!2.0+local.1",
            "tomli>=2; python_version < \"3.11\" and sys_platform != 'win32'",
            "# a comment",
            "  ",
            "httpx",
        ];
        let taken = Requirements::parse(&lines).unwrap();
        assert_eq!(taken.lines().count(), 6);
    }

    #[test]
    fn options_places_and_nonsense_are_refused_by_kind() {
        for (line, want) in [
            ("-r other.txt", "option"),
            ("--index-url=x", "option"),
            ("-e .", "option"),
            ("./local", "URL or a path"),
            ("a @ https://example.org/a.whl", "URL or a path"),
            ("git+ssh://x", "URL or a path"),
            ("..", "URL or a path"),
            ("a b", "not a requirement"),
            ("a\n>=1", "not a requirement"),
            ("a>=1 --hash=sha256:0", "option"),
            ("a>=", "not a requirement"),
            ("a[", "not a requirement"),
            ("a>=${HOME}", "not a requirement"),
            ("a; ", "not a requirement"),
            ("größe", "not a requirement"),
        ] {
            let refused = Requirements::parse(&[line]).unwrap_err().to_string();
            assert!(refused.contains(want), "{line}: {refused}");
        }
    }

    #[test]
    fn count_and_length_are_limited() {
        assert_eq!(
            Requirements::parse(&vec!["a"; MAX_LINES + 1]),
            Err(RequirementError::TooMany(MAX_LINES + 1))
        );
        let long = "a".repeat(MAX_LINE + 1);
        assert!(matches!(Requirements::parse(&[long]), Err(RequirementError::TooLong(_))));
    }

    proptest! {
        #[test]
        fn nothing_that_passes_can_leave_its_line_or_become_an_option(line in "\\PC{0,40}|[a-z@/;$\\-\\[\\]<>=!~ \n\r\t\"'#.]{0,30}") {
            if let Ok(taken) = Requirements::parse(&[&line]) {
                for line in taken.lines() {
                    prop_assert!(!line.contains(['\n', '\r', '/', '\\', '@', '$', '#']));
                    prop_assert!(line.starts_with(|c: char| c.is_ascii_alphanumeric()));
                    prop_assert!(!line.contains(" -"));
                }
            }
        }
    }
}
