//! The messages of `docs/RUNNER_PROTOCOL.md`.

use std::collections::BTreeMap;
use std::path::Path;

use pegboard_model::toolset::Hooks;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::fault::ErrorKind;
use crate::python::bounds::{Bounds, Excess};

/// Both sides refuse any other.
pub(super) const VERSION: u32 = 1;

/// No message on the control socket is longer.
pub(super) const MAX_DATAGRAM: usize = 64 << 10;

/// What the server tells the runner.
#[derive(Debug, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub(super) enum Order<'a> {
    /// Import these modules; the first message.
    Load {
        protocol: u32,
        toolset: &'a str,
        root: &'a Path,
        modules: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        isolation: Option<&'static str>,
        #[serde(skip_serializing_if = "Hooks::is_empty")]
        hooks: &'a Hooks,
        sandbox: Box<Bounds<'a>>,
    },
    /// Fork a child; its two descriptors come along.
    Call { id: &'a str },
    /// End a call's child and all that descends from it.
    Kill { id: &'a str },
    /// End every call, then exit.
    Quit,
}

/// What the runner tells the server.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Event {
    /// A hook is about to run.
    Initialising {},
    /// The imports and hooks are over.
    Loaded {
        protocol: u32,
        python: String,
        #[serde(default)]
        failed: BTreeMap<String, Fault>,
        /// Why a hook failed, where one did; every call of a function fails with the same.
        uninitialised: Option<Fault>,
        /// Why the toolset runs without its sandbox, where it does.
        unconfined: Option<String>,
    },
    /// The sandbox that the toolset asks for cannot be had here; nothing was imported.
    Unconfinable { message: String },
    /// A call's child is reaped and nothing that descends from it lives.
    Exited {
        id: String,
        code: Option<i32>,
        signal: Option<i32>,
        /// What the runner ended it for.
        limit: Option<Excess>,
    },
    /// No child could be made.
    Refused { id: String, message: String },
    /// It did not understand the server, and ends.
    Fatal { message: String },
}

/// What the server asks a child for.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Request<'a> {
    /// Call one function.
    Call {
        entrypoint: &'a str,
        args: &'a Map<String, Value>,
        context: Context<'a>,
        scratch: &'a Path,
        limits: Limits,
    },
    /// Tell what functions say of themselves.
    Describe { entrypoints: Vec<&'a str>, context: Context<'a>, scratch: &'a Path },
}

/// What `get_context()` gives.
#[derive(Debug, Serialize)]
pub(super) struct Context<'a> {
    pub(super) workspace: &'a Path,
    pub(super) chat_id: String,
    pub(super) call_id: String,
    pub(super) toolset_id: &'a str,
    pub(super) toolset_root: &'a Path,
    pub(super) config: Map<String, Value>,
}

/// What the child holds itself to.
#[derive(Debug, Serialize)]
pub(super) struct Limits {
    pub(super) memory_bytes: Option<u64>,
    pub(super) processes: Option<u64>,
    pub(super) result_bytes: u64,
}

/// The one frame that a child answers with.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    #[serde(rename = "type")]
    pub(super) sort: AnswerSort,
    #[serde(default)]
    pub(super) value: Value,
    pub(super) kind: Option<ErrorKind>,
    #[serde(default)]
    pub(super) message: String,
    pub(super) traceback: Option<String>,
}

/// Whether a child answers with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnswerSort {
    /// It does.
    Result,
    /// It does not.
    Error,
}

/// What one function says of itself.
#[derive(Debug, Deserialize)]
pub(super) struct Described {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) input_schema: Option<Value>,
    pub(super) requires_confirmation: Option<bool>,
    pub(super) category: Option<String>,
    pub(super) error: Option<Fault>,
}

/// Why a module was not imported, a hook did not end well, or a function says nothing of itself.
#[derive(Debug, Deserialize)]
pub(super) struct Fault {
    pub(super) kind: ErrorKind,
    pub(super) message: String,
    pub(super) traceback: Option<String>,
}
