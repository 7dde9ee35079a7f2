//! Beginning a reply to what a client of OpenAI's interface sent.

use axum::http::HeaderMap;
use pegboard_engine::record::Role;
use pegboard_engine::{Below, NewMessage, NewReply, NoModel, Sent};
use pegboard_model::ids::{ChatId, ToolName};
use serde_json::Value;

use crate::http::auth::Principal;
use crate::http::compatible::naming::{CHAT_HEADER, no_model};
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;
use crate::http::wire::completion::{CompletionRequest, Conversation, DEFAULT_MODEL};
use crate::plain_reply::PlainReply;

/// Begins it.
pub(super) async fn begin(
    app: &App,
    principal: &Principal,
    headers: &HeaderMap,
    request: CompletionRequest,
) -> Result<PlainReply, Problem> {
    let worker = worker(app, &request.model)?;
    request.check().map_err(refused)?;
    let conversation = request.conversation().map_err(refused)?;
    let chat = match named(headers)? {
        Some(chat) => app.engine.chat_record(chat).await?.id,
        None => begun(app, &conversation).await?,
    };
    let new = NewReply {
        said: Some(Sent::text(conversation.last)),
        below: Below::ActiveLeaf,
        model: None,
        worker,
        caller: principal.caller(),
    };
    let live = app.engine.reply(chat, new).await?;
    Ok(PlainReply::new(app.engine.clone(), live, app.page.as_ref().clone()))
}

fn worker(app: &App, model: &str) -> Result<Option<ToolName>, Problem> {
    if model == DEFAULT_MODEL {
        return Ok(None);
    }
    let worker = app.engine.worker(model).map_err(|_| no_model(model))?;
    Ok(Some(worker.record.worker.name.clone()))
}

fn refused(why: String) -> Problem {
    Problem::new(kinds::BAD_REQUEST, why)
}

/// The chat that the client continues.
fn named(headers: &HeaderMap) -> Result<Option<ChatId>, Problem> {
    let Some(value) = headers.get(CHAT_HEADER) else { return Ok(None) };
    let id = value.to_str().ok().and_then(|text| text.trim().parse().ok());
    id.map(Some).ok_or_else(|| {
        Problem::new(kinds::BAD_REQUEST, "the header `X-Pegboard-Chat` holds no id of a chat")
            .hint("Each answer has its chat's id in it.")
    })
}

/// A chat of its own, with what was said before.
async fn begun(app: &App, conversation: &Conversation) -> Result<ChatId, Problem> {
    // So that nothing is left of what could not be begun.
    if app.engine.models().await?.is_empty() {
        return Err(NoModel::NoneSetUp.into());
    }
    let title = conversation.last.lines().find(|line| !line.trim().is_empty()).map(ToOwned::to_owned);
    let chat = app.engine.create_chat(title).await?.id;
    for (is_user, text) in &conversation.before {
        let role = if *is_user { Role::User } else { Role::Assistant };
        let message = NewMessage { below: Below::ActiveLeaf, role, content: Value::String(text.clone()) };
        app.engine.add_message(chat, message).await?;
    }
    Ok(chat)
}
