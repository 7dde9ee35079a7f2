//! The words of titles and messages, by which chats are found.

use pegboard_model::chat_search::{ChatQuery, words};
use pegboard_model::ids::{ChatId, MessageId};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, Value};

use crate::record::{Page, PageRequest};
use crate::store::connection::{Store, StoreError};
use crate::store::convert::parse;

/// What stands for the message where the words are those of a title.
pub(super) const TITLE: &str = "";

/// Where a chat says what was looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChatFound {
    pub(crate) chat: ChatId,
    /// The latest message that does; `None` where only the title does.
    pub(crate) message: Option<MessageId>,
}

/// Keeps the words of a text, in the place of those it had before.
pub(super) async fn put(
    database: &impl ConnectionTrait,
    chat: &str,
    message: &str,
    text: &str,
) -> Result<(), DbErr> {
    let backend = database.get_database_backend();
    let (value, column) = match backend {
        DbBackend::Postgres => (vector(&words(text)), "$3::tsvector"),
        _ => (words(text).join(" "), "$3"),
    };
    let sql = format!(
        "INSERT INTO chat_texts (chat_id, message_id, words) VALUES ($1, $2, {column})
         ON CONFLICT (chat_id, message_id) DO UPDATE SET words = EXCLUDED.words"
    );
    let values: [Value; 3] = [chat.into(), message.into(), value.into()];
    database.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok(())
}

/// A `tsvector` as PostgreSQL reads it. Words are letters and digits, so nothing needs escaping.
fn vector(words: &[String]) -> String {
    let placed = words.iter().enumerate().map(|(at, word)| format!("'{word}':{}", at + 1));
    placed.collect::<Vec<_>>().join(" ")
}

/// Of each term the last word may be unfinished.
fn tsquery(query: &ChatQuery) -> String {
    let term = |words: &Vec<String>| format!("('{}':*)", words.join("' <-> '"));
    query.terms().iter().map(term).collect::<Vec<_>>().join(" & ")
}

/// The same for SQLite.
fn fts5(query: &ChatQuery) -> String {
    let term = |words: &Vec<String>| format!("\"{}\"*", words.join(" "));
    query.terms().iter().map(term).collect::<Vec<_>>().join(" AND ")
}

impl Store {
    /// Chats that say what is looked for, in their title or in one message, the newest chat first.
    pub(crate) async fn search_chats(
        &self,
        query: &ChatQuery,
        page: PageRequest,
    ) -> Result<Page<ChatFound>, StoreError> {
        let backend = self.reader().get_database_backend();
        let (from, matches, asked) = match backend {
            DbBackend::Postgres => ("chat_texts t", "t.words @@ $1::tsquery", tsquery(query)),
            _ => {
                let from = "chat_words JOIN chat_texts t ON t.id = chat_words.rowid";
                (from, "chat_words MATCH $1", fts5(query))
            }
        };
        let mut values: Vec<Value> = vec![asked.into()];
        let mut before = "";
        if let Some(cursor) = page.cursor {
            before = "AND t.chat_id < $2";
            values.push(cursor.to_string().into());
        }
        let sql = format!(
            "SELECT t.chat_id AS chat, MAX(t.message_id) AS message FROM {from}
             JOIN chats c ON c.id = t.chat_id LEFT JOIN messages m ON m.id = t.message_id
             WHERE {matches} AND c.deleted_at IS NULL AND m.deleted_at IS NULL {before}
             GROUP BY t.chat_id ORDER BY t.chat_id DESC LIMIT {}",
            page.rows() + 1
        );
        let rows = self.reader().query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            let (chat, message): (String, String) = (row.try_get("", "chat")?, row.try_get("", "message")?);
            let message = Some(message).filter(|message| message != TITLE);
            let message = message.map(|message| parse("chat_texts", &message)).transpose()?;
            found.push(ChatFound { chat: parse("chat_texts", &chat)?, message });
        }
        Ok(Page::cut(found, page.rows(), |found| found.chat))
    }
}

#[cfg(test)]
mod tests {
    use pegboard_model::chat_search::ChatQuery;

    use super::{fts5, tsquery, vector};

    #[test]
    fn both_databases_are_asked_the_same() {
        let query = ChatQuery::read("foo-bar 東京 AND").unwrap_or_default();
        assert_eq!(fts5(&query), r#""foo bar"* AND "東 京"* AND "and"*"#);
        assert_eq!(tsquery(&query), "('foo' <-> 'bar':*) & ('東' <-> '京':*) & ('and':*)");
        assert_eq!(vector(&["a".to_owned(), "b".to_owned()]), "'a':1 'b':2");
    }
}
