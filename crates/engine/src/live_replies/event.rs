//! What is told of a reply while it is written.

use pegboard_model::call::{ProviderKind, WorkerNews};
use pegboard_model::ids::{CallId, ToolId, ToolsetId};
use pegboard_model::inference::{Asked, Usage};
use pegboard_model::render::RendererKind;
use pegboard_model::reply::{ReplyStatus, Summary};
use serde_json::Value;

use crate::record::CallRecord;

/// What happens while a reply is written. Calls go by the id that they have, or would have had.
#[derive(Debug, Clone)]
pub enum ReplyEvent {
    /// The model is asked; what it said before is over, and so are the calls that it asked for.
    StepBegan,
    /// What was said before has become too long for it, and it is asked to sum that up.
    SummingUp,
    /// It has; without a summary what is too long is left out.
    SummedUp(Option<Summary>),
    /// It said so much more.
    Text(String),
    /// It thought so much more.
    Reasoning(String),
    /// It begins to ask for a call.
    AskBegun { call: CallId, tool: AskedTool },
    /// It wrote so much more of the call's arguments.
    AskInput { call: CallId, delta: String },
    /// It asked for a call.
    Asked { call: CallId, tool: AskedTool, asked: Asked },
    /// Pegboard itself has answered; there is no record of a call.
    Answered { call: CallId, output: Value },
    /// No call is made.
    Refused { call: CallId, why: Refusal },
    /// A person must see the call first.
    Waits { call: CallId, rule: String },
    /// A worker that was handed work did something.
    Worker(WorkerNews),
    /// It has ended.
    Called(Box<CallRecord>),
    /// Nothing more comes.
    Ended(ReplyEnd),
}

/// A tool that a model asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedTool {
    /// As the model wrote it.
    pub name: String,
    /// What it is, where there is such a tool.
    pub known: Option<KnownTool>,
}

/// What surfaces say of a tool beside a call of it.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownTool {
    pub id: ToolId,
    /// For people.
    pub title: String,
    pub provider: ProviderKind,
    pub toolset: Option<ToolsetId>,
    pub renderer: Option<RendererKind>,
}

/// Why a call was not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Policy forbids it.
    Policy(String),
    /// There is no such tool, or what the model wrote are no arguments of it.
    Fault(String),
}

/// How a reply ended.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplyEnd {
    pub status: ReplyStatus,
    /// Why it ended before it was whole.
    pub error: Option<String>,
    pub usage: Usage,
}
