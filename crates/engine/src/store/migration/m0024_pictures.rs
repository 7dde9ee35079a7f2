//! Models that can see are shown the pictures that come with a message.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::boolean_null;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Nobody said it of older ones: what is usual for the protocol.
        let pictures = boolean_null("pictures").take();
        manager.alter_table(Table::alter().table("model_profiles").add_column(pictures).take()).await
    }
}
