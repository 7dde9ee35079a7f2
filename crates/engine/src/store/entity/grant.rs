//! Remembered yeses of people.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "grants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub tool_id: String,
    pub chat_id: String,
    /// The fingerprint of the arguments; none is any arguments.
    pub arguments: Option<String>,
    pub fingerprint: String,
    pub granted_by: String,
    pub granted_at: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
