//! What lists of calls show, in columns of its own, and the indexes that lists and figures are read by.
//!
//! A render plan may hold a whole document and the changed paths may be many thousand: a list that shows a word and
//! three numbers of them must not read them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text_null};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const CALLS: &str = "tool_calls";

/// `json` of PostgreSQL refuses an escaped NUL anywhere in a text; such old rows stay without a renderer.
const RENDERER_POSTGRES: &str = r"UPDATE tool_calls SET renderer = render_plan::json->>'renderer'
    WHERE render_plan IS NOT NULL AND POSITION('\u0000' IN render_plan) = 0";
const RENDERER_SQLITE: &str = "UPDATE tool_calls SET renderer = json_extract(render_plan, '$.renderer')
    WHERE render_plan IS NOT NULL";
const COUNTS_POSTGRES: &str = "UPDATE tool_calls SET
    files_added = json_array_length(changes::json->'added'),
    files_modified = json_array_length(changes::json->'modified'),
    files_removed = json_array_length(changes::json->'removed')";
const COUNTS_SQLITE: &str = "UPDATE tool_calls SET
    files_added = json_array_length(changes, '$.added'),
    files_modified = json_array_length(changes, '$.modified'),
    files_removed = json_array_length(changes, '$.removed')";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let count = |name: &'static str| big_integer(name).default(0).take();
        let columns =
            [text_null("renderer"), count("files_added"), count("files_modified"), count("files_removed")];
        for column in columns {
            // SQLite adds one column at a time.
            manager.alter_table(Table::alter().table(CALLS).add_column(column).take()).await?;
        }
        let statements = match manager.get_database_backend() {
            DbBackend::Postgres => [RENDERER_POSTGRES, COUNTS_POSTGRES],
            _ => [RENDERER_SQLITE, COUNTS_SQLITE],
        };
        for statement in statements {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        manager.create_index(by_tool()).await?;
        manager.create_index(by_time()).await
    }
}

fn by_tool() -> IndexCreateStatement {
    Index::create().name("calls_by_tool").table(CALLS).col("tool_id").col("id").take()
}

/// All that figures are made of, so that the rows themselves, with arguments and results, are not read for them.
fn by_time() -> IndexCreateStatement {
    Index::create()
        .name("calls_by_time")
        .table(CALLS)
        .col("created_at")
        .col("tool_id")
        .col("status")
        .col("started_at")
        .col("finished_at")
        .take()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use sea_orm_migration::MigratorTrait;
    use sea_orm_migration::sea_orm::{ConnectionTrait, Database, Statement};

    use crate::store::migration::Migrator;

    const OLD: &str = r#"
        INSERT INTO chats (id, title, created_at, checking_out) VALUES ('c', 't', 'now', 0);
        INSERT INTO tool_calls (id, chat_id, message_id, tool_id, args, render_plan, status, caller, rule, fingerprint,
            created_at, changes, warnings)
        VALUES
            ('1', 'c', 'm', 'a:b', '{}', '{"config":{"text":"\u0000"},"renderer":"code"}', 'success', '', '', '', 'now',
                '{"added":["a","b"],"modified":[],"removed":["c"]}', '[]'),
            ('2', 'c', 'm', 'a:b', '{}', NULL, 'pending', '', '', '', 'now',
                '{"added":[],"modified":[],"removed":[]}', '[]');
    "#;

    #[tokio::test]
    async fn calls_of_before_get_their_figures() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("old.db").display());
        let database = Database::connect(url).await.unwrap();
        Migrator::up(&database, Some(2)).await.unwrap();
        database.execute_unprepared(OLD).await.unwrap();
        Migrator::up(&database, None).await.unwrap();
        let query = "SELECT renderer, files_added, files_modified, files_removed FROM tool_calls ORDER BY id";
        let rows =
            database.query_all_raw(Statement::from_string(database.get_database_backend(), query)).await;
        let rows: Vec<(Option<String>, i64, i64, i64)> = rows
            .unwrap()
            .iter()
            .map(|row| {
                let count = |column: &str| row.try_get("", column).unwrap();
                let renderer = row.try_get("", "renderer").unwrap();
                (renderer, count("files_added"), count("files_modified"), count("files_removed"))
            })
            .collect();
        assert_eq!(rows, [(Some("code".to_owned()), 2, 0, 1), (None, 0, 0, 0)]);
    }
}
