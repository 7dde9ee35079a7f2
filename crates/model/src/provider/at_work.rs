//! What a worker has while it works.

use async_trait::async_trait;

use crate::call::ToolFailure;
use crate::inference::{Asked, Ended, Picture, Said};
use crate::worker::WorkerLimits;

/// What a worker has while it works: a model that knows its instructions and tools, and calls of its own.
#[async_trait]
pub trait AtWork: Send + Sync {
    /// What this run may use.
    fn limits(&self) -> WorkerLimits;

    /// Asks the worker's model. What it says is told while it says it; dropping the future hangs up.
    ///
    /// # Errors
    /// When there is no model, or it does not answer to the end.
    async fn ask(&self, said: &[Said]) -> Result<Answer, ToolFailure>;

    /// Makes a call as the worker, and gives back what its model is told of it. Where a person must see the call first, waits
    /// until they have decided and it has ended. A call that runs is cancelled when the future is dropped; one that waits
    /// stays for people to decide about.
    async fn call(&self, asked: &Asked) -> Told;
}

/// What a model said in one go.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Aloud; may be empty.
    pub text: String,
    /// The calls that it asks for.
    pub asked: Vec<Asked>,
    /// How it ended, and what it took.
    pub ended: Ended,
}

/// What a model is told of a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    /// In words, cut to what a model reads.
    pub text: String,
    /// What the tool shows with it.
    pub pictures: Vec<Picture>,
}

impl Told {
    /// In words alone.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), pictures: Vec::new() }
    }
}
