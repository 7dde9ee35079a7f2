//! A request that is no call, such as `resources/read`. Who waits for it may be asked, but is told nothing.

use std::path::PathBuf;
use std::sync::Arc;

use pegboard_model::call::CallerLine;
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
    line: Option<Arc<dyn CallerLine>>,
    method: &str,
    params: &Value,
) -> Result<Value, ServerFailure> {
    let server = registry.server(key)?;
    let chat: Option<(ChatId, PathBuf)> = chat.and_then(|chat| Some((chat, server.workspace_of(chat)?)));
    let mut lost_session = false;
    loop {
        let lease = registry.lease(&server, server.place(chat.clone())).await?;
        let workspace = chat.as_ref().map(|(_, folder)| folder.clone());
        let (news, _nobody_listens) = mpsc::channel(1);
        let asker = Asker { line: line.clone(), workspace, news };
        if let Some(watched) = lease.connection.watch(method, params) {
            return watched.map_err(|error| error.told(key));
        }
        match answered(&lease.connection.peer, &asker, method, params).await {
            // The server did not even look at it, so asking again repeats nothing.
            Err(RequestError::SessionLost) if !lost_session => lost_session = true,
            other => return other.map_err(|error| error.told(key)),
        }
    }
}

async fn answered(peer: &Peer, asker: &Asker, method: &str, params: &Value) -> Result<Value, RequestError> {
    let mut next = params.clone();
    for _ in 0..ROUNDS_MAX {
        let waits = asker.line.is_some().then(|| asker.clone());
        let ask = Ask { asker: waits, ..Ask::new(method, next) };
        let result = peer.request(ask, REQUEST_TIME).await?;
        let Some(required) = InputRequired::of(method, &result) else { return Ok(result) };
        next = required.answered(params, asker).await;
    }
    Err(RequestError::Malformed(format!("it asked back more than {ROUNDS_MAX} times")))
}
