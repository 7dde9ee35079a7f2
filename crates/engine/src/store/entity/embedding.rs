//! What a language model made of a text.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "embeddings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub model: String,
    /// SHA-256 of the text.
    #[sea_orm(primary_key, auto_increment = false)]
    pub text_hash: String,
    /// Numbers of 32 bits, the lowest byte first.
    pub vector: Vec<u8>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
