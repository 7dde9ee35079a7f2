//! Workers: their files as they were written.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let workers = Table::create()
            .table("workers")
            .col(text("name").primary_key())
            .col(text("text"))
            .col(text("created_at"))
            .col(text("updated_at"))
            .take();
        manager.create_table(workers).await
    }
}
