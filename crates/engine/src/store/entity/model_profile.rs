//! How language models are reached.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "model_profiles")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub protocol: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub base_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub model: String,
    pub context_window: i64,
    pub max_output_tokens: Option<i64>,
    #[sea_orm(column_type = "Double", nullable)]
    pub temperature: Option<f64>,
    /// Whether it is shown pictures; where nobody said, what is usual for the protocol.
    pub pictures: Option<bool>,
    /// What opens its server, sealed.
    #[sea_orm(column_type = "Text", nullable)]
    pub api_key: Option<String>,
    pub created_at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
