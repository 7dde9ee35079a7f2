//! Which error of language models is which sort of problem.

use pegboard_engine::{ModelError, ModelFault, NoModel};

use crate::http::problem::{Problem, kinds};

impl From<ModelError> for Problem {
    fn from(error: ModelError) -> Self {
        let text = error.to_string();
        match error {
            ModelError::Lookup(error) => error.into(),
            ModelError::Fault(ModelFault::TooMany) => {
                Self::new(kinds::CONFLICT, text).hint("DELETE /models/{name} removes one.")
            }
            ModelError::Fault(ModelFault::KeyForAnother) => Self::new(kinds::INVALID_MODEL, text)
                .hint("A key goes to no server but the one that it was given for."),
            ModelError::Name(_) | ModelError::Fault(_) => Self::new(kinds::INVALID_MODEL, text),
            ModelError::Seal(error) => Self::internal(&error),
            ModelError::Store(error) => error.into(),
        }
    }
}

impl From<NoModel> for Problem {
    fn from(error: NoModel) -> Self {
        let text = error.to_string();
        match error {
            NoModel::NoneSetUp => Self::new(kinds::NO_MODEL, "No language model is set up.").hint(
                "Add one: `pegboard model set NAME --protocol openai --model MODEL --key-from-stdin`, or \
                 PUT /models/NAME.",
            ),
            NoModel::Unknown(error) => error.into(),
            NoModel::Key { .. } => Self::new(kinds::NO_MODEL, text).hint("Set its key again."),
            NoModel::Store(error) => error.into(),
        }
    }
}
