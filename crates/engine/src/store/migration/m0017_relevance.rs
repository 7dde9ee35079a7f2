//! What a language model made of texts, and the queries that led to tools.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, text};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // They hang on no tool: the same text is computed once, and a tool installed again finds its vector.
        let embeddings = Table::create()
            .table("embeddings")
            .col(text("model"))
            .col(text("text_hash"))
            .col(blob("vector"))
            .primary_key(Index::create().col("model").col("text_hash"))
            .take();
        manager.create_table(embeddings).await?;
        let queries = Table::create()
            .table("past_queries")
            .col(text("tool_id"))
            .col(text("text_hash"))
            .col(text("query"))
            .col(text("used_at"))
            .primary_key(Index::create().col("tool_id").col("text_hash"))
            .take();
        manager.create_table(queries).await
    }
}
