//! What chats have at hand.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "chests";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table(TABLE)
            .col(text("chat_id").primary_key())
            .col(text("contents"))
            .foreign_key(
                ForeignKey::create()
                    .from(TABLE, "chat_id")
                    .to("chats", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .take();
        manager.create_table(table).await
    }
}
