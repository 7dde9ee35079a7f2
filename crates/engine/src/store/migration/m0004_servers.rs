//! What MCP servers need beyond their settings: scope, laziness, what they told last, and what is kept encrypted.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const SERVERS: &str = "toolset_mcp_servers";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        let mut scope = ColumnDef::new("scope");
        let mut lazy = ColumnDef::new("lazy");
        for column in [scope.text().not_null().default("shared"), lazy.boolean().not_null().default(true)] {
            manager.alter_table(Table::alter().table(SERVERS).add_column(column.take()).take()).await?;
        }
        manager.create_table(announcements()).await?;
        manager.create_table(variables()).await?;
        manager.create_table(credentials()).await
    }
}

/// A cache, never the truth: what each server told of itself last.
fn announcements() -> TableCreateStatement {
    const TABLE: &str = "server_announcements";
    Table::create()
        .table(TABLE)
        .col(text("toolset_id"))
        .col(text("server_id"))
        .col(text("announced"))
        .col(text("at"))
        .primary_key(Index::create().col("toolset_id").col("server_id"))
        .foreign_key(&mut to_toolsets(TABLE))
        .take()
}

fn variables() -> TableCreateStatement {
    const TABLE: &str = "toolset_variables";
    Table::create()
        .table(TABLE)
        .col(text("toolset_id"))
        .col(text("name"))
        .col(text("sealed"))
        .col(text("updated_at"))
        .primary_key(Index::create().col("toolset_id").col("name"))
        .foreign_key(&mut to_toolsets(TABLE))
        .take()
}

fn credentials() -> TableCreateStatement {
    const TABLE: &str = "server_credentials";
    Table::create()
        .table(TABLE)
        .col(text("toolset_id"))
        .col(text("server_id"))
        .col(text("sealed"))
        .col(text("updated_at"))
        .primary_key(Index::create().col("toolset_id").col("server_id"))
        .foreign_key(&mut to_toolsets(TABLE))
        .take()
}

fn to_toolsets(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "toolset_id")
        .to("toolsets", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .take()
}
