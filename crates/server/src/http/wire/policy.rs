//! The house's policy, its kill switch, and what people granted.

use pegboard_engine::{Decided, GrantRecord, PolicyRecord, Standing, ToolsSwitch};
use pegboard_model::approval::Approval;
use pegboard_model::document::DocumentErrors;
use pegboard_model::ids::{ChatId, GrantId, ToolName};
use pegboard_model::policy::Reach;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

/// The house's policy.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Policy {
    /// The kill switch: whether tools run at all.
    pub(crate) tools_enabled: bool,
    /// Whether the server was started with its tools switched off, so that only another start switches them on.
    pub(crate) fixed: bool,
    /// The policy as YAML, as it was written; empty where nobody wrote one.
    pub(crate) text: String,
}

impl From<PolicyRecord> for Policy {
    fn from(record: PolicyRecord) -> Self {
        Self {
            tools_enabled: record.tools == ToolsSwitch::On,
            fixed: record.tools == ToolsSwitch::OffByConfig,
            text: record.text,
        }
    }
}

/// What is to be changed of the policy. What is left out stays as it is.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tools_enabled: Option<bool>,
    /// In place of the whole text; at most 256 KiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

/// A policy to be looked at.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyText {
    /// YAML; at most 256 KiB.
    pub(crate) text: String,
}

/// Whether a policy holds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PolicyChecked {
    /// Whether it could be kept.
    pub(crate) valid: bool,
    /// What is wrong, in the order of the text; the first 50.
    pub(crate) problems: Vec<PolicyProblem>,
}

/// One thing that is wrong with a policy.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PolicyProblem {
    /// Counts from 1.
    pub(crate) line: usize,
    /// Counts from 1, in characters.
    pub(crate) column: usize,
    /// The key it is about, such as `toolsets.shell.rules[0].pattern`; empty for the text as a whole.
    pub(crate) key: String,
    /// What is wrong and what to write instead.
    pub(crate) message: String,
}

impl From<Result<(), DocumentErrors>> for PolicyChecked {
    fn from(read: Result<(), DocumentErrors>) -> Self {
        let problems = read.err().map(|errors| errors.problems).unwrap_or_default();
        let problems = problems.into_iter().map(|problem| PolicyProblem {
            line: problem.place.line,
            column: problem.place.column,
            key: problem.path,
            message: problem.message,
        });
        let problems: Vec<_> = problems.collect();
        Self { valid: problems.is_empty(), problems }
    }
}

/// A call to be judged, without being made.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyTrial {
    /// Id or wire name.
    pub(crate) tool_id: String,
    #[serde(default)]
    #[schema(value_type = Object)]
    pub(crate) args: Map<String, Value>,
    /// The worker that would call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) worker: Option<ToolName>,
    /// A policy to judge by in place of the one that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// The chat whose grants count; without one none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
}

/// What policy says of a call.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PolicyVerdict {
    /// The real tool.
    pub(crate) tool_id: String,
    /// `preApproved`, `ask` or `blocked`, for a caller that can be asked.
    #[schema(value_type = String)]
    pub(crate) decision: Approval,
    /// The rule that decided.
    pub(crate) rule: String,
}

impl From<Decided> for PolicyVerdict {
    fn from(decided: Decided) -> Self {
        Self { tool_id: decided.tool.to_string(), decision: decided.approval, rule: decided.rule }
    }
}

/// How far an approval reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[clap(rename_all = "snake_case")]
pub(crate) enum Remember {
    /// This one call
    #[default]
    Once,
    /// The tool with the same arguments, in this chat
    SameArguments,
    /// The tool, in this chat
    SameTool,
}

impl From<Remember> for Reach {
    fn from(remember: Remember) -> Self {
        match remember {
            Remember::Once => Self::Once,
            Remember::SameArguments => Self::SameArguments,
            Remember::SameTool => Self::SameTool,
        }
    }
}

/// A remembered approval.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Grant {
    #[schema(value_type = String, format = Uuid)]
    pub(crate) id: GrantId,
    pub(crate) tool_id: String,
    #[schema(value_type = String, format = Uuid)]
    pub(crate) chat_id: ChatId,
    /// `same_arguments` or `same_tool`.
    pub(crate) reach: String,
    /// Who approved.
    pub(crate) granted_by: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) granted_at: Timestamp,
    /// Whether it still holds. It lapses when the tool's definition or its bundle changes.
    pub(crate) valid: bool,
}

impl From<GrantRecord> for Grant {
    fn from(record: GrantRecord) -> Self {
        let reach = record.grant.reach().to_string();
        Self {
            id: record.grant.id,
            tool_id: record.grant.tool.to_string(),
            chat_id: record.grant.chat,
            reach,
            granted_by: record.grant.by,
            granted_at: record.grant.at,
            valid: record.standing == Standing::Valid,
        }
    }
}

/// Which grants are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GrantQuery {
    /// Only those of this chat.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
}
