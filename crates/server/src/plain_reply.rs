//! A reply as plain text, for those who see no calls: clients of OpenAI's interface, and of MCP.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use pegboard_engine::{Engine, Following, LiveReply, ReplyEnd, ReplyEvent};
use pegboard_model::call::WorkerAct;
use pegboard_model::ids::{CallId, ChatId, MessageId};
use pegboard_model::reply::ReplyStatus;
use url::Url;

/// Characters of a call's arguments that a person is shown.
const ARGUMENTS_SHOWN: usize = 500;

/// What is said of a reply.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Said {
    /// So much more text.
    Text(String),
    /// A call of this tool was asked for.
    Calls(String),
    /// Nothing more comes.
    Ended(ReplyEnd),
}

/// A reply that somebody reads. When they stop before its end, so does the reply: nobody else waits for it.
pub(crate) struct PlainReply {
    engine: Engine,
    live: Arc<LiveReply>,
    /// Where people decide about calls.
    page: Url,
    following: Following,
    ready: VecDeque<Said>,
    spoke: bool,
    /// A new step is to begin a paragraph of its own.
    paragraph_due: bool,
    asked: HashMap<CallId, String>,
    waits: Vec<CallId>,
    over: bool,
}

impl PlainReply {
    pub(crate) fn new(engine: Engine, live: Arc<LiveReply>, page: Url) -> Self {
        Self {
            engine,
            following: live.follow(),
            live,
            page,
            ready: VecDeque::new(),
            spoke: false,
            paragraph_due: false,
            asked: HashMap::new(),
            waits: Vec::new(),
            over: false,
        }
    }

    pub(crate) fn chat(&self) -> ChatId {
        self.live.chat()
    }

    pub(crate) fn message(&self) -> MessageId {
        self.live.message()
    }

    /// The calls that wait for a person.
    pub(crate) fn waits(&self) -> &[CallId] {
        &self.waits
    }

    /// What is said next; nothing after the end.
    pub(crate) async fn next(&mut self) -> Option<Said> {
        loop {
            if let Some(said) = self.ready.pop_front() {
                return Some(said);
            }
            let event = self.following.next().await?;
            self.told(&event);
        }
    }

    fn told(&mut self, event: &ReplyEvent) {
        match event {
            ReplyEvent::StepBegan => self.paragraph_due = self.spoke,
            ReplyEvent::Text(delta) => self.say(delta.clone()),
            ReplyEvent::Asked { call, tool, asked } => {
                let name =
                    tool.known.as_ref().map_or_else(|| tool.name.clone(), |known| known.id.to_string());
                self.asked.insert(*call, format!("`{name}` with {}", shortened(&asked.args.to_string())));
                self.ready.push_back(Said::Calls(name));
            }
            ReplyEvent::Worker(news) => self.worker(&news.act),
            ReplyEvent::Waits { call, .. } => self.waits.push(*call),
            ReplyEvent::Called(call) => self.waits.retain(|waiting| *waiting != call.id),
            ReplyEvent::Ended(end) => self.end(end.clone()),
            _ => {}
        }
    }

    /// Of a worker that was handed work only that is told which somebody has to do something about: it waits while the reply goes on.
    fn worker(&mut self, act: &WorkerAct) {
        match act {
            WorkerAct::Asked { call, tool, args } => {
                self.asked.insert(*call, format!("`{tool}` with {}", shortened(&args.to_string())));
            }
            WorkerAct::Waits { call, .. } => {
                self.paragraph_due = self.spoke;
                let line = self.waiting_line(call);
                self.say(line);
                self.paragraph_due = true;
            }
            _ => {}
        }
    }

    fn say(&mut self, delta: String) {
        let begins = std::mem::take(&mut self.paragraph_due);
        self.spoke = true;
        self.ready.push_back(Said::Text(if begins { format!("\n\n{delta}") } else { delta }));
    }

    fn end(&mut self, end: ReplyEnd) {
        self.over = true;
        if end.status == ReplyStatus::Waiting {
            self.paragraph_due = self.spoke;
            let text = self.waiting();
            self.say(text);
        }
        self.ready.push_back(Said::Ended(end));
    }

    /// What waits, and where a person decides.
    fn waiting(&self) -> String {
        let lines: Vec<String> = self.waits.iter().map(|call| self.waiting_line(call)).collect();
        format!("{}\nThe reply goes on in chat {} then.", lines.join("\n"), self.chat())
    }

    fn waiting_line(&self, call: &CallId) -> String {
        let asked = self.asked.get(call).map_or("a call", String::as_str);
        format!("Waits for a person's approval: {asked}. Decide at {}ui/calls/{call}", self.page)
    }
}

impl Drop for PlainReply {
    fn drop(&mut self) {
        let is_this = |live: Arc<LiveReply>| live.message() == self.live.message();
        if !self.over && self.engine.live_reply(self.chat()).is_some_and(is_this) {
            self.engine.stop_reply(self.chat());
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(ARGUMENTS_SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
