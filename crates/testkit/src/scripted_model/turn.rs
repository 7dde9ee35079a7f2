//! What a scripted model says to one request.

use serde_json::Value;

use super::gate::Gate;

/// Letters of the pieces in which arguments are streamed, unless that would be too many pieces.
const FRAGMENT: usize = 7;
/// The most pieces of arguments.
const FRAGMENTS: usize = 200;

/// One answer.
#[derive(Debug, Clone)]
pub struct Turn {
    pub(super) when: Option<String>,
    pub(super) answer: Scripted,
}

/// What it is.
#[derive(Debug, Clone)]
pub(super) enum Scripted {
    /// A stream.
    Said { steps: Vec<Step>, end: End },
    /// The prompt is held back: nothing is said to it.
    Blocked,
    /// A refusal before anything is said.
    Failed { failure: Failure, retry_after: Option<String> },
}

/// A step of a stream.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Text(String),
    Reasoning(String),
    Call(ScriptedCall),
    Wait(Gate),
    /// The connection ends here.
    Cut,
    /// Its server says here that it failed.
    Failed(Failure),
}

/// How a stream ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    Done,
    Length,
    Filtered,
    /// The reason, and not what should follow it.
    Unsaid,
}

/// Why a request is refused. Each protocol has its own words for it.
#[derive(Debug, Clone)]
pub(super) enum Failure {
    Key,
    Busy,
    Overloaded,
    TooLong,
    NoModel,
    Broken,
    /// Neither protocol: a proxy's page, say.
    Other {
        status: u16,
        body: String,
    },
}

/// A call that the model asks for.
#[derive(Debug, Clone)]
pub struct ScriptedCall {
    pub(super) id: String,
    pub(super) name: String,
    /// The arguments' text, in pieces.
    pub(super) fragments: Vec<String>,
}

/// A call, its arguments streamed in fragments.
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "tests write the arguments in place")]
pub fn call(id: &str, name: &str, args: Value) -> ScriptedCall {
    call_written(id, name, &args.to_string())
}

/// A call whose arguments are written so, whether they are JSON or not.
#[must_use]
pub fn call_written(id: &str, name: &str, text: &str) -> ScriptedCall {
    let letters: Vec<char> = text.chars().collect();
    let length = letters.len().div_ceil(FRAGMENTS).max(FRAGMENT);
    let fragments = letters.chunks(length).map(|piece| piece.iter().collect()).collect();
    ScriptedCall { id: id.to_owned(), name: name.to_owned(), fragments }
}

impl Turn {
    /// Says this in one piece.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::pieces([text])
    }

    /// Says this in pieces.
    #[must_use]
    pub fn pieces<'a>(pieces: impl IntoIterator<Item = &'a str>) -> Self {
        let steps = pieces.into_iter().map(|piece| Step::Text(piece.to_owned())).collect();
        Self { when: None, answer: Scripted::Said { steps, end: End::Done } }
    }

    /// Asks for these calls at once.
    #[must_use]
    pub fn calls(calls: impl IntoIterator<Item = ScriptedCall>) -> Self {
        Self::pieces([]).then_calls(calls)
    }

    /// Thinks this, and goes on with what follows.
    #[must_use]
    pub fn reasoning(text: &str) -> Self {
        Self::pieces([]).step(Step::Reasoning(text.to_owned()))
    }

    /// Says this after what came before.
    #[must_use]
    pub fn then_text(self, text: &str) -> Self {
        self.step(Step::Text(text.to_owned()))
    }

    /// Asks for these calls after what came before.
    #[must_use]
    pub fn then_calls(self, calls: impl IntoIterator<Item = ScriptedCall>) -> Self {
        calls.into_iter().fold(self, |turn, call| turn.step(Step::Call(call)))
    }

    /// Waits here until the gate is open.
    #[must_use]
    pub fn then_wait(self, gate: &Gate) -> Self {
        self.step(Step::Wait(gate.clone()))
    }

    /// The connection ends after what came before.
    #[must_use]
    pub fn then_cut(self) -> Self {
        self.step(Step::Cut)
    }

    /// Its server says after what came before that it has too much to do, and says no more.
    #[must_use]
    pub fn then_overloaded(self) -> Self {
        self.step(Step::Failed(Failure::Overloaded))
    }

    /// Its server holds the prompt back, which only Gemini's does.
    #[must_use]
    pub fn blocked() -> Self {
        Self { when: None, answer: Scripted::Blocked }
    }

    /// Ends because it may not write more.
    #[must_use]
    pub fn too_much_written(self) -> Self {
        self.ending(End::Length)
    }

    /// Ends because its server holds the rest back.
    #[must_use]
    pub fn filtered(self) -> Self {
        self.ending(End::Filtered)
    }

    /// Says why it ends and closes the connection, without what should end the stream.
    #[must_use]
    pub fn without_an_end(self) -> Self {
        self.ending(End::Unsaid)
    }

    /// Only for a request whose last message of a person has these words.
    #[must_use]
    pub fn when(mut self, words: &str) -> Self {
        self.when = Some(words.to_owned());
        self
    }

    /// Refuses the key (401).
    #[must_use]
    pub fn wrong_key() -> Self {
        Self::failed(Failure::Key, None)
    }

    /// Has too much to do (429); `retry_after` is the header.
    #[must_use]
    pub fn busy(retry_after: Option<&str>) -> Self {
        Self::failed(Failure::Busy, retry_after)
    }

    /// Has too much to do as a whole (503 of the one, 529 of the other).
    #[must_use]
    pub fn overloaded() -> Self {
        Self::failed(Failure::Overloaded, None)
    }

    /// Finds the prompt too long (400).
    #[must_use]
    pub fn too_long() -> Self {
        Self::failed(Failure::TooLong, None)
    }

    /// Does not know the model (404).
    #[must_use]
    pub fn no_such_model() -> Self {
        Self::failed(Failure::NoModel, None)
    }

    /// Fails by itself (500).
    #[must_use]
    pub fn broken() -> Self {
        Self::failed(Failure::Broken, None)
    }

    /// Answers with this status and text.
    #[must_use]
    pub fn status(status: u16, body: &str) -> Self {
        Self::failed(Failure::Other { status, body: body.to_owned() }, None)
    }

    fn failed(failure: Failure, retry_after: Option<&str>) -> Self {
        let retry_after = retry_after.map(str::to_owned);
        Self { when: None, answer: Scripted::Failed { failure, retry_after } }
    }

    fn step(mut self, step: Step) -> Self {
        if let Scripted::Said { steps, .. } = &mut self.answer {
            steps.push(step);
        }
        self
    }

    fn ending(mut self, how: End) -> Self {
        if let Scripted::Said { end, .. } = &mut self.answer {
            *end = how;
        }
        self
    }
}
