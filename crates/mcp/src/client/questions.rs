//! Answers what a server asks.

use pegboard_model::call::{LineError, Question};
use serde_json::{Value, json};
use url::Url;

use super::ask::Asker;
use crate::rpc::{Request, RpcError, code, method};

/// The code of the protocol's own example for a model that does not answer.
const NOT_ANSWERED: i64 = -1;

/// The answer to a server's request. Without somebody who can be asked it is the protocol's way to say no.
pub(super) async fn answer(request: Request, asker: Option<&Asker>) -> Result<Value, RpcError> {
    if request.method == method::PING {
        return Ok(json!({}));
    }
    match question(&request.method) {
        Some(question) => match at_once(question, asker) {
            Some(answer) => answer,
            None => said(question, ask(question, request.params, asker).await),
        },
        None => Err(RpcError::new(code::METHOD_NOT_FOUND, format!("`{}` is not known here", request.method))),
    }
}

/// What a request asks for; `None` for those that are no question.
pub(super) fn question(method: &str) -> Option<Question> {
    match method {
        method::ELICITATION_CREATE => Some(Question::Elicit),
        method::SAMPLING_CREATE_MESSAGE => Some(Question::Sample),
        method::ROOTS_LIST => Some(Question::Roots),
        _ => None,
    }
}

/// The answer to what nobody has to be asked for: a server of one chat works in that chat's folder and in no other.
pub(super) fn at_once(question: Question, asker: Option<&Asker>) -> Option<Result<Value, RpcError>> {
    if question != Question::Roots {
        return None;
    }
    let workspace = asker.and_then(|asker| asker.workspace.as_ref());
    let uri = workspace.and_then(|folder| Url::from_directory_path(folder).ok())?;
    let uri = uri.as_str().trim_end_matches('/');
    Some(Ok(json!({"roots": [{"uri": uri, "name": "workspace"}]})))
}

async fn ask(question: Question, params: Value, asker: Option<&Asker>) -> Result<Value, LineError> {
    match asker.and_then(|asker| asker.line.as_ref()) {
        Some(line) if line.answers(question) => line.ask(question, params).await,
        _ => Err(LineError::NotOffered),
    }
}

/// A caller's answer as the protocol says it.
pub(super) fn said(question: Question, answer: Result<Value, LineError>) -> Result<Value, RpcError> {
    match (question, answer) {
        (_, Ok(answer)) => Ok(answer),
        (_, Err(LineError::Refused { code, message })) => Err(RpcError::new(code, message)),
        (Question::Elicit, Err(LineError::NotOffered)) => Ok(json!({"action": "decline"})),
        (Question::Elicit, Err(LineError::NoAnswer)) => Ok(json!({"action": "cancel"})),
        (Question::Roots, Err(_)) => Ok(json!({"roots": []})),
        (Question::Sample, Err(error)) => Err(RpcError::new(NOT_ANSWERED, error.to_string())),
    }
}
