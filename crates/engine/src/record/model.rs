//! Language models that a house may ask.

use pegboard_model::inference::ModelProfile;
use pegboard_model::time::Timestamp;

/// A profile, without its key.
#[derive(Debug, Clone)]
pub struct ModelRecord {
    /// How it is reached.
    pub profile: ModelProfile,
    /// Whether a key is kept for it.
    pub has_key: bool,
    /// Whether it is asked where nobody names another.
    pub is_default: bool,
    /// When it was added.
    pub created_at: Timestamp,
    /// What its owner should know of the way to it.
    pub warning: Option<String>,
}
