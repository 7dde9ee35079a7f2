//! Chats and branches that somebody deleted stay until they are restored.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // `deleted_with` is the message that was deleted; those below it went with it.
        let columns = [("chats", "deleted_at"), ("messages", "deleted_at"), ("messages", "deleted_with")];
        for (table, column) in columns {
            manager.alter_table(Table::alter().table(table).add_column(text_null(column)).take()).await?;
        }
        Ok(())
    }
}
