//! What container tools declare, and what callers say of where and when they are.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [("tools", "container"), ("tool_calls", "telemetry")] {
            manager.alter_table(Table::alter().table(table).add_column(text_null(column)).take()).await?;
        }
        Ok(())
    }
}
