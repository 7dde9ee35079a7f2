//! Which error of records is which sort of problem.

use pegboard_engine::RetentionError;

use crate::http::problem::{Problem, kinds};

impl From<RetentionError> for Problem {
    fn from(error: RetentionError) -> Self {
        match error {
            RetentionError::Days => Self::new(kinds::INVALID_BODY, error.to_string()),
            RetentionError::Store(error) => error.into(),
        }
    }
}
