//! What models write in chats.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const REPLIES: &str = "replies";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(replies()).await?;
        let standing = Index::create().name("replies_by_status").table(REPLIES).col("status").take();
        manager.create_index(standing).await
    }
}

/// One for each message that a model wrote.
fn replies() -> TableCreateStatement {
    let mut of_message = ForeignKey::create()
        .from(REPLIES, "message_id")
        .to("messages", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .take();
    Table::create()
        .table(REPLIES)
        .col(text("message_id").primary_key())
        .col(text("chat_id"))
        .col(text("house_id"))
        .col(text("status"))
        .col(text_null("model"))
        .col(text_null("worker"))
        .col(text("caller"))
        .col(text("approval_mode"))
        .col(text_null("error"))
        .col(big_integer_null("input_tokens"))
        .col(big_integer_null("output_tokens"))
        .col(text("started_at"))
        .col(text_null("ended_at"))
        .foreign_key(&mut of_message)
        .take()
}
