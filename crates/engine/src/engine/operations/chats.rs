//! Chats and their tree of messages.

use std::path::PathBuf;

use pegboard_model::ids::{ChatId, MessageId};

use crate::chats::archive::{self, ChatArchive, ExportChatError, ImportChatError};
use crate::chats::delete::{self, DeleteError};
use crate::chats::fork::{self, ForkError, NewFork};
use crate::chats::search::{self, ChatHit};
use crate::chats::{self, ChatDetail, MessageError, NewMessage, RenameError};
use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::record::{ChatRecord, Kept, MessageRecord, Page, PageRequest};
use crate::store::StoreError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn create_chat(&self, title: Option<String>) -> Result<ChatRecord, StoreError> {
        chats::create(self.core(), title).await
    }

    pub async fn chats(&self, page: PageRequest, which: Kept) -> Result<Page<ChatRecord>, StoreError> {
        self.core().store.chats(page, which).await
    }

    /// Chats that say what a person looks for.
    pub async fn search_chats(&self, query: &str, page: PageRequest) -> Result<Page<ChatHit>, StoreError> {
        search::search(self.core(), query, page).await
    }

    pub async fn chat(&self, id: ChatId) -> Result<ChatDetail, LookupError> {
        chats::detail(self.core(), id).await
    }

    pub async fn rename_chat(&self, id: ChatId, title: &str) -> Result<ChatRecord, RenameError> {
        chats::rename(self.core(), id, title).await
    }

    /// Makes a chat of a branch of this one, with its workspace.
    pub async fn fork_chat(&self, id: ChatId, new: NewFork) -> Result<ChatRecord, ForkError> {
        self.uncut(|core| async move { fork::fork(&core, id, new).await }).await
    }

    /// Gathers a chat as it is at this moment, to be written as a ZIP.
    pub async fn export_chat(&self, id: ChatId) -> Result<ChatArchive, ExportChatError> {
        self.uncut(|core| async move { archive::export(&core, id).await }).await
    }

    /// Makes a chat of such a ZIP, a file of this machine.
    pub async fn import_chat(&self, archive: PathBuf) -> Result<ChatRecord, ImportChatError> {
        self.uncut(|core| async move { archive::import(&core, archive).await }).await
    }

    /// Deletes a message with all below it; what was deleted can be restored.
    pub async fn delete_branch(&self, chat: ChatId, message: MessageId) -> Result<ChatRecord, DeleteError> {
        self.uncut(|core| async move { delete::delete_branch(&core, chat, message).await }).await
    }

    pub async fn restore_branch(&self, chat: ChatId, message: MessageId) -> Result<ChatRecord, DeleteError> {
        self.uncut(|core| async move { delete::restore_branch(&core, chat, message).await }).await
    }

    /// Deletes a chat, which can be restored.
    pub async fn delete_chat(&self, id: ChatId) -> Result<(), DeleteError> {
        self.uncut(|core| async move { delete::delete(&core, id).await }).await
    }

    pub async fn restore_chat(&self, id: ChatId) -> Result<ChatRecord, DeleteError> {
        self.uncut(|core| async move { delete::restore(&core, id).await }).await
    }

    /// One chat without its messages.
    pub async fn chat_record(&self, id: ChatId) -> Result<ChatRecord, LookupError> {
        chats::show(self.core(), id).await
    }

    pub async fn default_chat(&self) -> Result<ChatId, StoreError> {
        chats::default_chat(self.core()).await
    }

    /// The chat of an owner, such as a token, who has one for all that they call; made when it is first needed.
    pub async fn chat_of(&self, owner: &str, title: &str) -> Result<ChatId, StoreError> {
        chats::chat_of(self.core(), owner, title).await
    }

    pub async fn add_message(
        &self,
        chat: ChatId,
        message: NewMessage,
    ) -> Result<MessageRecord, MessageError> {
        self.uncut(|core| async move { chats::add_message(&core, chat, message).await }).await
    }

    pub async fn set_active_leaf(
        &self,
        chat: ChatId,
        message: MessageId,
    ) -> Result<ChatRecord, MessageError> {
        self.uncut(|core| async move { chats::set_active_leaf(&core, chat, message).await }).await
    }
}
