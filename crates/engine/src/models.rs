//! Language models that the house may ask: profiles with their keys, which are kept encrypted and never shown.

mod draft;
mod kept;
mod trial;

pub use draft::{KeyChange, MODELS_MAX, ModelDraft, ModelFault};
pub use kept::{ModelError, NoModel};
pub(crate) use kept::{access, access_of, list, put, remove, set_default};
pub use trial::ModelTrial;
pub(crate) use trial::test;
