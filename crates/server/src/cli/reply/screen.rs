//! A reply for people: its text as it comes, and a line for each call.

use std::collections::HashSet;

use pegboard_model::ids::CallId;

use crate::cli::client::Client;
use crate::cli::output::{Format, Output, Tone};
use crate::cli::progress::Spinner;
use crate::cli::reply::account::{Account, Asked, Waiting};
use crate::cli::reply::told::{SummaryNews, Told};
use crate::cli::text::first_line;
use crate::cli::workspace::diff;
use crate::http::wire::call::Call;

/// Lines of a changed file that are shown.
const LINES_MAX: usize = 40;
/// Characters of a call's arguments on its line.
const ARGUMENTS_WIDTH: usize = 80;

/// Where a reply is shown. Its text goes to standard output, all else to standard error.
pub(super) struct Screen<'s> {
    client: &'s Client,
    output: &'s Output,
    /// The line of text that is being written has no end yet.
    in_line: bool,
    /// The chat whose changed lines are shown; none shows changed paths alone.
    lines_of: Option<&'s str>,
    /// Calls of workers that were said to wait.
    told_of: HashSet<CallId>,
    /// What goes on, where somebody looks.
    spinner: Option<Spinner>,
}

impl<'s> Screen<'s> {
    pub(super) fn new(client: &'s Client, output: &'s Output) -> Self {
        Self { client, output, in_line: false, lines_of: None, told_of: HashSet::new(), spinner: None }
    }

    /// Shows the lines that calls changed as well.
    pub(super) fn with_lines_of(self, chat: &'s str) -> Self {
        Self { lines_of: Some(chat), ..self }
    }

    pub(super) fn client(&self) -> &'s Client {
        self.client
    }

    pub(super) fn output(&self) -> &'s Output {
        self.output
    }

    /// Shows a part.
    pub(super) async fn show(&mut self, told: &Told, account: &Account) {
        match told {
            Told::StartStep => self.busy("Waiting for the model"),
            Told::TextDelta { delta } => self.text(delta),
            Told::TextEnd => self.end_line(),
            Told::ToolInputAvailable { tool_name, .. } => self.busy(&format!("Calling {tool_name}")),
            Told::ToolOutputAvailable { tool_call_id } => self.ended(*tool_call_id, account, None).await,
            Told::ToolOutputError { tool_call_id, error_text } => {
                self.ended(*tool_call_id, account, Some(error_text)).await;
            }
            Told::ToolOutputDenied { tool_call_id } => {
                self.ended(*tool_call_id, account, Some("it was not allowed")).await;
            }
            Told::DataWorkerTurn { data } => {
                for call in data.waits() {
                    self.worker_waits(call, account).await;
                }
            }
            Told::DataSummary { data } => self.summary(data),
            Told::Start { .. }
            | Told::ToolApprovalRequest { .. }
            | Told::MessageMetadata { .. }
            | Told::Finish { .. }
            | Told::Error { .. }
            | Told::Other => {}
        }
    }

    /// Says which calls wait, and how to decide about them.
    pub(super) async fn waits(&mut self, waits: &[Waiting], account: &Account) {
        self.rest();
        for waiting in waits {
            let call = self.record(waiting.call).await;
            let line = line(call.as_ref(), account.asked.get(&waiting.call));
            let rule = waiting.rule.as_deref().map(|rule| format!(" · {rule}")).unwrap_or_default();
            self.output.aside(Tone::Changed, &format!("waits for approval · {line}{rule}"));
            let id = waiting.call;
            self.output
                .note(&format!("approve it: pegboard calls approve {id}; or: pegboard calls deny {id}"));
        }
    }

    /// Says that the conversation has become long, and what is done about it.
    fn summary(&mut self, news: &SummaryNews) {
        match news {
            SummaryNews::Writing => return self.busy("Summing up what was said before"),
            SummaryNews::Done { messages } => {
                self.rest();
                self.output.note(&format!("The conversation has become long: its first {messages} messages are summed up for the model."));
            }
            SummaryNews::Failed => {
                self.rest();
                self.output
                    .note("The conversation has become long: its beginning is left out for the model.");
            }
        }
        self.busy("Waiting for the model");
    }

    /// Says once that a worker waits, whose turn is told anew with each of its calls.
    async fn worker_waits(&mut self, call: CallId, account: &Account) {
        if self.told_of.insert(call) {
            self.waits(&[Waiting { call, rule: None }], account).await;
        }
    }

    /// Says what a decision about a call led to.
    pub(super) async fn decided(&mut self, id: CallId, account: &Account) {
        if self.output.format() == Format::Human {
            self.ended(id, account, None).await;
        }
    }

    /// Nothing more goes on.
    pub(super) fn rest(&mut self) {
        self.spinner = None;
        self.end_line();
    }

    /// Writes a piece of text.
    pub(super) fn text(&mut self, piece: &str) {
        self.spinner = None;
        self.output.piece(piece);
        if !piece.is_empty() {
            self.in_line = !piece.ends_with('\n');
        }
    }

    /// Ends the line of text that is being written.
    pub(super) fn end_line(&mut self) {
        if std::mem::take(&mut self.in_line) {
            self.output.piece("\n");
        }
    }

    fn busy(&mut self, what: &str) {
        self.end_line();
        self.spinner = Some(Spinner::start(crate::cli::text::harmless(what)));
    }

    /// One line for a call that is over: how it ended, what it was, how long it took, what it changed. `why_not` is for one
    /// that has no record.
    pub(super) async fn ended(&mut self, id: CallId, account: &Account, why_not: Option<&str>) {
        self.rest();
        let call = self.record(id).await;
        let failed = call.as_ref().and_then(|call| call.error.as_ref()).map(|error| error.message.as_str());
        let (tone, status) = match (failed, why_not, &call) {
            (Some(why), _, _) => (Tone::Bad, format!("error: {}", first_line(why, ARGUMENTS_WIDTH))),
            (None, Some(why), None) => {
                (Tone::Bad, format!("not called: {}", first_line(why, ARGUMENTS_WIDTH)))
            }
            (None, _, _) => (Tone::Good, "success".to_owned()),
        };
        let mut line = format!("{status} · {}", line(call.as_ref(), account.asked.get(&id)));
        if let Some(ms) = call.as_ref().and_then(|call| call.duration_ms) {
            line.push_str(&format!(" · {ms} ms"));
        }
        self.output.aside(tone, &line);
        if let Some(call) = call {
            self.changes(&call);
            self.lines(&call).await;
        }
    }

    /// The lines that a call changed. Whoever cannot be shown them saw the paths.
    async fn lines(&self, call: &Call) {
        let Some(chat) = self.lines_of.filter(|_| call.pre_manifest_id != call.post_manifest_id) else {
            return;
        };
        let states = (call.pre_manifest_id, call.post_manifest_id);
        let _ = diff::patch(self.client, self.output, chat, states, LINES_MAX).await;
    }

    fn changes(&self, call: &Call) {
        let marked = [
            ("+", Tone::Good, &call.changes.added),
            ("~", Tone::Changed, &call.changes.modified),
            ("-", Tone::Bad, &call.changes.removed),
        ];
        for (mark, tone, paths) in marked {
            for path in paths {
                self.output.aside(tone, &format!("  {mark} {path}"));
            }
        }
    }

    /// The call's record; a call that was never made has none.
    async fn record(&self, id: CallId) -> Option<Call> {
        self.client.get::<Call>(&["calls", &id.to_string()], &[]).await.ok().map(|answer| answer.body)
    }
}

/// A call's tool and arguments on one line.
fn line(call: Option<&Call>, asked: Option<&Asked>) -> String {
    let name = call.map(|call| call.tool_id.as_str()).or(asked.map(|asked| asked.name.as_str()));
    let arguments = match (call, asked) {
        (_, Some(asked)) => asked.input.to_string(),
        (Some(call), None) => serde_json::Value::Object(call.args.clone()).to_string(),
        (None, None) => String::new(),
    };
    let arguments = first_line(&arguments, ARGUMENTS_WIDTH);
    format!("{} {arguments}", name.unwrap_or("a call")).trim_end().to_owned()
}
