//! Values for `${VAR}` in a toolset's servers and Node tools, as they are kept: encrypted, each bound to its toolset and name.

use pegboard_model::ids::ToolsetId;

use crate::seal::{Place, SealError, SealTurn};

/// Bytes of a variable's value.
pub const VALUE_MAX: usize = 64 << 10;
/// Characters of a name.
const NAME_MAX: usize = 128;

/// Why a value cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The name cannot stand in `${…}`.
    #[error("`{0}` cannot name a variable: use letters, digits and `_`, no digit first, at most 128")]
    Name(String),
    /// The value is too long.
    #[error("a variable's value may have at most {} KiB", VALUE_MAX >> 10)]
    TooLong,
    /// It could not be encrypted.
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// Seals a value for its place, if name and value can be kept.
pub(crate) fn seal(
    turn: &SealTurn<'_>,
    toolset: &ToolsetId,
    name: &str,
    value: &str,
) -> Result<String, KeepError> {
    let first = name.chars().next();
    let named = first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !named || name.len() > NAME_MAX {
        return Err(KeepError::Name(name.chars().take(NAME_MAX).collect()));
    }
    if value.len() > VALUE_MAX {
        return Err(KeepError::TooLong);
    }
    Ok(turn.seal(&place(toolset, name), value)?)
}

/// Where a variable's sealed value belongs.
pub(crate) fn place(toolset: &ToolsetId, name: &str) -> Place {
    Place::Variable { toolset: toolset.clone(), name: name.to_owned() }
}
