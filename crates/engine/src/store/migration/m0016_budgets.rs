//! What tools say they may still spend.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{double, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "budgets";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table(TABLE)
            .col(text("tool_id").primary_key())
            .col(text_null("toolset_id"))
            .col(double("remaining"))
            .col(text("updated_at"))
            .foreign_key(
                ForeignKey::create()
                    .from(TABLE, "toolset_id")
                    .to("toolsets", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .take();
        manager.create_table(table).await
    }
}
