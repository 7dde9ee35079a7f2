//! What toolsets want to be told, and what people told them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const VALUES: &str = "config_values";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let schema = Table::alter().table("toolsets").add_column(text_null("config_schema")).take();
        manager.alter_table(schema).await?;
        manager.create_table(values()).await
    }
}

/// `tool` is empty for what all tools of a toolset share. Plain values are sealed as well: a key may become a secret.
fn values() -> TableCreateStatement {
    Table::create()
        .table(VALUES)
        .col(text("toolset_id"))
        .col(text("tool"))
        .col(text("key"))
        .col(boolean("secret"))
        .col(text("sealed"))
        .col(text("updated_at"))
        .primary_key(Index::create().col("toolset_id").col("tool").col("key"))
        .foreign_key(
            ForeignKey::create()
                .from(VALUES, "toolset_id")
                .to("toolsets", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}
