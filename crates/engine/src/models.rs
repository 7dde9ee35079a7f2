//! The models that can reply.

use pegboard_model::inference::{ModelAccess, ProfileName};

use crate::core::Core;

/// There is no model to ask.
#[derive(Debug, thiserror::Error)]
pub enum NoModel {
    /// None is set up.
    #[error("no model is set up that could reply")]
    NoneSetUp,
}

/// How a model is reached; `None` is the house's default.
#[allow(clippy::unused_async, reason = "profiles are kept in the database")]
pub(crate) async fn access(_core: &Core, _name: Option<&ProfileName>) -> Result<ModelAccess, NoModel> {
    Err(NoModel::NoneSetUp)
}
