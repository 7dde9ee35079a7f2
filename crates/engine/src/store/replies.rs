//! Rows of `replies`, and the content of the messages that they are about.

use std::collections::HashMap;

use pegboard_model::call::{ApprovalMode, Caller};
use pegboard_model::ids::{ChatId, MessageId};
use pegboard_model::inference::Usage;
use pegboard_model::reply::{Reply, ReplyStatus};
use pegboard_model::time::Timestamp;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::sea_query::{OnConflict, SimpleExpr};
use sea_orm::{ColumnTrait, EntityTrait, ExprTrait, QueryFilter};

use crate::record::ReplyRecord;
use crate::store::chat_index;
use crate::store::connection::{Store, StoreError, Write};
use crate::store::convert::{parse, parse_opt, to_json};
use crate::store::entity::message;
use crate::store::entity::reply::{ActiveModel, Column, Entity, Model};

const TABLE: &str = "replies";

impl Write {
    /// Keeps how a reply stands.
    pub(crate) async fn put_reply(&self, reply: &ReplyRecord) -> Result<(), StoreError> {
        let tokens = |count: Option<u64>| count.map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        let row = ActiveModel {
            message_id: Set(reply.message.to_string()),
            chat_id: Set(reply.chat.to_string()),
            house_id: Set(self.house().to_owned()),
            status: Set(reply.status.to_string()),
            model: Set(reply.model.as_ref().map(ToString::to_string)),
            worker: Set(reply.worker.as_ref().map(ToString::to_string)),
            caller: Set(reply.caller.name.clone()),
            approval_mode: Set(mode(reply.caller.mode).to_owned()),
            error: Set(reply.error.clone()),
            input_tokens: Set(tokens(reply.usage.input)),
            output_tokens: Set(tokens(reply.usage.output)),
            started_at: Set(reply.started_at.to_string()),
            ended_at: Set(reply.ended_at.map(|at| at.to_string())),
        };
        let update = [
            Column::HouseId,
            Column::Status,
            Column::Error,
            Column::InputTokens,
            Column::OutputTokens,
            Column::EndedAt,
        ];
        let again = OnConflict::column(Column::MessageId).update_columns(update).to_owned();
        Entity::insert(row).on_conflict(again).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Keeps what a reply consists of.
    pub(crate) async fn set_reply(
        &self,
        chat: ChatId,
        message: MessageId,
        reply: &Reply,
    ) -> Result<(), StoreError> {
        let row = message::ActiveModel {
            id: Unchanged(message.to_string()),
            content: Set(to_json("messages", &reply.parts)?),
            ..Default::default()
        };
        message::Entity::update(row).exec_without_returning(self.tx()).await?;
        let text = reply.text();
        if !text.is_empty() {
            chat_index::put(self.tx(), &chat.to_string(), &message.to_string(), &text).await?;
        }
        Ok(())
    }
}

impl Store {
    pub(crate) async fn reply(&self, message: MessageId) -> Result<Option<ReplyRecord>, StoreError> {
        Entity::find_by_id(message.to_string()).one(self.reader()).await?.map(record).transpose()
    }

    /// How the messages of a chat stand that models wrote.
    pub(crate) async fn replies_of(
        &self,
        chat: ChatId,
    ) -> Result<HashMap<MessageId, ReplyRecord>, StoreError> {
        let rows = Entity::find().filter(Column::ChatId.eq(chat.to_string())).all(self.reader()).await?;
        rows.into_iter().map(|row| record(row).map(|reply| (reply.message, reply))).collect()
    }

    /// Marks the replies that this server wrote when it was killed; how many there were.
    pub(crate) async fn interrupt_replies(&self, now: Timestamp) -> Result<u64, StoreError> {
        let done = Entity::update_many()
            .filter(Column::Status.eq(ReplyStatus::Running.as_str()).and(Column::HouseId.eq(self.house())))
            .col_expr(Column::Status, SimpleExpr::from(ReplyStatus::Interrupted.as_str()))
            .col_expr(Column::EndedAt, SimpleExpr::from(now.to_string()))
            .exec(self.writer())
            .await?;
        self.synced().await?;
        Ok(done.rows_affected)
    }
}

fn mode(mode: ApprovalMode) -> &'static str {
    match mode {
        ApprovalMode::Interactive => "interactive",
        ApprovalMode::ApproveAll => "approve_all",
        ApprovalMode::AutoDeny => "auto_deny",
    }
}

/// What is unknown asks nobody and runs nothing.
fn read_mode(text: &str) -> ApprovalMode {
    match text {
        "interactive" => ApprovalMode::Interactive,
        "approve_all" => ApprovalMode::ApproveAll,
        _ => ApprovalMode::AutoDeny,
    }
}

fn record(row: Model) -> Result<ReplyRecord, StoreError> {
    let tokens = |count: Option<i64>| count.and_then(|count| u64::try_from(count).ok());
    Ok(ReplyRecord {
        message: parse(TABLE, &row.message_id)?,
        chat: parse(TABLE, &row.chat_id)?,
        status: parse(TABLE, &row.status)?,
        model: parse_opt(TABLE, row.model.as_deref())?,
        worker: parse_opt(TABLE, row.worker.as_deref())?,
        caller: Caller { name: row.caller, mode: read_mode(&row.approval_mode) },
        error: row.error,
        usage: Usage { input: tokens(row.input_tokens), output: tokens(row.output_tokens) },
        started_at: parse(TABLE, &row.started_at)?,
        ended_at: parse_opt(TABLE, row.ended_at.as_deref())?,
    })
}
