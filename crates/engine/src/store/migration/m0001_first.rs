//! The first schema: the tables of spec 1 §1 and spec 2, and what chats, tokens and settings need.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, boolean_null, integer, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in tables() {
            manager.create_table(table).await?;
        }
        for index in indexes() {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

/// Each after those that it refers to.
fn tables() -> [TableCreateStatement; 11] {
    [
        toolsets(),
        toolset_files(),
        tools(),
        tool_overrides(),
        toolset_mcp_servers(),
        chats(),
        messages(),
        workspace_manifests(),
        tool_calls(),
        tokens(),
        settings(),
    ]
}

fn toolsets() -> TableCreateStatement {
    Table::create()
        .table("toolsets")
        .col(text("id"))
        .col(text("name"))
        .col(text("version"))
        .col(text("description"))
        .col(boolean("enabled"))
        .col(boolean("user_mcp"))
        .col(text("installed_at"))
        .col(text("source_type"))
        .col(text("source_ref"))
        .col(text("manifest_version"))
        .col(text("fingerprint"))
        .col(text("manifest"))
        .col(text("python"))
        .col(text_null("problem"))
        .primary_key(Index::create().col("id"))
        .take()
}

fn toolset_files() -> TableCreateStatement {
    Table::create()
        .table("toolset_files")
        .col(text("toolset_id"))
        .col(text("path"))
        .col(text("kind"))
        .col(text("sha256"))
        .col(big_integer("size"))
        .col(text("stored_path"))
        .primary_key(Index::create().col("toolset_id").col("path"))
        .foreign_key(
            ForeignKey::create()
                .from("toolset_files", "toolset_id")
                .to("toolsets", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn tools() -> TableCreateStatement {
    Table::create()
        .table("tools")
        .col(text("tool_id"))
        .col(text_null("toolset_id"))
        .col(integer("position"))
        .col(text("provider"))
        .col(text("name"))
        .col(text("description"))
        .col(text_null("input_schema"))
        .col(boolean("requires_confirmation"))
        .col(boolean("enabled"))
        .col(text_null("entrypoint"))
        .col(text_null("category"))
        .col(text_null("problem"))
        .primary_key(Index::create().col("tool_id"))
        .foreign_key(
            ForeignKey::create()
                .from("tools", "toolset_id")
                .to("toolsets", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn tool_overrides() -> TableCreateStatement {
    Table::create()
        .table("tool_overrides")
        .col(text("id"))
        .col(text("toolset_id"))
        .col(text("tool_id"))
        .col(text("layer"))
        .col(text_null("renderer"))
        .col(text_null("renderer_config"))
        .col(text_null("name_override"))
        .col(text_null("description_override"))
        .col(boolean_null("requires_confirmation"))
        .col(boolean_null("enabled"))
        .primary_key(Index::create().col("id"))
        .foreign_key(
            ForeignKey::create()
                .from("tool_overrides", "toolset_id")
                .to("toolsets", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn toolset_mcp_servers() -> TableCreateStatement {
    Table::create()
        .table("toolset_mcp_servers")
        .col(text("toolset_id"))
        .col(text("id"))
        .col(text("server_type"))
        .col(boolean("enabled"))
        .col(text_null("command"))
        .col(text("args"))
        .col(text_null("cwd"))
        .col(text_null("url"))
        .col(text("headers"))
        .col(text("env"))
        .col(boolean_null("requires_confirmation"))
        .col(text("created_at"))
        .primary_key(Index::create().col("toolset_id").col("id"))
        .foreign_key(
            ForeignKey::create()
                .from("toolset_mcp_servers", "toolset_id")
                .to("toolsets", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn chats() -> TableCreateStatement {
    Table::create()
        .table("chats")
        .col(text("id"))
        .col(text("title"))
        .col(text("created_at"))
        .col(text_null("active_leaf_message_id"))
        .col(text_null("active_manifest_id"))
        .col(boolean("checking_out"))
        .primary_key(Index::create().col("id"))
        .take()
}

fn messages() -> TableCreateStatement {
    Table::create()
        .table("messages")
        .col(text("id"))
        .col(text("chat_id"))
        .col(text_null("parent_id"))
        .col(text("role"))
        .col(text("content"))
        .col(text("created_at"))
        .col(text_null("manifest_id"))
        .primary_key(Index::create().col("id"))
        .foreign_key(
            ForeignKey::create()
                .from("messages", "chat_id")
                .to("chats", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn workspace_manifests() -> TableCreateStatement {
    Table::create()
        .table("workspace_manifests")
        .col(text("id"))
        .col(text("chat_id"))
        .col(text_null("parent_id"))
        .col(text("files"))
        .col(text("attrs"))
        .col(text("created_at"))
        .col(text("source"))
        .col(text_null("source_ref"))
        .primary_key(Index::create().col("id"))
        .foreign_key(
            ForeignKey::create()
                .from("workspace_manifests", "chat_id")
                .to("chats", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn tool_calls() -> TableCreateStatement {
    Table::create()
        .table("tool_calls")
        .col(text("id"))
        .col(text("chat_id"))
        .col(text("message_id"))
        .col(text("tool_id"))
        .col(text("args"))
        .col(text_null("result"))
        .col(text_null("render_plan"))
        .col(text("status"))
        .col(text_null("error"))
        .col(text_null("log"))
        .col(text("caller"))
        .col(text("rule"))
        .col(text("fingerprint"))
        .col(text("created_at"))
        .col(text_null("started_at"))
        .col(text_null("finished_at"))
        .col(text_null("pre_manifest_id"))
        .col(text_null("post_manifest_id"))
        .col(text("changes"))
        .col(text("warnings"))
        .primary_key(Index::create().col("id"))
        .foreign_key(
            ForeignKey::create()
                .from("tool_calls", "chat_id")
                .to("chats", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn tokens() -> TableCreateStatement {
    Table::create()
        .table("tokens")
        .col(text("id"))
        .col(text("name"))
        .col(text("scope"))
        .col(text("sha256"))
        .col(text("created_at"))
        .col(text_null("revoked_at"))
        .primary_key(Index::create().col("id"))
        .take()
}

fn settings() -> TableCreateStatement {
    Table::create()
        .table("settings")
        .col(text("key"))
        .col(text("value"))
        .primary_key(Index::create().col("key"))
        .take()
}

fn indexes() -> Vec<IndexCreateStatement> {
    let index = |name: &str, table: &'static str, columns: &[&'static str]| {
        let mut index = Index::create();
        index.name(name).table(table);
        for column in columns {
            index.col(*column);
        }
        index
    };
    vec![
        index("tool_overrides_by_tool", "tool_overrides", &["toolset_id", "tool_id", "layer"])
            .unique()
            .take(),
        index("tools_by_toolset", "tools", &["toolset_id", "position"]),
        index("messages_by_chat", "messages", &["chat_id", "id"]),
        index("manifests_by_chat", "workspace_manifests", &["chat_id", "id"]),
        index("calls_by_chat", "tool_calls", &["chat_id", "id"]),
        index("calls_by_message", "tool_calls", &["message_id", "id"]),
        index("calls_by_status", "tool_calls", &["status", "id"]),
        index("tokens_by_hash", "tokens", &["sha256"]).unique().take(),
    ]
}
