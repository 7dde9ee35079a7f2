//! Arguments that people keep under a name.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "saved_inputs";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(saved_inputs()).await?;
        let by_toolset =
            Index::create().name("saved_inputs_by_toolset").table(TABLE).col("toolset_id").take();
        manager.create_index(by_toolset).await
    }
}

/// They belong to the toolset and not to the row of the tool, which an upgrade writes anew.
fn saved_inputs() -> TableCreateStatement {
    Table::create()
        .table(TABLE)
        .col(text("tool_id"))
        .col(text("name"))
        .col(text_null("toolset_id"))
        .col(text("args"))
        .col(text("updated_at"))
        .primary_key(Index::create().col("tool_id").col("name"))
        .foreign_key(
            ForeignKey::create()
                .from(TABLE, "toolset_id")
                .to("toolsets", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}
