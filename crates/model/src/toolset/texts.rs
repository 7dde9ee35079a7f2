//! Texts that several parts of a manifest have.

use crate::document::{At, Problems};

/// The longest name, version or id, in bytes.
pub(crate) const NAME_MAX: usize = 200;

/// The longest description, in bytes.
pub(crate) const DESCRIPTION_MAX: usize = 16 << 10;

/// A display name: one line, not empty.
pub(crate) fn read_name(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let name = at.text(NAME_MAX, problems)?;
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        at.problem(problems, "a name must be one line of text, and not empty");
        return None;
    }
    Some(name)
}
