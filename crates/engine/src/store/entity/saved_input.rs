//! Arguments that people keep under a name.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_inputs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tool_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub toolset_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub args: String,
    pub updated_at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
