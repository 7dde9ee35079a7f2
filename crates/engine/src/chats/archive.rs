//! A whole chat as a ZIP, and a chat made of one, in this house or another.
//!
//! `chat.json` has the chat itself. `states.jsonl`, `messages.jsonl` and `calls.jsonl` have a JSON object on each line: the states of
//! the workspace, each as what differs from the line before; the messages, parents first; the calls. `blobs/` has the
//! content of files under their SHA-256.
//!
//! What was deleted is not in it, nor what waits to be approved would do, nor anything that was granted.

mod export;
mod format;
mod fresh;
mod import;
mod read;
mod states;

pub use export::{ChatArchive, ExportChatError, WriteChatError};
pub use format::{ARCHIVE_BLOBS_MAX, ARCHIVE_LINE_MAX, ARCHIVE_LINES_MAX, ARCHIVE_UNPACKED_MAX};
pub use import::ImportChatError;
pub use read::{ArchiveFault, check_chat_archive};

pub(crate) use export::export;
pub(crate) use import::import;
