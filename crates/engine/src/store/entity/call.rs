//! Tool invocations (spec 1 §1.7).

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "tool_calls")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub chat_id: String,
    pub message_id: String,
    pub tool_id: String,
    #[sea_orm(column_type = "Text")]
    pub args: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub result: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub render_plan: Option<String>,
    pub status: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub error: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub log: Option<String>,
    pub caller: String,
    pub rule: String,
    pub fingerprint: String,
    pub created_at: String,
    pub started_at: Option<String>,
    pub finished_at: Option<String>,
    pub pre_manifest_id: Option<String>,
    pub post_manifest_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub changes: String,
    #[sea_orm(column_type = "Text")]
    pub warnings: String,
    /// The renderer of `render_plan`.
    pub renderer: Option<String>,
    /// How many paths `changes` names.
    pub files_added: i64,
    pub files_modified: i64,
    pub files_removed: i64,
    /// Whether it could be tried out when it was asked for.
    pub previewable: bool,
    /// The worker that called.
    pub worker: Option<String>,
    /// The call that made this one.
    pub parent_id: Option<String>,
    /// What set it off, where nobody asked for it.
    pub triggered_by: Option<String>,
    /// What its result's text is appended to.
    #[sea_orm(column_type = "Text", nullable)]
    pub prompt: Option<String>,
    /// The data folder whose server runs it.
    pub house_id: Option<String>,
    pub toolset_id: Option<String>,
    pub provider: Option<String>,
    /// Why a person was asked.
    pub asked_because: Option<String>,
    /// These three are set with the end of the call, from where the database copies them into `outcomes`.
    pub failure: Option<String>,
    pub duration_ms: Option<i64>,
    pub reward: Option<f64>,
    /// What the caller said of where and when it is, as JSON.
    #[sea_orm(column_type = "Text", nullable)]
    pub telemetry: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
