//! Finding chats by the words of their titles and messages.

use pegboard_model::chat_search::ChatQuery;
use pegboard_model::ids::{ChatId, MessageId};
use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::record::{Page, PageRequest};
use crate::store::chat_index::TITLE;
use crate::store::connection::{Store, StoreError};
use crate::store::convert::parse;

/// Where a chat says what was looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChatFound {
    pub(crate) chat: ChatId,
    /// The latest message that does; `None` where only the title does.
    pub(crate) message: Option<MessageId>,
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

    use super::{fts5, tsquery};

    #[test]
    fn both_databases_are_asked_the_same() {
        let query = ChatQuery::read("foo-bar 東京 AND").unwrap_or_default();
        assert_eq!(fts5(&query), r#""foo bar"* AND "東 京"* AND "and"*"#);
        assert_eq!(tsquery(&query), "('foo' <-> 'bar':*) & ('東' <-> '京':*) & ('and':*)");
    }
}
