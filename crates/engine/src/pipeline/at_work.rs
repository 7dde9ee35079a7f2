//! What a worker has while it works: its model, and calls that are waited for to their end.

use async_trait::async_trait;
use pegboard_model::call::{CallStatus, News, Subcall, ToolFailure, WorkerAct, WorkerNews};
use pegboard_model::ids::CallId;
use pegboard_model::inference::{Asked, Piece, Pieces, Said};
use pegboard_model::provider::{Answer, AtWork, Told};
use pegboard_model::worker::WorkerLimits;
use serde_json::{Map, Value};

use crate::clock;
use crate::pipeline::error::CallError;
use crate::pipeline::subcalls::{Subcalls, refused};
use crate::record::CallRecord;

#[async_trait]
impl AtWork for Subcalls {
    fn limits(&self) -> WorkerLimits {
        self.limits
    }

    async fn ask(&self, said: &[Said]) -> Result<Answer, ToolFailure> {
        let mut heard = Heard { subcalls: self, text: String::new(), asked: Vec::new() };
        let ended = self.way.ask(&self.worker, self.chat, said, &mut heard).await?;
        Ok(Answer { text: heard.text, asked: heard.asked, ended })
    }

    async fn call(&self, asked: &Asked) -> Told {
        let id = clock::fresh();
        self.tell(WorkerAct::Asked { call: id, tool: asked.name.clone(), args: asked.args.clone() });
        let args = match &asked.args {
            Value::Object(args) => Ok(args.clone()),
            Value::Null => Ok(Map::new()),
            _ => Err("the arguments are no JSON object".to_owned()),
        };
        let made = match args {
            Ok(args) => self
                .to_its_end(id, Subcall { tool: asked.name.clone(), args })
                .await
                .map_err(|error| refused(&error)),
            Err(fault) => Err(fault),
        };
        match made {
            Ok(record) => {
                self.tell(WorkerAct::Ended { call: id, status: record.status });
                self.way.told(&asked.name, &record).await
            }
            Err(reason) => {
                let told = Told::words(format!("The call was not made: {reason}"));
                self.tell(WorkerAct::Refused { call: id, reason });
                told
            }
        }
    }
}

/// What a worker's model has said in this answer.
struct Heard<'s> {
    subcalls: &'s Subcalls,
    text: String,
    asked: Vec<Asked>,
}

impl Pieces for Heard<'_> {
    fn take(&mut self, piece: Piece) {
        match piece {
            Piece::Text(more) => {
                self.text.push_str(&more);
                self.subcalls.tell(WorkerAct::Said(more));
            }
            Piece::Asked(asked) => self.asked.push(asked),
            // What it thinks is its own, and calls are told when they are made.
            Piece::Reasoning(_) | Piece::AskBegun { .. } | Piece::AskInput { .. } => {}
        }
    }
}

impl Subcalls {
    /// Makes a call, and waits for whoever must see it first.
    async fn to_its_end(&self, id: CallId, subcall: Subcall) -> Result<CallRecord, CallError> {
        let record = self.make(id, subcall).await?;
        if record.status != CallStatus::Pending {
            return Ok(record);
        }
        self.tell(WorkerAct::Waits { call: id, rule: record.rule });
        self.way.ended(id).await
    }

    fn tell(&self, act: WorkerAct) {
        if let Some(line) = &self.line {
            line.tell(News::Worker(WorkerNews { by: self.parent, worker: self.worker.clone(), act }));
        }
    }
}
