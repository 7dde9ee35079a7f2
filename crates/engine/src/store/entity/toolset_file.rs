//! Files of a toolset (spec 1 §1.2).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "toolset_files")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub toolset_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    pub kind: String,
    pub sha256: String,
    pub size: i64,
    pub stored_path: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
