//! Remembered yeses of people.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "grants";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(grants()).await?;
        let by_chat =
            Index::create().name("grants_by_chat").table(TABLE).col("chat_id").col("tool_id").take();
        manager.create_index(by_chat).await
    }
}

/// They are bound to a fingerprint and not to the row of the tool, which an upgrade writes anew: the same tool installed
/// again is the same tool.
fn grants() -> TableCreateStatement {
    Table::create()
        .table(TABLE)
        .col(text("id").primary_key())
        .col(text("tool_id"))
        .col(text("chat_id"))
        .col(text_null("arguments"))
        .col(text("fingerprint"))
        .col(text("granted_by"))
        .col(text("granted_at"))
        .foreign_key(
            ForeignKey::create()
                .from(TABLE, "chat_id")
                .to("chats", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}
