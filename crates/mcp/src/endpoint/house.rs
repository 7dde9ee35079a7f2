//! What the endpoint needs of the house it opens. The server implements it over the engine.

use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{CallerLine, ToolFailure};
use pegboard_model::ids::{CallId, ChatId, ToolName, ToolsetId};
use serde_json::{Map, Value};
use tokio::sync::broadcast;

use crate::rpc::{ParamHeader, RpcError};

/// What a caller may do. Each holds the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rights {
    /// List and read.
    Look,
    /// Call tools.
    Call,
    /// Say yes to calls that wait for a person: whoever may call must not be able to approve the own call, so this is
    /// for callers behind which a person sits.
    Approve,
}

/// Who speaks. The server puts one into the extensions of each request that it lets through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// Tells one token from another; sessions and suspended calls belong to it.
    pub id: String,
    /// For records and for people.
    pub name: String,
    /// What it may do.
    pub rights: Rights,
}

/// Which part of the house a caller sees.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum View {
    /// Every tool that is on, under its wire name.
    All,
    /// The tools of one toolset, under their own names.
    Toolset(ToolsetId),
    /// The tools of one worker, under their wire names; calls are that worker's.
    Worker(ToolName),
}

/// A part of the house as it introduces itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    /// For people.
    pub title: String,
    /// Of the server.
    pub version: String,
    /// What a model should know of it.
    pub instructions: Option<String>,
}

/// Why the house did not do it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing of this name.
    #[error("there is no {what} `{name}`{}", hint.as_deref().map(|hint| format!(": {hint}")).unwrap_or_default())]
    NoSuch {
        /// `tool`, `toolset`, `resource`, `prompt`, `chat`.
        what: &'static str,
        /// As the caller wrote it, shortened.
        name: String,
        /// What may have been meant.
        hint: Option<String>,
    },
    /// A model can mend it: the arguments do not hold, policy forbids it, and the like.
    #[error("{0}")]
    Told(String),
    /// The request itself does not hold.
    #[error("{0}")]
    Invalid(String),
    /// An MCP server behind a tool answered with an error.
    #[error(transparent)]
    Upstream(RpcError),
    /// The house failed; its log says how.
    #[error("{0}")]
    Failed(String),
}

/// A call to be made.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// Where the name stands.
    pub view: View,
    /// As the view lists it.
    pub tool: String,
    /// By name.
    pub arguments: Map<String, Value>,
    /// Whose workspace it works on.
    pub chat: ChatId,
    /// Who calls.
    pub by: Principal,
    /// The way back to them.
    pub line: Arc<dyn CallerLine>,
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Called {
    /// It is over.
    Ended(Ended),
    /// It waits for a person.
    Pending(Pending),
    /// It was no call of a tool: the house itself answered.
    Answered(Value),
}

/// Whether a tool says what form its results have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// It does not.
    Free,
    /// It has an `outputSchema`, which clients hold every result against that is no error.
    Declared,
}

/// A call that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// Which.
    pub call: CallId,
    /// Whose workspace it worked on.
    pub chat: ChatId,
    /// What came of it.
    pub outcome: Told,
    /// What its tool says of results.
    pub output: Output,
    /// What people should know besides.
    pub warnings: Vec<String>,
    /// What an html renderer shows of it.
    pub shown: Option<Value>,
}

/// What a call's tool gave back.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A whole `CallToolResult` of an MCP server.
    Upstream(Value),
    /// Any value.
    Plain(Value),
    /// A value that is too large; the workspace has it as a file.
    Shelved {
        /// How its text begins.
        beginning: String,
        /// All of it, in bytes.
        bytes: u64,
        /// The file.
        link: Link,
    },
    /// It failed.
    Failed(ToolFailure),
}

/// A resource that a result points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it can be read.
    pub uri: String,
    /// For people.
    pub name: String,
    /// Its media type.
    pub mime_type: String,
}

/// A call that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Which.
    pub call: CallId,
    /// Whose workspace it will work on.
    pub chat: ChatId,
    /// The tool's name for people.
    pub tool: String,
    /// What its tool says of results.
    pub output: Output,
    /// Its arguments for people, shortened.
    pub arguments: String,
    /// The page where it can be approved.
    pub approve_at: String,
}

/// Something in the house changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Tools or prompts: those of one toolset, or any.
    Catalog(Option<ToolsetId>),
    /// The prompts of a toolset.
    Prompts(ToolsetId),
    /// The resources of a toolset.
    Resources(ToolsetId),
    /// Which tools a chat has at hand.
    AtHand(ChatId),
    /// The files of a chat.
    Files(ChatId),
    /// A resource of an MCP server of this toolset.
    Resource {
        /// The toolset.
        toolset: ToolsetId,
        /// The resource.
        uri: String,
    },
}

/// A list of a view.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listing {
    /// As the method shows them.
    pub items: Vec<Value>,
    /// Milliseconds for which it holds, where a server behind it says so.
    pub ttl_ms: Option<u64>,
}

impl From<Vec<Value>> for Listing {
    fn from(items: Vec<Value>) -> Self {
        Self { items, ttl_ms: None }
    }
}

/// A resource is watched as long as this lives.
pub struct Watch(#[allow(dead_code, reason = "it is held to be dropped")] Option<Box<dyn Send + Sync>>);

impl Watch {
    /// For a resource that needs no watching: the house itself tells of it.
    pub fn needless() -> Self {
        Self(None)
    }

    /// Watched until this is dropped.
    pub fn held(hold: impl Send + Sync + 'static) -> Self {
        Self(Some(Box::new(hold)))
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// The house that the endpoint opens.
#[async_trait]
pub trait House: Send + Sync + 'static {
    /// How a part of the house introduces itself.
    ///
    /// # Errors
    /// When there is no such part, or it is switched off.
    async fn introduce(&self, view: &View) -> Result<Introduction, Refusal>;

    /// The tools of a view as `tools/list` shows them to a client with this chat, in an order that does not change by
    /// itself.
    ///
    /// # Errors
    /// When the view is gone or the house fails.
    async fn tools(&self, view: &View, chat: Option<ChatId>) -> Result<Vec<Value>, Refusal>;

    /// The arguments that a tool of a view wants in headers as well; none where there is no such tool.
    async fn param_headers(&self, view: &View, tool: &str) -> Vec<ParamHeader>;

    /// Whether a tool of a view has an argument of this name.
    async fn has_argument(&self, view: &View, tool: &str, argument: &str) -> bool;

    /// Calls a tool. Returns when the call is over or waits for a person.
    ///
    /// # Errors
    /// When it neither ran nor waits.
    async fn call(&self, invocation: Invocation) -> Result<Called, Refusal>;

    /// Lets a call run that waits. `by` has [`Rights::Approve`]; the endpoint has checked it.
    ///
    /// # Errors
    /// When it does not wait any more, or is not what was asked about.
    async fn approve(
        &self,
        call: CallId,
        by: &Principal,
        line: Arc<dyn CallerLine>,
    ) -> Result<Called, Refusal>;

    /// Turns a call down that waits.
    ///
    /// # Errors
    /// When it does not wait any more.
    async fn deny(&self, call: CallId, by: &Principal) -> Result<Called, Refusal>;

    /// The resources of a view as `resources/list` shows them: the chat's files, and what the view's servers have.
    ///
    /// # Errors
    /// When the house fails; a server that does not answer is left out.
    async fn resources(&self, view: &View, chat: Option<ChatId>) -> Result<Listing, Refusal>;

    /// The templates of a view's resources.
    ///
    /// # Errors
    /// As [`House::resources`].
    async fn templates(&self, view: &View) -> Result<Listing, Refusal>;

    /// A resource: a `ReadResourceResult`. `params` are those of the request, without what is only for the endpoint.
    ///
    /// # Errors
    /// When there is no such resource, or it cannot be read.
    async fn read(
        &self,
        view: &View,
        uri: &str,
        params: Map<String, Value>,
        line: Arc<dyn CallerLine>,
    ) -> Result<Value, Refusal>;

    /// Watches a resource of a view: [`Change::Resource`] tells when it changes.
    async fn watch(&self, view: &View, uri: &str) -> Watch;

    /// What tells one state of a resource from another; `None` when there is none, or nobody knows.
    async fn stamp(&self, uri: &str) -> Option<String>;

    /// The prompts of a view as `prompts/list` shows them.
    ///
    /// # Errors
    /// As [`House::resources`].
    async fn prompts(&self, view: &View) -> Result<Listing, Refusal>;

    /// A prompt: a `GetPromptResult`.
    ///
    /// # Errors
    /// When there is no such prompt, or its arguments do not hold.
    async fn prompt(
        &self,
        view: &View,
        name: &str,
        params: Map<String, Value>,
        line: Arc<dyn CallerLine>,
    ) -> Result<Value, Refusal>;

    /// Completes an argument: a `CompleteResult`.
    ///
    /// # Errors
    /// When what is to be completed does not exist.
    async fn complete(&self, view: &View, params: Map<String, Value>) -> Result<Value, Refusal>;

    /// Finds a chat that a caller names.
    ///
    /// # Errors
    /// When there is none.
    async fn chat(&self, name: &str) -> Result<ChatId, Refusal>;

    /// Makes a chat for a session.
    ///
    /// # Errors
    /// When the house fails.
    async fn new_chat(&self, title: &str) -> Result<ChatId, Refusal>;

    /// The chat of callers without a session: one for each token.
    ///
    /// # Errors
    /// When the house fails.
    async fn chat_of(&self, by: &Principal) -> Result<ChatId, Refusal>;

    /// What changes from now on.
    fn changes(&self) -> broadcast::Receiver<Change>;
}
