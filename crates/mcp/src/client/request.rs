//! A request that is no call, such as `resources/read`: there is nobody to ask and to tell.

use std::path::PathBuf;

use pegboard_model::ids::{ChatId, ServerKey};
use pegboard_model::servers::ServerFailure;
use serde_json::Value;
use tokio::sync::mpsc;

use super::ask::Asker;
use super::fault::RequestError;
use super::limits::{REQUEST_TIME, ROUNDS_MAX};
use super::peer::{Ask, Peer};
use super::registry::Registry;
use super::rounds::InputRequired;

/// Sends a request and gives back its result as it came.
pub(super) async fn request(
    registry: &Registry,
    key: &ServerKey,
    chat: Option<ChatId>,
    method: &str,
    params: &Value,
) -> Result<Value, ServerFailure> {
    let server = registry.server(key)?;
    let chat: Option<(ChatId, PathBuf)> = chat.and_then(|chat| Some((chat, server.workspace_of(chat)?)));
    let mut lost_session = false;
    loop {
        let lease = registry.lease(&server, server.place(chat.clone())).await?;
        let workspace = chat.as_ref().map(|(_, folder)| folder.clone());
        match answered(&lease.connection.peer, workspace, method, params).await {
            // The server did not even look at it, so asking again repeats nothing.
            Err(RequestError::SessionLost) if !lost_session => lost_session = true,
            other => return other.map_err(|error| error.told(key)),
        }
    }
}

async fn answered(
    peer: &Peer,
    workspace: Option<PathBuf>,
    method: &str,
    params: &Value,
) -> Result<Value, RequestError> {
    let (news, _nobody_listens) = mpsc::channel(1);
    let nobody = Asker { line: None, workspace, news };
    let mut next = params.clone();
    for _ in 0..ROUNDS_MAX {
        let result = peer.request(Ask::new(method, next), REQUEST_TIME).await?;
        let Some(required) = InputRequired::of(method, &result) else { return Ok(result) };
        next = required.answered(params, &nobody).await;
    }
    Err(RequestError::Malformed(format!("it asked back more than {ROUNDS_MAX} times")))
}
