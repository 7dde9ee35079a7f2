//! Why the tree of a chat stays as it is.

use pegboard_engine::{ArchiveFault, DeleteError, ExportChatError, ForkError, ImportChatError};

use crate::http::problem::{Problem, kinds};

/// What to do while a reply stands in the way.
const WRITING: &str = "Wait for its end, or POST /chats/{chat_id}/stop.";
const MESSAGES: &str = "GET /chats/{chat_id} lists the chat's messages.";

impl From<ForkError> for Problem {
    fn from(error: ForkError) -> Self {
        let text = error.to_string();
        match error {
            ForkError::Lookup(error) => error.into(),
            ForkError::NoMessage(_) => Self::new(kinds::NOT_FOUND, text).hint(MESSAGES),
            ForkError::Writing => Self::new(kinds::CONFLICT, text).hint(WRITING),
            ForkError::Share(_) => {
                tracing::error!(detail = text, "stored content is lost or damaged");
                Self::new(kinds::DAMAGED, text)
                    .hint("Restore the data folder from a backup, or fork at another message.")
            }
            ForkError::Settle(error) => error.into(),
            ForkError::Store(error) => error.into(),
        }
    }
}

impl From<ExportChatError> for Problem {
    fn from(error: ExportChatError) -> Self {
        let text = error.to_string();
        match error {
            ExportChatError::Lookup(error) => error.into(),
            ExportChatError::Writing => Self::new(kinds::CONFLICT, text).hint(WRITING),
            ExportChatError::TooMany(_) | ExportChatError::TooLarge => {
                Self::new(kinds::CONFLICT, text).hint("Fork the chat at an earlier message, and export that.")
            }
            ExportChatError::Blob(_) => {
                tracing::error!(detail = text, "stored content is lost or damaged");
                Self::new(kinds::DAMAGED, text).hint("Restore the data folder from a backup.")
            }
            ExportChatError::Disk(_) => Self::internal(&error),
            ExportChatError::Settle(error) => error.into(),
            ExportChatError::Store(error) => error.into(),
        }
    }
}

impl From<ImportChatError> for Problem {
    fn from(error: ImportChatError) -> Self {
        let text = error.to_string();
        match error {
            ImportChatError::Fault(ArchiveFault::Io(_))
            | ImportChatError::Unstored(_)
            | ImportChatError::Disk(_)
            | ImportChatError::Cut(_) => Self::internal(&error),
            ImportChatError::Archive(_) | ImportChatError::Fault(_) => Self::new(kinds::INVALID_CHAT, text)
                .hint("Nothing was imported. Export the chat again where it is."),
            ImportChatError::Message(error) => error.into(),
            ImportChatError::Settle(error) => error.into(),
            ImportChatError::Store(error) => error.into(),
        }
    }
}

impl From<DeleteError> for Problem {
    fn from(error: DeleteError) -> Self {
        let text = error.to_string();
        match error {
            DeleteError::Lookup(error) => error.into(),
            DeleteError::NoMessage(_) => Self::new(kinds::NOT_FOUND, text).hint(MESSAGES),
            DeleteError::NotDeleted(_) => Self::new(kinds::NOT_FOUND, text)
                .hint("GET /chats/{chat_id} lists under `deleted` what can be restored."),
            DeleteError::NoParent(_) => {
                Self::new(kinds::CONFLICT, text).hint("Restore the branch that it was deleted with first.")
            }
            DeleteError::Writing => Self::new(kinds::CONFLICT, text).hint(WRITING),
            DeleteError::Waiting => Self::new(kinds::CONFLICT, text)
                .hint("Approve or deny it first: GET /calls?chat_id=&status=pending has it."),
            DeleteError::Settle(error) => error.into(),
            DeleteError::Store(error) => error.into(),
        }
    }
}
