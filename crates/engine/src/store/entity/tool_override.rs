//! Overrides, one row a layer (spec 1 §1.4).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "tool_overrides")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub toolset_id: String,
    pub tool_id: String,
    pub layer: String,
    pub renderer: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub renderer_config: Option<String>,
    pub name_override: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub description_override: Option<String>,
    pub requires_confirmation: Option<bool>,
    pub enabled: Option<bool>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
