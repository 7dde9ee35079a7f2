//! `tools/call`.

use std::sync::Arc;

use pegboard_model::call::CallerLine;
use serde_json::{Map, Value};

use crate::endpoint::approval::{self, Verdict};
use crate::endpoint::chat_argument;
use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::failure;
use crate::endpoint::guest::Guest;
use crate::endpoint::house::{Called, House, Invocation, Pending, Refusal, Rights};
use crate::endpoint::line::Line;
use crate::endpoint::tool_result;
use crate::rpc::RpcError;

/// What a result says of a question that nobody answered.
const UNANSWERED: &str =
    "Nobody answered a question of the tool in time; it was told so, and went on without an answer.";

/// Calls a tool; a person at the client is asked where policy wants one and the token may approve.
pub(super) async fn call(
    house: &dyn House,
    guest: &Guest,
    mut params: Map<String, Value>,
    line: Arc<Line>,
) -> Result<Value, RpcError> {
    if guest.by.rights < Rights::Call {
        return Err(failure::invalid("this token may look but not call tools: it needs the scope `run`"));
    }
    let Some(Value::String(tool)) = params.remove("name") else {
        return Err(failure::invalid("`name` must be the tool's name"));
    };
    let mut arguments = match params.remove("arguments") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(arguments)) => arguments,
        Some(_) => return Err(failure::invalid("`arguments` must be an object")),
    };
    let called = async {
        let named = match guest.chat {
            ChatChoice::Argument => chat_argument::take(house, &guest.view, &tool, &mut arguments).await?,
            ChatChoice::Own | ChatChoice::Named(_) => None,
        };
        let chat = match named {
            // What a model wrote into an argument it must be able to mend.
            Some(named) => house.chat(&named).await.map_err(|error| Refusal::Told(error.to_string()))?,
            None => guest.chat(house).await?,
        };
        let (view, by) = (guest.view.clone(), guest.by.clone());
        let back: Arc<dyn CallerLine> = Arc::clone(&line) as _;
        house.call(Invocation { view, tool, arguments, chat, by, line: back }).await
    };
    let waited = Arc::clone(&line);
    let result = match called.await {
        Ok(Called::Pending(pending)) => decide(house, guest, pending, line).await,
        other => answer(other, guest),
    };
    if waited.left_unanswered() {
        return result.map(|result| tool_result::noted(result, UNANSWERED));
    }
    result
}

/// Asks the person at the client. Only behind a token that may approve: else a program could approve its own call.
async fn decide(
    house: &dyn House,
    guest: &Guest,
    pending: Pending,
    line: Arc<Line>,
) -> Result<Value, RpcError> {
    if guest.by.rights < Rights::Approve || !line.shows_forms() {
        return Ok(tool_result::pending(&pending));
    }
    match approval::ask(&line, &pending).await {
        Verdict::Approved => answer(house.approve(pending.call, &guest.by, line).await, guest),
        Verdict::Denied => answer(house.deny(pending.call, &guest.by).await, guest),
        Verdict::Undecided => Ok(tool_result::pending(&pending)),
    }
}

fn answer(called: Result<Called, Refusal>, guest: &Guest) -> Result<Value, RpcError> {
    match called {
        Ok(Called::Ended(ended)) => tool_result::ended(ended),
        Ok(Called::Answered(answer)) => Ok(tool_result::answered(answer)),
        Ok(Called::Pending(pending)) => Ok(tool_result::pending(&pending)),
        // A model can mend what it is told in a result; an error of the protocol it may never see.
        Err(Refusal::Told(message)) => Ok(tool_result::told(&message)),
        Err(refusal) => Err(failure::error(refusal, guest.era())),
    }
}
