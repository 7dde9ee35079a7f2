//! Chats and branches that are deleted, and restored.

use pegboard_model::call::CallStatus;
use pegboard_model::ids::{ChatId, ManifestId, MessageId};
use pegboard_model::time::Timestamp;
use sea_orm::sea_query::{Query, SimpleExpr};
use sea_orm::{ColumnTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::record::{DeletedBranch, ManifestSource};
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{parse, parse_opt};
use crate::store::entity::{call, chat, manifest, message, prompt};

const MESSAGES: &str = "messages";
/// Ids that one statement names at most; databases have limits.
const IDS: usize = 500;

impl Write {
    /// Marks messages as deleted with the one above them.
    pub(crate) async fn delete_messages(
        &self,
        with: MessageId,
        messages: &[MessageId],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        for some in messages.chunks(IDS) {
            message::Entity::update_many()
                .filter(message::Column::Id.is_in(some.iter().map(ToString::to_string)))
                .col_expr(message::Column::DeletedAt, SimpleExpr::from(at.to_string()))
                .col_expr(message::Column::DeletedWith, SimpleExpr::from(with.to_string()))
                .exec(self.tx())
                .await?;
        }
        Ok(())
    }

    /// Brings back what was deleted with a message.
    pub(crate) async fn restore_messages(&self, with: MessageId) -> Result<(), StoreError> {
        message::Entity::update_many()
            .filter(message::Column::DeletedWith.eq(with.to_string()))
            .col_expr(message::Column::DeletedAt, SimpleExpr::from(None::<String>))
            .col_expr(message::Column::DeletedWith, SimpleExpr::from(None::<String>))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Marks a chat as deleted, or takes the mark away; whether that changed something.
    pub(crate) async fn set_chat_deleted(
        &self,
        chat: ChatId,
        at: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let before = match at {
            Some(_) => chat::Column::DeletedAt.is_null(),
            None => chat::Column::DeletedAt.is_not_null(),
        };
        let done = chat::Entity::update_many()
            .filter(chat::Column::Id.eq(chat.to_string()).and(before))
            .col_expr(chat::Column::DeletedAt, SimpleExpr::from(at.map(|at| at.to_string())))
            .exec(self.tx())
            .await?;
        Ok(done.rows_affected > 0)
    }

    /// Takes what is to be asked in a chat off the prompt queue.
    pub(crate) async fn drop_prompts(&self, chat: ChatId) -> Result<(), StoreError> {
        prompt::Entity::delete_many()
            .filter(prompt::Column::ChatId.eq(chat.to_string()))
            .filter(prompt::Column::DoneAt.is_null())
            .exec(self.tx())
            .await?;
        Ok(())
    }
}

impl Store {
    /// The branches of a chat that can be restored, the latest first.
    pub(crate) async fn deleted_branches(&self, chat: ChatId) -> Result<Vec<DeletedBranch>, StoreError> {
        type Row = (String, Option<String>, Option<String>);
        let rows: Vec<Row> = message::Entity::find()
            .filter(message::Column::ChatId.eq(chat.to_string()))
            .filter(message::Column::DeletedWith.into_expr().equals((message::Entity, message::Column::Id)))
            .order_by_desc(message::Column::DeletedAt)
            .select_only()
            .columns([message::Column::Id, message::Column::ParentId, message::Column::DeletedAt])
            .into_tuple()
            .all(self.reader())
            .await?;
        let read = |(id, parent, at): Row| {
            Ok(DeletedBranch {
                message: parse(MESSAGES, &id)?,
                parent: parse_opt(MESSAGES, parent.as_deref())?,
                deleted_at: parse(MESSAGES, at.as_deref().unwrap_or_default())?,
            })
        };
        rows.into_iter().map(read).collect()
    }

    /// The messages of a chat whose calls wait for a person.
    pub(crate) async fn waiting_messages(&self, chat: ChatId) -> Result<Vec<MessageId>, StoreError> {
        let ids: Vec<String> = call::Entity::find()
            .filter(call::Column::ChatId.eq(chat.to_string()))
            .filter(call::Column::Status.eq(CallStatus::Pending.as_str()))
            .select_only()
            .column(call::Column::MessageId)
            .into_tuple()
            .all(self.reader())
            .await?;
        ids.iter().map(|id| parse("tool_calls", id)).collect()
    }

    /// The state that a chat had before its first message, of those that were ever recorded.
    pub(crate) async fn state_above_all(&self, chat: ChatId) -> Result<Option<ManifestId>, StoreError> {
        let first = Query::select()
            .expr(message::Column::Id.into_expr().min())
            .from(message::Entity)
            .and_where(message::Column::ChatId.eq(chat.to_string()))
            .to_owned();
        let id: Option<String> = manifest::Entity::find()
            .filter(manifest::Column::ChatId.eq(chat.to_string()))
            .filter(manifest::Column::Source.ne(ManifestSource::Preview.as_str()))
            .filter(manifest::Column::Id.into_expr().lt(SimpleExpr::SubQuery(None, Box::new(first.into()))))
            .order_by_desc(manifest::Column::Id)
            .select_only()
            .column(manifest::Column::Id)
            .into_tuple()
            .one(self.reader())
            .await?;
        parse_opt("workspace_manifests", id.as_deref())
    }
}
