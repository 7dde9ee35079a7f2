//! Arguments that people keep.

use pegboard_model::saved_input::InputName;
use pegboard_model::time::Timestamp;
use serde_json::{Map, Value};

/// Arguments of one tool under a name.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedInput {
    /// Unique for its tool.
    pub name: InputName,
    /// As they were given; whether they hold against the tool's schema is seen when it is called.
    pub args: Map<String, Value>,
    /// When they were saved last.
    pub updated_at: Timestamp,
}
