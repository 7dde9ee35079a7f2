//! Which rows of `tool_calls` a list is about.

use pegboard_model::call::{CallStatus, FailureKind, ProviderKind};
use pegboard_model::ids::{CallId, ChatId, MessageId, ToolName, ToolsetId};
use pegboard_model::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait, Func, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::record::PageRequest;
use crate::store::entity::call::{Column, Entity};

/// Which calls a list is about; every part that is `None` matches all.
#[derive(Debug, Clone, Default)]
pub struct CallFilter {
    /// Those of one chat.
    pub chat: Option<ChatId>,
    /// Those of one message.
    pub message: Option<MessageId>,
    /// Those of one tool, by its full id.
    pub tool: Option<String>,
    /// Those of tools of this kind.
    pub provider: Option<ProviderKind>,
    /// Those that this caller asked for.
    pub caller: Option<String>,
    /// Those that failed so.
    pub failure: Option<FailureKind>,
    /// Those of one toolset's tools, its MCP servers' among them.
    pub toolset: Option<ToolsetId>,
    /// Those that a worker made.
    pub worker: Option<ToolName>,
    /// Those that one call made.
    pub parent: Option<CallId>,
    /// Those that stand so.
    pub status: Option<CallStatus>,
    /// Those that were asked for at this moment or later.
    pub since: Option<Timestamp>,
    /// Those that were asked for before this moment.
    pub until: Option<Timestamp>,
}

impl CallFilter {
    /// One page of the rows, newest first, and one row more where there is one.
    pub(super) fn page(&self, rows: Select<Entity>, page: PageRequest) -> Select<Entity> {
        let rows = rows.filter(self.condition()).order_by_desc(Column::Id).limit(page.rows() + 1);
        match page.cursor {
            Some(cursor) => rows.filter(Column::Id.lt(cursor.to_string())),
            None => rows,
        }
    }

    pub(super) fn condition(&self) -> Condition {
        let id = |column: Column, id: Option<String>| id.map(|id| column.eq(id));
        Condition::all()
            .add_option(id(Column::ChatId, self.chat.map(|chat| chat.to_string())))
            .add_option(id(Column::MessageId, self.message.map(|message| message.to_string())))
            .add_option(id(Column::ToolId, self.tool.clone()))
            .add_option(id(Column::Provider, self.provider.map(|provider| provider.to_string())))
            .add_option(id(Column::Caller, self.caller.clone()))
            .add_option(id(Column::Failure, self.failure.map(|kind| kind.as_str().to_owned())))
            .add_option(id(Column::Worker, self.worker.as_ref().map(ToString::to_string)))
            .add_option(id(Column::ParentId, self.parent.map(|parent| parent.to_string())))
            .add_option(self.status.map(|status| Column::Status.eq(status.as_str())))
            // The texts sort as the moments do.
            .add_option(self.since.map(|since| Column::CreatedAt.gte(since.to_string())))
            .add_option(self.until.map(|until| Column::CreatedAt.lt(until.to_string())))
            .add_option(self.toolset.as_ref().map(of_toolset))
    }
}

/// Its own tools' ids begin with `TOOLSET:`, those of its MCP servers with `mcp:TOOLSET~`. Compared as they are:
/// LIKE would take `_` for any character, and SQLite's for either case.
fn of_toolset(toolset: &ToolsetId) -> Condition {
    let begins = |with: String| -> SimpleExpr {
        let length = i32::try_from(with.chars().count()).unwrap_or(i32::MAX);
        let arguments = [Expr::col(Column::ToolId), Expr::val(1), Expr::val(length)];
        Expr::expr(Func::cust("SUBSTR").args(arguments)).eq(with)
    };
    Condition::any().add(begins(format!("{toolset}:"))).add(begins(format!("mcp:{toolset}~")))
}
