//! Declared tools, with what their code says of them (spec 1 §1.3).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "tools")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tool_id: String,
    pub toolset_id: Option<String>,
    pub position: i32,
    pub provider: String,
    pub name: String,
    #[sea_orm(column_type = "Text")]
    pub description: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub input_schema: Option<String>,
    pub requires_confirmation: bool,
    pub needs_approval: Option<String>,
    pub enabled: bool,
    pub entrypoint: Option<String>,
    pub category: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub problem: Option<String>,
    /// What a container tool declares, as JSON.
    #[sea_orm(column_type = "Text", nullable)]
    pub container: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
