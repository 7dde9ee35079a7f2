//! How calls ended; written by a trigger with the end of a call and never changed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "outcomes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub call_id: String,
    pub at: String,
    pub chat_id: String,
    pub tool_id: String,
    pub toolset_id: Option<String>,
    pub provider: Option<String>,
    pub caller: String,
    pub worker: Option<String>,
    pub rule: String,
    /// `None` is a success.
    pub failure: Option<String>,
    /// `None` where the call never ran.
    pub duration_ms: Option<i64>,
    pub reward: f64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
