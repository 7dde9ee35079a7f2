//! When tools run by themselves. What is NULL is as the tool's manifest says.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "schedules")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tool_id: String,
    pub toolset_id: Option<String>,
    pub schedule: Option<String>,
    pub timezone: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub prompt: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub args: Option<String>,
    pub enabled: bool,
    /// Where it ran last.
    pub chat_id: Option<String>,
    pub next_run_at: Option<String>,
    pub last_run_at: Option<String>,
    pub last_call_id: Option<String>,
    pub last_error: Option<String>,
    /// Until when nobody else may begin the last call.
    pub claimed_until: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
