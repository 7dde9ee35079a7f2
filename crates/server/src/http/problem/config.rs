//! What is wrong with what people tell tools.

use pegboard_engine::{ConfigError, RotateError, SealKeyError};
use pegboard_model::config::ChangeError;

use crate::http::problem::{Problem, kinds};

impl From<ConfigError> for Problem {
    fn from(error: ConfigError) -> Self {
        match error {
            ConfigError::Lookup(error) => error.into(),
            ConfigError::Change(error) => {
                let problem = Self::new(kinds::INVALID_CONFIG, error.to_string());
                match error {
                    ChangeError::Unknown { near, .. } => {
                        problem.hint("GET the same address lists the keys.").near(near.into_iter().collect())
                    }
                    _ => problem,
                }
            }
            ConfigError::Seal(error) => Self::internal(&error),
            ConfigError::Store(error) => error.into(),
        }
    }
}

impl From<RotateError> for Problem {
    fn from(error: RotateError) -> Self {
        match error {
            RotateError::Key(SealKeyError::Given) => Self::new(kinds::CONFLICT, error.to_string()).hint(
                "Start the server with the new key in PEGBOARD_SECRET_KEY and the one before in \
                 PEGBOARD_SECRET_KEY_BEFORE: it seals everything anew.",
            ),
            RotateError::Store(error) => error.into(),
            RotateError::Key(_) | RotateError::Seal(_) => Self::internal(&error),
        }
    }
}
