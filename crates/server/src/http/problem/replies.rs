//! Why no reply was begun, for whoever asked for one.

use pegboard_engine::{AttachError, ReplyError};

use crate::http::problem::{Problem, kinds};

impl From<ReplyError> for Problem {
    fn from(error: ReplyError) -> Self {
        let text = error.to_string();
        match error {
            ReplyError::NoModel(error) => error.into(),
            ReplyError::Busy => Self::new(kinds::CONFLICT, text)
                .hint("GET /chats/{chat_id}/stream follows it; POST /chats/{chat_id}/stop stops it."),
            ReplyError::Nothing => {
                Self::new(kinds::CONFLICT, text).hint("Send a message of the role `user` with it.")
            }
            ReplyError::Over { .. } | ReplyError::NoReply => {
                Self::new(kinds::CONFLICT, text).hint("Send a message, or have the reply written anew.")
            }
            ReplyError::NoWorker(_) => {
                Self::new(kinds::NOT_FOUND, text).hint("GET /workers lists the workers.")
            }
            ReplyError::Message(error) => error.into(),
            ReplyError::Attach(error) => error.into(),
            ReplyError::Lookup(error) => error.into(),
            ReplyError::Store(error) => error.into(),
            ReplyError::Closing => Self::new(kinds::SHUTTING_DOWN, text),
        }
    }
}

impl From<AttachError> for Problem {
    fn from(error: AttachError) -> Self {
        let text = error.to_string();
        match error {
            AttachError::TooMany | AttachError::TooLarge { .. } | AttachError::AllTooLarge(_) => {
                Self::new(kinds::TOO_LARGE, text)
                    .hint("PUT /chats/{chat_id}/workspace/files/{path} takes larger files; name their paths in the text.")
            }
            AttachError::NoFile { .. } => {
                Self::new(kinds::NOT_FOUND, text).hint("Send the file itself, as a `data:` address.")
            }
            AttachError::Name { .. } => Self::new(kinds::INVALID_PATH, text),
            AttachError::InTheWay(_) => Self::new(kinds::CONFLICT, text)
                .hint("Files of messages are put into the folder `uploads`; move what is in its way."),
            AttachError::Unstored(_) => Self::internal(&error),
            AttachError::Message(error) => error.into(),
        }
    }
}
