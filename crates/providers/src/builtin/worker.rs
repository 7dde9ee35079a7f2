//! Handing work to workers. Each worker is a tool, `NAME({input})`; which ones there are, the house knows.

use std::time::Duration;

use pegboard_model::builtin::{Builtin, BuiltinToolset};
use pegboard_model::call::{FailureKind, Outcome, ToolFailure};
use pegboard_model::inference::{EndReason, Said, Usage};
use pegboard_model::provider::{AtWork, Host, Job, Told};
use serde_json::Value;

/// The toolset. Its tools are the house's workers.
pub(super) fn toolset() -> BuiltinToolset {
    BuiltinToolset {
        builtin: Builtin::Worker,
        title: "Workers",
        description: "Hand work to workers.",
        prompt_section: Some(
            "A worker is an agent with tools of its own that works on the same files. Say in `input` all that it needs to \
             know: it sees nothing of this conversation.",
        ),
        tools: Vec::new(),
    }
}

/// Whether a call is for a worker.
pub(super) fn is_for_worker(job: &Job) -> bool {
    job.bundle.toolset == Builtin::Worker.toolset()
}

/// Has a worker do what it is asked: its model is asked until it asks for no more calls. Its last words are the result, and all
/// that it said and did is the log.
pub(super) async fn run(job: &Job, host: &dyn Host) -> Outcome {
    let Some(worker) = host.at_work() else {
        return Outcome::failed(ToolFailure::new(FailureKind::Unavailable, "nobody works here"));
    };
    let seconds = worker.limits().timeout_seconds;
    let mut work = Work { worker, host, log: Log { text: String::new(), room: job.limits.log_bytes } };
    let task = job.resolved.args.get("input").and_then(Value::as_str).unwrap_or_default();
    let cancelled = host.cancelled();
    let result = tokio::select! {
        result = work.finish(task) => result,
        () = tokio::time::sleep(Duration::from_secs(seconds.into())) => {
            Err(failure(FailureKind::Timeout, format!("the worker took more than {seconds} seconds")))
        }
        () = cancelled.cancelled() => {
            Err(failure(FailureKind::Cancelled, "the worker was cancelled".to_owned()))
        }
    };
    Outcome { result: result.map(Value::String), log: work.log.text }
}

fn failure(kind: FailureKind, message: String) -> ToolFailure {
    ToolFailure::new(kind, message)
}

struct Work<'w> {
    worker: &'w dyn AtWork,
    host: &'w dyn Host,
    log: Log,
}

impl Work<'_> {
    async fn finish(&mut self, task: &str) -> Result<String, ToolFailure> {
        let limits = self.worker.limits();
        let mut said = vec![Said::user(task)];
        let mut tokens = 0;
        for _ in 0..limits.steps {
            let answer = self.worker.ask(&said).await?;
            self.note(&answer.text);
            ended_well(answer.ended.reason)?;
            if answer.asked.is_empty() {
                return Ok(answer.text);
            }
            said.push(Said::Model { text: answer.text, asked: answer.asked.clone() });
            for asked in answer.asked {
                self.note(&format!("{}({})", asked.name, asked.args));
                let Told { text, pictures } = self.worker.call(&asked).await;
                said.push(Said::Tool { id: asked.id, name: asked.name, text, pictures });
            }
            tokens += sum(answer.ended.usage);
            if let Some(most) = limits.tokens.filter(|most| tokens >= u64::from(*most)) {
                let message = format!("the worker took more than {most} tokens before it was done");
                return Err(failure(FailureKind::TooLarge, message));
            }
        }
        let message = format!("the worker was not done after {} steps", limits.steps);
        Err(failure(FailureKind::Timeout, message))
    }

    /// Adds a line to the log, for those who watch and for the record.
    fn note(&mut self, line: &str) {
        if !line.is_empty() {
            let kept = self.log.add(line);
            self.host.log(&kept);
        }
    }
}

fn ended_well(reason: EndReason) -> Result<(), ToolFailure> {
    let why = match reason {
        EndReason::Done => return Ok(()),
        EndReason::Length => "its model stopped because it may not write more",
        EndReason::Filtered => "the server of its model held the answer back",
    };
    Err(failure(FailureKind::Raised, format!("the worker did not end: {why}")))
}

fn sum(usage: Usage) -> u64 {
    usage.input.unwrap_or(0).saturating_add(usage.output.unwrap_or(0))
}

/// What is kept of all that a worker says and does: the beginning, as far as there is room.
struct Log {
    text: String,
    room: usize,
}

impl Log {
    /// Adds a line; gives back what of it was kept.
    fn add(&mut self, line: &str) -> String {
        let mut kept = String::new();
        for piece in line.chars().chain(['\n']) {
            if self.text.len() + kept.len() + piece.len_utf8() > self.room {
                break;
            }
            kept.push(piece);
        }
        self.text.push_str(&kept);
        kept
    }
}
