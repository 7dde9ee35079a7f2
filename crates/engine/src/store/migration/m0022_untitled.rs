//! Chats that nobody gave a title take one from what is said in them first.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::boolean;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Who called a chat `New chat` is not known of older ones; they keep it.
        let untitled = boolean("untitled").default(false).take();
        manager.alter_table(Table::alter().table("chats").add_column(untitled).take()).await
    }
}
