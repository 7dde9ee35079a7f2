//! What a call came to, as a `CallToolResult`.

use pegboard_model::call::ToolFailure;
use serde_json::{Map, Value, json};

use crate::endpoint::house::{Ended, Link, Output, Pending, Told};
use crate::endpoint::limits::{TEXT_BEGINNING, TEXT_MAX};
use crate::rpc::RpcError;

/// In the `_meta` of a result: which call it was.
const CALL_KEY: &str = "pegboard/call";
/// In the `_meta` of a result: what an html renderer shows of it.
const SHOWN_KEY: &str = "pegboard/data";

/// The result of a call that is over; a server's own answer passes through as it came.
pub(super) fn ended(ended: Ended) -> Result<Value, RpcError> {
    let mut result = match ended.outcome {
        Told::Upstream(result) => return Ok(result),
        Told::Failed(failure) => match failed(failure)? {
            Answered::ByTool(result) => return Ok(result),
            Answered::ByUs(result) => result,
        },
        Told::Plain(value) => plain(value, ended.output),
        Told::Shelved { beginning, bytes, link } => shelved(&beginning, bytes, &link, ended.output),
    };
    if let Some(Value::Array(content)) = result.get_mut("content") {
        content.extend(ended.warnings.iter().map(|warning| text(format!("Note: {warning}"))));
    }
    let mut about = Map::new();
    about.insert(CALL_KEY.to_owned(), json!({"id": ended.call, "chat_id": ended.chat}));
    if let Some(shown) = ended.shown {
        about.insert(SHOWN_KEY.to_owned(), shown);
    }
    result.insert("_meta".to_owned(), Value::Object(about));
    Ok(Value::Object(result))
}

/// What the house itself answered.
pub(super) fn answered(answer: Value) -> Value {
    Value::Object(plain(answer, Output::Free))
}

/// A result with a remark behind its content, whoever it is from.
pub(super) fn noted(mut result: Value, note: &str) -> Value {
    if let Some(Value::Array(content)) = result.get_mut("content") {
        content.push(text(format!("Note: {note}")));
    }
    result
}

/// A call that waits for a person whom this client cannot show anything.
pub(super) fn pending(pending: &Pending) -> Value {
    let told = format!(
        "{} waits for approval and has not run. A person can approve or deny it at {}. Do not call it again: \
         once approved, it runs by itself, and its result stands there.",
        pending.tool, pending.approve_at
    );
    // A client checks structured content against the tool's schema, unless the result is an error.
    let is_error = pending.output == Output::Declared;
    json!({
        "content": [text(told)],
        "structuredContent": {
            "status": "pending", "call_id": pending.call, "chat_id": pending.chat, "approve_at": pending.approve_at,
        },
        "isError": is_error,
    })
}

/// A result that says what is wrong, so that a model can mend it.
pub(super) fn told(message: &str) -> Value {
    Value::Object(error(message))
}

enum Answered {
    ByTool(Value),
    ByUs(Map<String, Value>),
}

/// A failed call: with the tool's own answer where it gave one, which is a result or a JSON-RPC error.
fn failed(failure: ToolFailure) -> Result<Answered, RpcError> {
    let message = format!("{}: {}", failure.kind.as_str(), failure.message);
    match failure.answer {
        Some(answer) if answer.get("content").is_some_and(Value::is_array) => Ok(Answered::ByTool(*answer)),
        Some(answer) if answer.get("code").is_some_and(Value::is_i64) => {
            match serde_json::from_value(*answer) {
                Ok(refused) => Err(refused),
                Err(_) => Ok(Answered::ByUs(error(&message))),
            }
        }
        _ => Ok(Answered::ByUs(error(&message))),
    }
}

fn error(message: &str) -> Map<String, Value> {
    let mut result = Map::new();
    result.insert("content".to_owned(), json!([text(message)]));
    result.insert("isError".to_owned(), true.into());
    result
}

fn plain(value: Value, output: Output) -> Map<String, Value> {
    let words = match &value {
        Value::String(words) => words.clone(),
        Value::Null => "Done; the tool returned nothing.".to_owned(),
        value => value.to_string(),
    };
    let mut result = Map::new();
    let cut = if words.len() > TEXT_MAX && !value.is_object() { beginning(&words) } else { &words };
    result.insert("content".to_owned(), json!([text(cut)]));
    if value.is_object() {
        result.insert("structuredContent".to_owned(), value);
    }
    // A client refuses a result without the structured content that the tool promised, unless it is an error.
    let lacks = output == Output::Declared && !result.contains_key("structuredContent");
    result.insert("isError".to_owned(), lacks.into());
    result
}

fn shelved(beginning: &str, bytes: u64, link: &Link, output: Output) -> Map<String, Value> {
    let told = format!(
        "The result has {bytes} bytes, and all of it is in the workspace file `{}`. It begins:",
        link.name
    );
    let linked = json!({
        "type": "resource_link", "uri": link.uri, "name": link.name, "mimeType": link.mime_type, "size": bytes,
    });
    let mut result = Map::new();
    result.insert("content".to_owned(), json!([text(told), text(beginning), linked]));
    result.insert("isError".to_owned(), (output == Output::Declared).into());
    result
}

/// The beginning of a long text.
pub(super) fn beginning(words: &str) -> &str {
    &words[..words.floor_char_boundary(TEXT_BEGINNING)]
}

fn text(words: impl Into<String>) -> Value {
    json!({"type": "text", "text": words.into()})
}
