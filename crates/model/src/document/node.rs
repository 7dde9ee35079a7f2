//! A document as a tree that knows where each value stands, and how large one may be.

use serde_json::{Map, Number, Value};

use super::problem::Place;

/// The longest document, in bytes.
pub(crate) const BYTES_MAX: usize = 1 << 20;

/// How deep a document may be nested.
pub(crate) const DEPTH_MAX: usize = 48;

/// The longest key, in bytes. YAML's one-line keys have at most 1024 characters, escapes included, and every key that
/// is read must be writable.
pub(crate) const KEY_MAX: usize = 200;

/// How many nodes a document may have, copies made by aliases included; long texts count more than one.
pub(crate) const NODES_MAX: usize = 100_000;

/// A value and where it begins.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) kind: Kind,
}

/// What a node is.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    /// A number with its text, which tells `1.0` from `1`.
    Number(Number, String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key with its value.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_place: Place,
    pub(crate) value: Node,
}

impl Node {
    /// The node without its places.
    pub(crate) fn to_json(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Number(number, _) => Value::Number(number.clone()),
            Kind::Text(text) => Value::String(text.clone()),
            Kind::List(items) => items.iter().map(Node::to_json).collect(),
            Kind::Map(entries) => {
                let entries: Map<String, Value> =
                    entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect();
                Value::Object(entries)
            }
        }
    }

    /// What a copy of the node counts: its nodes, and every further 32 bytes of text as one more.
    pub(crate) fn weight(&self) -> usize {
        let text = |text: &str| text.len() / 32;
        1 + match &self.kind {
            Kind::Null | Kind::Bool(_) => 0,
            Kind::Number(_, written) => text(written),
            Kind::Text(written) => text(written),
            Kind::List(items) => items.iter().map(Node::weight).sum(),
            Kind::Map(entries) => entries.iter().map(|e| 1 + text(&e.key) + e.value.weight()).sum(),
        }
    }
}
