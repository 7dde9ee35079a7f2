//! Rows of `chats` and `messages`.

use std::collections::HashMap;

use pegboard_model::chat_search::said;
use pegboard_model::ids::{ChatId, ManifestId, MessageId};
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{ChatRecord, FolderState, Kept, MessageRecord, Page, PageRequest};
use crate::store::chat_index;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{json, parse, parse_opt, to_json};
use crate::store::entity::{chat, message};

const CHATS: &str = "chats";
const MESSAGES: &str = "messages";

impl Write {
    pub(crate) async fn add_chat(&self, chat: &ChatRecord) -> Result<(), StoreError> {
        let row = chat::ActiveModel {
            id: Set(chat.id.to_string()),
            title: Set(chat.title.clone()),
            created_at: Set(chat.created_at.to_string()),
            active_leaf_message_id: Set(None),
            active_manifest_id: Set(None),
            checking_out: Set(false),
            deleted_at: Set(None),
            untitled: Set(false),
        };
        chat::Entity::insert(row).exec_without_returning(self.tx()).await?;
        chat_index::put(self.tx(), &chat.id.to_string(), chat_index::TITLE, &chat.title).await?;
        Ok(())
    }

    pub(crate) async fn add_message(&self, message: &MessageRecord) -> Result<(), StoreError> {
        let row = message::ActiveModel {
            id: Set(message.id.to_string()),
            chat_id: Set(message.chat.to_string()),
            parent_id: Set(message.parent.map(|id| id.to_string())),
            role: Set(message.role.as_str().to_owned()),
            content: Set(to_json(MESSAGES, &message.content)?),
            created_at: Set(message.created_at.to_string()),
            manifest_id: Set(message.manifest.map(|id| id.to_string())),
            deleted_at: Set(None),
            deleted_with: Set(None),
        };
        message::Entity::insert(row).exec_without_returning(self.tx()).await?;
        let text = said(&message.content);
        if !text.is_empty() {
            let (chat, message) = (message.chat.to_string(), message.id.to_string());
            chat_index::put(self.tx(), &chat, &message, &text).await?;
        }
        Ok(())
    }

    /// Gives a chat another title; says whether there is such a chat.
    pub(crate) async fn set_title(&self, chat: ChatId, title: &str) -> Result<bool, StoreError> {
        let done = chat::Entity::update_many()
            .col_expr(chat::Column::Title, title.into())
            .col_expr(chat::Column::Untitled, false.into())
            .filter(chat::Column::Id.eq(chat.to_string()))
            .filter(chat::Column::DeletedAt.is_null())
            .exec(self.tx())
            .await?;
        if done.rows_affected == 0 {
            return Ok(false);
        }
        chat_index::put(self.tx(), &chat.to_string(), chat_index::TITLE, title).await?;
        Ok(true)
    }

    /// Notes that nobody gave the chat a title.
    pub(crate) async fn leave_untitled(&self, chat: ChatId) -> Result<(), StoreError> {
        let row =
            chat::ActiveModel { id: Unchanged(chat.to_string()), untitled: Set(true), ..Default::default() };
        chat::Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Whether nobody gave the chat a title yet.
    pub(crate) async fn is_untitled(&self, chat: ChatId) -> Result<bool, StoreError> {
        let untitled: Option<bool> = chat::Entity::find_by_id(chat.to_string())
            .select_only()
            .column(chat::Column::Untitled)
            .into_tuple()
            .one(self.tx())
            .await?;
        Ok(untitled.unwrap_or(false))
    }

    /// Moves the conversation to a message; `None` is above all messages.
    pub(crate) async fn set_leaf(&self, chat: ChatId, leaf: Option<MessageId>) -> Result<(), StoreError> {
        let row = chat::ActiveModel {
            id: Unchanged(chat.to_string()),
            active_leaf_message_id: Set(leaf.map(|id| id.to_string())),
            ..Default::default()
        };
        chat::Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Moves the chat to a state of its workspace that its folder already has.
    pub(crate) async fn set_manifest(
        &self,
        chat: ChatId,
        manifest: Option<ManifestId>,
    ) -> Result<(), StoreError> {
        self.move_manifest(chat, manifest, false).await
    }

    /// Moves the chat to a state that its folder is yet to be given. Until [`Write::set_manifest`] says that it
    /// has it, a restart checks it out again instead of taking a half-done checkout for somebody's edit.
    pub(crate) async fn begin_checkout(
        &self,
        chat: ChatId,
        manifest: Option<ManifestId>,
    ) -> Result<(), StoreError> {
        self.move_manifest(chat, manifest, true).await
    }

    async fn move_manifest(
        &self,
        chat: ChatId,
        manifest: Option<ManifestId>,
        checking_out: bool,
    ) -> Result<(), StoreError> {
        let row = chat::ActiveModel {
            id: Unchanged(chat.to_string()),
            active_manifest_id: Set(manifest.map(|id| id.to_string())),
            checking_out: Set(checking_out),
            ..Default::default()
        };
        chat::Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Records the state of the workspace after a message.
    pub(crate) async fn set_message_manifest(
        &self,
        message: MessageId,
        manifest: Option<ManifestId>,
    ) -> Result<(), StoreError> {
        let row = message::ActiveModel {
            id: Unchanged(message.to_string()),
            manifest_id: Set(manifest.map(|id| id.to_string())),
            ..Default::default()
        };
        message::Entity::update(row).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}

impl Store {
    pub(crate) async fn chat(&self, id: ChatId) -> Result<Option<ChatRecord>, StoreError> {
        let query = chat::Entity::find_by_id(id.to_string()).filter(chat::Column::DeletedAt.is_null());
        let row = query.one(self.reader()).await?;
        row.map(chat_record).transpose()
    }

    pub(crate) async fn chats(&self, page: PageRequest, which: Kept) -> Result<Page<ChatRecord>, StoreError> {
        let shown = match which {
            Kept::There => chat::Column::DeletedAt.is_null(),
            Kept::Deleted => chat::Column::DeletedAt.is_not_null(),
        };
        let query = chat::Entity::find().filter(shown).order_by_desc(chat::Column::Id);
        let mut query = query.limit(page.rows() + 1);
        if let Some(cursor) = page.cursor {
            query = query.filter(chat::Column::Id.lt(cursor.to_string()));
        }
        let rows = query.all(self.reader()).await?;
        let records = rows.into_iter().map(chat_record).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::cut(records, page.rows(), |chat| chat.id))
    }

    /// Chats whose checkout a server did not finish.
    pub(crate) async fn unfinished_checkouts(&self) -> Result<Vec<ChatRecord>, StoreError> {
        let unfinished = chat::Column::CheckingOut.eq(true);
        let rows = chat::Entity::find().filter(unfinished).all(self.reader()).await?;
        rows.into_iter().map(chat_record).collect()
    }

    pub(crate) async fn message(&self, id: MessageId) -> Result<Option<MessageRecord>, StoreError> {
        let query = message::Entity::find_by_id(id.to_string()).filter(message::Column::DeletedAt.is_null());
        let row = query.one(self.reader()).await?;
        row.as_ref().map(message_record).transpose()
    }

    /// The parent of each message of a chat.
    pub(crate) async fn parents(
        &self,
        chat: ChatId,
    ) -> Result<HashMap<MessageId, Option<MessageId>>, StoreError> {
        let rows: Vec<(String, Option<String>)> = message::Entity::find()
            .filter(message::Column::ChatId.eq(chat.to_string()))
            .select_only()
            .columns([message::Column::Id, message::Column::ParentId])
            .into_tuple()
            .all(self.reader())
            .await?;
        let read = |(id, parent): (String, Option<String>)| {
            Ok((parse(MESSAGES, &id)?, parse_opt(MESSAGES, parent.as_deref())?))
        };
        rows.into_iter().map(read).collect()
    }

    /// All messages of a chat, oldest first, so that parents come before children.
    pub(crate) async fn messages(&self, chat: ChatId) -> Result<Vec<MessageRecord>, StoreError> {
        let rows = message::Entity::find()
            .filter(message::Column::ChatId.eq(chat.to_string()))
            .filter(message::Column::DeletedAt.is_null())
            .order_by_asc(message::Column::Id)
            .all(self.reader())
            .await?;
        rows.iter().map(message_record).collect()
    }
}

fn chat_record(row: chat::Model) -> Result<ChatRecord, StoreError> {
    Ok(ChatRecord {
        id: parse(CHATS, &row.id)?,
        title: row.title,
        created_at: parse(CHATS, &row.created_at)?,
        active_leaf: parse_opt(CHATS, row.active_leaf_message_id.as_deref())?,
        active_manifest: parse_opt(CHATS, row.active_manifest_id.as_deref())?,
        folder: if row.checking_out { FolderState::CheckingOut } else { FolderState::There },
    })
}

fn message_record(row: &message::Model) -> Result<MessageRecord, StoreError> {
    Ok(MessageRecord {
        id: parse(MESSAGES, &row.id)?,
        chat: parse(MESSAGES, &row.chat_id)?,
        parent: parse_opt(MESSAGES, row.parent_id.as_deref())?,
        role: parse(MESSAGES, &row.role)?,
        content: json(MESSAGES, &row.content)?,
        created_at: parse(MESSAGES, &row.created_at)?,
        manifest: parse_opt(MESSAGES, row.manifest_id.as_deref())?,
    })
}
