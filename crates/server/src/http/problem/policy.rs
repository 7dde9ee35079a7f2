//! Which error of policy is which sort of problem, and what the caller can do about it.

use pegboard_engine::{PolicyError, PolicyTrialError};

use crate::http::problem::{Problem, kinds};

impl From<PolicyError> for Problem {
    fn from(error: PolicyError) -> Self {
        match error {
            PolicyError::Document(error) => Self::new(kinds::INVALID_POLICY, error.to_string()),
            PolicyError::OffByConfig => Self::new(kinds::CONFLICT, error.to_string())
                .hint("Start `pegboard serve` without --no-tools."),
            PolicyError::Store(error) => error.into(),
        }
    }
}

impl From<PolicyTrialError> for Problem {
    fn from(error: PolicyTrialError) -> Self {
        match error {
            PolicyTrialError::Document(error) => Self::new(kinds::INVALID_POLICY, error.to_string()),
            PolicyTrialError::Call(error) => error.into(),
        }
    }
}
