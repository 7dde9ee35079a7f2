//! Chats are found by what is said in them.
//!
//! A row for the title of each chat and for each message that says something; PostgreSQL keeps the words as `tsvector`, SQLite as
//! text beside an FTS5 table, which triggers keep the same.

use pegboard_model::chat_search::said;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::store::chat_index;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

const SQLITE: &[&str] = &[
    "CREATE TABLE chat_texts (id INTEGER PRIMARY KEY, chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
     message_id TEXT NOT NULL, words TEXT NOT NULL, UNIQUE (chat_id, message_id))",
    "CREATE VIRTUAL TABLE chat_words USING fts5 (words, content = 'chat_texts', content_rowid = 'id',
     tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3')",
    "CREATE TRIGGER chat_texts_added AFTER INSERT ON chat_texts BEGIN
     INSERT INTO chat_words (rowid, words) VALUES (NEW.id, NEW.words); END",
    "CREATE TRIGGER chat_texts_removed AFTER DELETE ON chat_texts BEGIN
     INSERT INTO chat_words (chat_words, rowid, words) VALUES ('delete', OLD.id, OLD.words); END",
    "CREATE TRIGGER chat_texts_changed AFTER UPDATE ON chat_texts BEGIN
     INSERT INTO chat_words (chat_words, rowid, words) VALUES ('delete', OLD.id, OLD.words);
     INSERT INTO chat_words (rowid, words) VALUES (NEW.id, NEW.words); END",
];

const POSTGRES: &[&str] = &[
    "CREATE TABLE chat_texts (chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE, message_id TEXT NOT NULL,
     words TSVECTOR NOT NULL, PRIMARY KEY (chat_id, message_id))",
    "CREATE INDEX chat_texts_by_words ON chat_texts USING GIN (words)",
];

/// Messages that are read at a time.
const AT_ONCE: usize = 500;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[allow(elided_lifetimes_in_paths, reason = "the trait declares it so, and the two must match")]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let database = manager.get_connection();
        let backend = manager.get_database_backend();
        let statements = if backend == DbBackend::Postgres { POSTGRES } else { SQLITE };
        for statement in statements {
            database.execute_unprepared(statement).await?;
        }
        let query = "SELECT id, title FROM chats";
        for row in database.query_all_raw(Statement::from_string(backend, query)).await? {
            let (id, title): (String, String) = (row.try_get("", "id")?, row.try_get("", "title")?);
            chat_index::put(database, &id, chat_index::TITLE, &title).await?;
        }
        let mut after = String::new();
        loop {
            let query = format!(
                "SELECT id, chat_id, content FROM messages WHERE id > $1 ORDER BY id LIMIT {AT_ONCE}"
            );
            let rows = Statement::from_sql_and_values(backend, query, [after.clone().into()]);
            let rows = database.query_all_raw(rows).await?;
            for row in &rows {
                after = row.try_get("", "id")?;
                let (chat, content): (String, String) =
                    (row.try_get("", "chat_id")?, row.try_get("", "content")?);
                // One that cannot be read is not found, and harms nobody else.
                let text = serde_json::from_str(&content).map(|content| said(&content)).unwrap_or_default();
                chat_index::put(database, &chat, &after, &text).await?;
            }
            if rows.len() < AT_ONCE {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use sea_orm_migration::MigratorTrait;
    use sea_orm_migration::sea_orm::{ConnectionTrait, Database, Statement};

    use crate::store::migration::Migrator;

    const OLD: &str = r#"
        INSERT INTO chats (id, title, created_at, checking_out) VALUES ('c', 'Rome', 'now', 0);
        INSERT INTO messages (id, chat_id, role, content, created_at) VALUES
            ('1', 'c', 'user', '[{"type":"text","text":"a needle in hay"}]', 'now'),
            ('2', 'c', 'user', 'damaged', 'now');
    "#;

    #[tokio::test]
    async fn what_was_said_before_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("old.db").display());
        let database = Database::connect(url).await.unwrap();
        let name = "m0023_chat_search";
        let before = Migrator::migrations().iter().position(|one| one.name() == name).unwrap();
        Migrator::up(&database, Some(u32::try_from(before).unwrap())).await.unwrap();
        database.execute_unprepared(OLD).await.unwrap();
        Migrator::up(&database, None).await.unwrap();
        let query = "SELECT t.message_id AS id FROM chat_words JOIN chat_texts t ON t.id = chat_words.rowid
            WHERE chat_words MATCH '\"needl\"* OR \"rome\"' ORDER BY 1";
        let rows =
            database.query_all_raw(Statement::from_string(database.get_database_backend(), query)).await;
        let found: Vec<String> = rows.unwrap().iter().map(|row| row.try_get("", "id").unwrap()).collect();
        assert_eq!(found, ["", "1"]);
    }
}
