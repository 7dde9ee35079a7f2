//! Keeping the words of titles and messages, by which chats are found.

use pegboard_model::chat_search::words;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, Value};

/// What stands for the message where the words are those of a title.
pub(super) const TITLE: &str = "";

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

#[cfg(test)]
mod tests {
    use super::vector;

    #[test]
    fn words_have_their_places() {
        assert_eq!(vector(&["a".to_owned(), "b".to_owned()]), "'a':1 'b':2");
    }
}
