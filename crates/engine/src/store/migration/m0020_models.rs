//! How language models are reached.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, double_null, text, text_null};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("model_profiles")
            .col(text("name").primary_key())
            .col(text("protocol"))
            .col(text_null("base_url"))
            .col(text("model"))
            .col(big_integer("context_window"))
            .col(big_integer_null("max_output_tokens"))
            .col(double_null("temperature"))
            .col(text_null("api_key"))
            .col(text("created_at"))
            .take();
        manager.create_table(table).await
    }
}
