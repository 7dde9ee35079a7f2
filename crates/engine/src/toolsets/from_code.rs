//! What a tool's code says of it, within bounds.

use serde_json::Value;

/// Characters of a name that code gives to a tool.
pub(super) const NAME_MAX: usize = 200;
/// Characters of a description that code gives to a tool.
pub(super) const DESCRIPTION_MAX: usize = 20_000;
/// Bytes of a schema that code gives to a tool, as JSON.
const SCHEMA_MAX: usize = 256 << 10;
/// A text of a tool's code without control characters that only mislead, and not endless; `None` when nothing is left.
pub(super) fn clipped(text: Option<String>, most: usize) -> Option<String> {
    let text: String =
        text?.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).take(most).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whether a schema is not larger than is kept.
pub(super) fn fits(schema: &Value) -> bool {
    schema.to_string().len() <= SCHEMA_MAX
}

/// What is said of one that does not.
pub(super) fn too_large() -> String {
    format!("its input schema is larger than {} KiB", SCHEMA_MAX >> 10)
}
