//! The chat that a path names.

use axum::extract::{FromRef, FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use pegboard_model::ids::ChatId;

use crate::http::problem::{Problem, kinds};
use crate::http::state::App;

/// What stands for the chat of calls that name none.
const DEFAULT: &str = "default";

/// `{chat_id}` of the path: an id, or `default` for the chat of calls that name none.
pub(crate) struct ChatRef(pub(crate) ChatId);

impl<S> FromRequestParts<S> for ChatRef
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let unread = || Problem::new(kinds::BAD_REQUEST, "The path cannot be read.");
        let params = RawPathParams::from_request_parts(parts, state).await.map_err(|_| unread())?;
        let (_, text) = params.iter().find(|(name, _)| *name == "chat_id").ok_or_else(unread)?;
        if text == DEFAULT {
            return Ok(Self(App::from_ref(state).engine.default_chat().await?));
        }
        text.parse().map(Self).map_err(|error: pegboard_model::ids::RowIdError| {
            Problem::new(kinds::BAD_REQUEST, error.to_string())
                .hint("GET /chats lists the chats and their ids.")
        })
    }
}
