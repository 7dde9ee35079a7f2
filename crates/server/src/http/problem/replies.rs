//! Why no reply was begun, for whoever asked for one.

use pegboard_engine::ReplyError;

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
            ReplyError::Lookup(error) => error.into(),
            ReplyError::Store(error) => error.into(),
            ReplyError::Closing => Self::new(kinds::SHUTTING_DOWN, text),
        }
    }
}
