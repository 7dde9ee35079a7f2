//! Which refusal of a bundle is which sort of problem, and what the caller can do about it.

use pegboard_engine::{BundleError, ImportError, PreviewError};
use pegboard_model::servers::{AnswerErrors, AnswerFault};

use crate::http::problem::{Problem, kinds};
use crate::http::wire::problem::Violation;

impl From<BundleError> for Problem {
    fn from(error: BundleError) -> Self {
        let text = error.to_string();
        match error {
            BundleError::ArchiveTooLarge { .. } => Self::new(kinds::TOO_LARGE, text),
            BundleError::Status { .. } | BundleError::Download { .. } => {
                Self::new(kinds::UNREACHABLE_SOURCE, text)
            }
            BundleError::Checksum { .. } => Self::new(kinds::INVALID_BUNDLE, text)
                .hint("It was not unpacked. Ask whoever publishes it which of the two is right."),
            BundleError::Io { .. } => Self::internal(&error),
            _ => Self::new(kinds::INVALID_BUNDLE, text)
                .hint("Nothing was changed. Correct the bundle and import it again."),
        }
    }
}

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Bundle(error) => error.into(),
            ImportError::Answers(errors) => {
                let detail = "An answer to what the bundle asks is not taken. Nothing was changed.";
                Self::new(kinds::INVALID_VARIABLE, detail)
                    .violations(answers(&errors, ""))
                    .hint("POST /toolsets/preview shows the questions.")
            }
            ImportError::Keep(error) => error.into(),
            ImportError::Changed { .. } => Self::new(kinds::CONFLICT, error.to_string())
                .hint("Look at it again before you install it. Nothing was changed."),
            ImportError::OfWorker { .. } => Self::new(kinds::CONFLICT, error.to_string())
                .hint("Give the toolset another id, or remove the worker."),
            ImportError::Taken(_) => Self::new(kinds::CONFLICT, error.to_string())
                .hint("Give what the worker brings another name, or remove that toolset."),
            ImportError::Requirements(_) => Self::new(kinds::INVALID_BUNDLE, error.to_string())
                .hint("Nothing was changed. Save it as UTF-8 text."),
            ImportError::Storage(_) | ImportError::Manifest(_) => Self::internal(&error),
            ImportError::Store(error) => error.into(),
        }
    }
}

impl From<PreviewError> for Problem {
    fn from(error: PreviewError) -> Self {
        match error {
            PreviewError::Import(error) => error.into(),
            PreviewError::Stored(_) => Self::internal(&error),
        }
    }
}

/// Every answer that is not taken; `of` is the server's id and a dot, where there are several.
pub(crate) fn answers(errors: &AnswerErrors, of: &str) -> Vec<Violation> {
    let violation = |(name, fault): &(String, AnswerFault)| Violation {
        path: format!("answers.{of}{name}"),
        rule: "answer".to_owned(),
        message: fault.to_string(),
    };
    errors.0.iter().map(violation).collect()
}
