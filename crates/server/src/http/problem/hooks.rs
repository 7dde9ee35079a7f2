//! Which error of webhooks is which sort of problem.

use pegboard_engine::{DeliverError, MakeHookError};

use crate::http::problem::{Problem, kinds};

impl From<MakeHookError> for Problem {
    fn from(error: MakeHookError) -> Self {
        let text = error.to_string();
        match error {
            MakeHookError::Lookup(error) => error.into(),
            MakeHookError::PromptTooLong => Self::new(kinds::INVALID_BODY, text),
            MakeHookError::Random(_) | MakeHookError::Seal(_) => Self::internal(&error),
            MakeHookError::Store(error) => error.into(),
        }
    }
}

/// Whoever delivers is told what is wrong with what they sent.
impl From<DeliverError> for Problem {
    fn from(error: DeliverError) -> Self {
        let text = error.to_string();
        match error {
            DeliverError::NoHook => Self::new(kinds::NOT_FOUND, text),
            DeliverError::Repeated => Self::new(kinds::CONFLICT, text),
            DeliverError::NoObject => Self::new(kinds::INVALID_BODY, text),
            DeliverError::Seal(_) => Self::internal(&error),
            DeliverError::Call(error) => error.into(),
            DeliverError::Store(error) => error.into(),
        }
    }
}
