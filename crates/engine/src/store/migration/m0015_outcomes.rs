//! How calls ended, kept apart from the calls themselves: the audit log, and what tools taught.
//!
//! A trigger writes an outcome with the end of its call. So it stands in the same transaction whoever ends the call, and costs
//! no statement of its own.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, double, double_null, text, text_null};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const CALLS: &str = "tool_calls";
const OUTCOMES: &str = "outcomes";

/// What an outcome takes over from its call, after the call's id and end.
const TAKEN: &str =
    "chat_id, tool_id, toolset_id, provider, caller, worker, rule, failure, duration_ms, reward";
const ENDED: &str = "NEW.status IN ('success', 'error') AND OLD.status NOT IN ('success', 'error')";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            text_null("toolset_id"),
            text_null("provider"),
            text_null("asked_because"),
            text_null("failure"),
            big_integer_null("duration_ms"),
            double_null("reward"),
        ];
        for column in columns {
            // SQLite adds one column at a time.
            manager.alter_table(Table::alter().table(CALLS).add_column(column).take()).await?;
        }
        manager.create_table(outcomes()).await?;
        for (name, columns) in
            [("outcomes_by_tool", ["tool_id", "at"]), ("outcomes_by_time", ["at", "call_id"])]
        {
            let [first, second] = columns;
            let index = Index::create().name(name).table(OUTCOMES).col(first).col(second).take();
            manager.create_index(index).await?;
        }
        for statement in statements(manager.get_database_backend()) {
            manager.get_connection().execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}

/// Without a reference to the call: an outcome may outlive it.
fn outcomes() -> TableCreateStatement {
    Table::create()
        .table(OUTCOMES)
        .col(text("call_id").primary_key())
        .col(text("at"))
        .col(text("chat_id"))
        .col(text("tool_id"))
        .col(text_null("toolset_id"))
        .col(text_null("provider"))
        .col(text("caller"))
        .col(text_null("worker"))
        .col(text("rule"))
        .col(text_null("failure"))
        .col(big_integer_null("duration_ms"))
        .col(double("reward"))
        .take()
}

/// Calls of before get what can be read out of them; then every end is written down.
fn statements(database: DbBackend) -> Vec<String> {
    let new: String = TAKEN.split(", ").map(|column| format!(", NEW.{column}")).collect();
    let insert = format!("INSERT INTO outcomes (call_id, at, {TAKEN}) VALUES (NEW.id, NEW.finished_at{new})");
    let is_postgres = database == DbBackend::Postgres;
    // `json` of PostgreSQL refuses an escaped NUL anywhere in a text.
    let (kind, duration) = if is_postgres {
        (
            r"CASE WHEN POSITION('\u0000' IN error) > 0 THEN 'raised' ELSE error::json->>'kind' END",
            "EXTRACT(EPOCH FROM (finished_at::timestamptz - started_at::timestamptz)) * 1000",
        )
    } else {
        ("json_extract(error, '$.kind')", "(julianday(finished_at) - julianday(started_at)) * 86400000")
    };
    let mut statements = vec![
        format!("UPDATE tool_calls SET failure = {kind} WHERE error IS NOT NULL"),
        format!("UPDATE tool_calls SET duration_ms = CAST({duration} AS BIGINT) WHERE finished_at IS NOT NULL AND started_at IS NOT NULL"),
        "UPDATE tool_calls SET reward = CASE WHEN failure IS NULL THEN 1.0 WHEN failure = 'timeout' THEN -0.2 ELSE 0.0 END WHERE finished_at IS NOT NULL".to_owned(),
        "UPDATE tool_calls SET provider = (SELECT provider FROM tools WHERE tools.tool_id = tool_calls.tool_id), toolset_id = (SELECT toolset_id FROM tools WHERE tools.tool_id = tool_calls.tool_id)".to_owned(),
        "UPDATE tool_calls SET provider = 'mcp' WHERE provider IS NULL AND SUBSTR(tool_id, 1, 4) = 'mcp:'".to_owned(),
        format!("INSERT INTO outcomes (call_id, at, {TAKEN}) SELECT id, finished_at, {TAKEN} FROM tool_calls WHERE status IN ('success', 'error') AND finished_at IS NOT NULL"),
    ];
    if is_postgres {
        statements.push(format!(
            "CREATE FUNCTION write_outcome() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {insert}; RETURN NULL; END $$"
        ));
        statements.push(format!(
            "CREATE TRIGGER call_ended AFTER UPDATE OF status ON tool_calls FOR EACH ROW WHEN ({ENDED})
             EXECUTE FUNCTION write_outcome()"
        ));
    } else {
        statements.push(format!(
            "CREATE TRIGGER call_ended AFTER UPDATE OF status ON tool_calls WHEN {ENDED} BEGIN {insert}; END"
        ));
    }
    statements
}
