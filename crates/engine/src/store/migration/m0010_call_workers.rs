//! Which worker made a call, and which call.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const CALLS: &str = "tool_calls";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [text_null("worker"), text_null("parent_id")] {
            // SQLite adds one column at a time.
            manager.alter_table(Table::alter().table(CALLS).add_column(column).take()).await?;
        }
        let by_parent = Index::create().name("calls_by_parent").table(CALLS).col("parent_id").take();
        manager.create_index(by_parent).await
    }
}
