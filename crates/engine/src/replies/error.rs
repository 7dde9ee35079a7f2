//! Why there is no reply, or not a whole one.

use pegboard_model::ids::{MessageId, ToolName};
use pegboard_model::inference::ModelFailure;
use pegboard_model::reply::ReplyStatus;

use crate::chats::{AttachError, MessageError};
use crate::lookup::LookupError;
use crate::models::NoModel;
use crate::store::StoreError;

/// Why no reply was begun.
#[derive(Debug, thiserror::Error)]
pub enum ReplyError {
    #[error(transparent)]
    NoModel(#[from] NoModel),
    #[error("a reply is being written in this chat")]
    Busy,
    #[error("there is nothing to reply to in this chat yet")]
    Nothing,
    #[error("the reply {message} is {status}, so there is nothing to go on with")]
    Over { message: MessageId, status: ReplyStatus },
    #[error("the chat does not stand on a reply")]
    NoReply,
    #[error("there is no worker `{0}`")]
    NoWorker(ToolName),
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error(transparent)]
    Attach(#[from] AttachError),
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server is stopping.
    #[error("the server is stopping")]
    Closing,
}

/// Why a reply ended before it was whole.
#[derive(Debug, thiserror::Error)]
pub(super) enum Cut {
    #[error(transparent)]
    NoModel(#[from] NoModel),
    #[error(transparent)]
    Model(#[from] ModelFailure),
    #[error("this server was started without a way to language models")]
    Unreached,
    #[error("the model stopped because it may not write more")]
    Length,
    #[error("the model's server held the answer back")]
    Filtered,
    #[error("it took {0} steps; have it go on if it should")]
    Steps(usize),
    #[error("it took more than {0} tokens; have it go on if it should")]
    Tokens(u32),
    #[error("it took more than {0} seconds; have it go on if it should")]
    Time(u32),
    /// A person stopped it.
    #[error("stopped")]
    Stopped,
    /// The server stops.
    #[error("the server stopped")]
    Closing,
    #[error("the database failed")]
    Store(#[from] StoreError),
}
