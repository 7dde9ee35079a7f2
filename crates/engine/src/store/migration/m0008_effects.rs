//! What pending calls would do, as they were tried out.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "call_effects";
const CALLS: &str = "tool_calls";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let previewable = boolean("previewable").default(false).take();
        manager.alter_table(Table::alter().table(CALLS).add_column(previewable).take()).await?;
        manager.create_table(effects()).await
    }
}

/// One for a call: trying it out again puts another in its place.
fn effects() -> TableCreateStatement {
    Table::create()
        .table(TABLE)
        .col(text("call_id").primary_key())
        .col(text("manifest_id"))
        .col(text_null("base_manifest_id"))
        .col(text("changes"))
        .col(text_null("result"))
        .col(text_null("error"))
        .col(text_null("log"))
        .col(text("warnings"))
        .col(text("started_at"))
        .col(text("previewed_at"))
        .foreign_key(
            ForeignKey::create().from(TABLE, "call_id").to(CALLS, "id").on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}
