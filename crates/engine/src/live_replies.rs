//! Replies that are being written now, and what is told of them while they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::call::ProviderKind;
use pegboard_model::ids::{CallId, ChatId, MessageId, ToolId, ToolsetId};
use pegboard_model::inference::{Asked, Usage};
use pegboard_model::render::RendererKind;
use pegboard_model::reply::ReplyStatus;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::record::CallRecord;

/// What happens while a reply is written. Calls go by the id that they have, or would have had.
#[derive(Debug, Clone)]
pub enum ReplyEvent {
    /// The model is asked; what it said before is over, and so are the calls that it asked for.
    StepBegan,
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
    /// No call is made.
    Refused { call: CallId, why: Refusal },
    /// A person must see the call first.
    Waits { call: CallId, rule: String },
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

/// A reply that is being written.
#[derive(Debug)]
pub struct LiveReply {
    chat: ChatId,
    message: MessageId,
    /// Everything since it began, or went on.
    events: Mutex<Vec<Arc<ReplyEvent>>>,
    told: watch::Sender<usize>,
    stop: CancellationToken,
}

impl LiveReply {
    pub fn chat(&self) -> ChatId {
        self.chat
    }

    pub fn message(&self) -> MessageId {
        self.message
    }

    /// What happened since the first `seen` events; waits until there is something. Nothing, when nothing more comes.
    pub async fn since(&self, seen: usize) -> Vec<Arc<ReplyEvent>> {
        let mut told = self.told.subscribe();
        // An error says that the reply is gone, and everything of it is told.
        let _ = told.wait_for(|told| *told > seen).await;
        self.events().get(seen..).unwrap_or_default().to_vec()
    }

    pub(crate) fn tell(&self, event: ReplyEvent) {
        let mut events = self.events();
        events.push(Arc::new(event));
        let count = events.len();
        drop(events);
        self.told.send_replace(count);
    }

    /// Fires when a person stops it.
    pub(crate) fn stopped(&self) -> &CancellationToken {
        &self.stop
    }

    fn events(&self) -> MutexGuard<'_, Vec<Arc<ReplyEvent>>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All of them; a chat has one at a time.
#[derive(Default)]
pub(crate) struct LiveReplies(Mutex<HashMap<ChatId, Arc<LiveReply>>>);

impl LiveReplies {
    /// Takes the chat's place; nothing, where a reply is being written there.
    pub(crate) fn enter(&self, chat: ChatId, message: MessageId) -> Option<Arc<LiveReply>> {
        let mut all = self.lock();
        if all.contains_key(&chat) {
            return None;
        }
        let live = LiveReply {
            chat,
            message,
            events: Mutex::default(),
            told: watch::Sender::new(0),
            stop: CancellationToken::new(),
        };
        let live = Arc::new(live);
        all.insert(chat, Arc::clone(&live));
        Some(live)
    }

    pub(crate) fn of(&self, chat: ChatId) -> Option<Arc<LiveReply>> {
        self.lock().get(&chat).cloned()
    }

    /// Gives the chat's place back. Whoever reads still gets everything.
    pub(crate) fn leave(&self, chat: ChatId) {
        self.lock().remove(&chat);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ChatId, Arc<LiveReply>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveReply {
    pub(crate) fn ask_to_stop(&self) {
        self.stop.cancel();
    }
}
