//! The three sorts of message.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::error::RpcError;
use super::id::Id;
use super::limits::{ID_MAX, METHOD_MAX};

/// One message, in either direction.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// It wants an answer.
    Request(Request),
    /// It wants none.
    Notification(Notification),
    /// It is one.
    Response(Response),
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Ties the response to it.
    pub id: Id,
    /// What is asked.
    pub method: String,
    /// An object, or `Null` where there are none.
    pub params: Value,
}

/// A message that nobody answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Notification {
    /// What happened.
    pub method: String,
    /// An object, or `Null` where there are none.
    pub params: Value,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The request's id; `None` (`null` on the wire) when it could not be read.
    pub id: Option<Id>,
    /// What came of it.
    pub outcome: Result<Value, RpcError>,
}

/// JSON, but no message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct InvalidMessage {
    /// The id it has in spite of it, for an error response.
    pub id: Option<Id>,
    /// What is wrong with it.
    pub why: &'static str,
}

impl Message {
    /// Reads one message out of JSON; nothing in it is copied.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_value(value: Value) -> Result<Self, InvalidMessage> {
        let Value::Object(mut object) = value else {
            return Err(InvalidMessage { id: None, why: "a message is a JSON object" });
        };
        let has_id = object.contains_key("id");
        let id = object.remove("id").and_then(read_id);
        let invalid = |why| Err(InvalidMessage { id: id.clone(), why });
        if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return invalid("`jsonrpc` is not \"2.0\"");
        }
        let Some(method) = object.remove("method") else {
            return read_response(id, object);
        };
        let Value::String(method) = method else { return invalid("`method` is not a text") };
        if method.is_empty() || method.len() > METHOD_MAX {
            return invalid("`method` is empty or too long");
        }
        let params = object.remove("params").unwrap_or_default();
        if !matches!(params, Value::Null | Value::Object(_)) {
            return invalid("`params` is not an object");
        }
        match id {
            Some(id) => Ok(Self::Request(Request { id, method, params })),
            None if has_id => invalid("`id` is neither a number nor a text of sensible length"),
            None => Ok(Self::Notification(Notification { method, params })),
        }
    }
}

fn read_id(value: Value) -> Option<Id> {
    match value {
        Value::String(text) if text.len() <= ID_MAX => Some(Id::Text(text)),
        Value::Number(number) => number.as_i64().map(Id::Number),
        _ => None,
    }
}

fn read_response(id: Option<Id>, mut object: Map<String, Value>) -> Result<Message, InvalidMessage> {
    let outcome = match (object.remove("result"), object.remove("error")) {
        (Some(result), None) => Ok(result),
        (None, Some(error)) => match serde_json::from_value(error) {
            Ok(error) => Err(error),
            Err(_) => return Err(InvalidMessage { id, why: "`error` is not an error object" }),
        },
        (Some(_), Some(_)) => return Err(InvalidMessage { id, why: "it has both a result and an error" }),
        (None, None) => return Err(InvalidMessage { id, why: "it has neither method, result nor error" }),
    };
    Ok(Message::Response(Response { id, outcome }))
}

impl Request {
    /// A request; `Null` parameters are left out on the wire.
    pub fn new(id: impl Into<Id>, method: impl Into<String>, params: Value) -> Self {
        Self { id: id.into(), method: method.into(), params }
    }
}

impl Notification {
    /// A notification; `Null` parameters are left out on the wire.
    pub fn new(method: impl Into<String>, params: Value) -> Self {
        Self { method: method.into(), params }
    }
}

impl Response {
    /// The answer to a request.
    pub fn new(id: Id, outcome: Result<Value, RpcError>) -> Self {
        Self { id: Some(id), outcome }
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Request(request) => request.serialize(serializer),
            Self::Notification(notification) => notification.serialize(serializer),
            Self::Response(response) => response.serialize(serializer),
        }
    }
}

impl Serialize for Request {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Request", 4)?;
        object.serialize_field("jsonrpc", "2.0")?;
        object.serialize_field("id", &self.id)?;
        object.serialize_field("method", &self.method)?;
        if !self.params.is_null() {
            object.serialize_field("params", &self.params)?;
        }
        object.end()
    }
}

impl Serialize for Notification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Notification", 3)?;
        object.serialize_field("jsonrpc", "2.0")?;
        object.serialize_field("method", &self.method)?;
        if !self.params.is_null() {
            object.serialize_field("params", &self.params)?;
        }
        object.end()
    }
}

impl Serialize for Response {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Response", 3)?;
        object.serialize_field("jsonrpc", "2.0")?;
        object.serialize_field("id", &self.id)?;
        match &self.outcome {
            Ok(result) => object.serialize_field("result", result)?,
            Err(error) => object.serialize_field("error", error)?,
        }
        object.end()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
    use serde_json::{Value, json};

    use super::Message;
    use crate::rpc::Id;

    #[test]
    fn what_is_read_is_written_again() {
        for message in [
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "odd": [1.5, null]}}),
            json!({"jsonrpc": "2.0", "id": "x", "method": "ping"}),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            json!({"jsonrpc": "2.0", "id": 1, "result": null}),
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": -1, "message": "no", "data": {"a": 1}}}),
        ] {
            let read = Message::from_value(message.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), message);
        }
    }

    #[test]
    fn what_is_no_message_is_refused_with_its_id() {
        for (message, id) in [
            (json!([]), None),
            (json!({"id": 7, "method": "ping"}), Some(Id::Number(7))),
            (json!({"jsonrpc": "2.0", "id": 7}), Some(Id::Number(7))),
            (json!({"jsonrpc": "2.0", "id": 7, "method": 3}), Some(Id::Number(7))),
            (json!({"jsonrpc": "2.0", "id": 7, "method": "a", "params": [1]}), Some(Id::Number(7))),
            (json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}), None),
            (json!({"jsonrpc": "2.0", "id": null, "method": "ping"}), None),
            (json!({"jsonrpc": "2.0", "id": 7, "result": 1, "error": {"code": 1}}), Some(Id::Number(7))),
            (json!({"jsonrpc": "2.0", "id": 7, "error": "no"}), Some(Id::Number(7))),
        ] {
            assert_eq!(Message::from_value(message.clone()).unwrap_err().id, id, "{message}");
        }
    }

    fn field() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            Just(json!("2.0")),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,8}".prop_map(Value::from),
            Just(json!({"code": 1})),
            Just(json!([{}])),
        ]
    }

    proptest! {
        #[test]
        fn whatever_is_taken_is_written_as_a_message_again(
            fields in proptest::collection::btree_map(
                prop_oneof![
                    Just("jsonrpc"), Just("id"), Just("method"), Just("params"), Just("result"), Just("error")
                ],
                field(),
                0..6,
            ),
        ) {
            if let Ok(message) = Message::from_value(json!(fields)) {
                let written = serde_json::to_value(&message).unwrap();
                assert_eq!(Message::from_value(written).unwrap(), message);
            }
        }
    }
}
