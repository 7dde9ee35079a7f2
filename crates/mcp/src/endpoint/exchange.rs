//! A request that is worked on: its work, and what comes out of it before the result.

use std::pin::Pin;

use serde_json::Value;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::endpoint::line::Outgoing;
use crate::rpc::RpcError;

/// What a request comes to.
pub(super) type Outcome = Result<Value, RpcError>;
/// The work of a request.
pub(super) type Work = Pin<Box<dyn Future<Output = Outcome> + Send>>;

/// A request that is worked on. The work goes on only while somebody waits in [`Exchange::next`]; calls of tools go on
/// in the house by themselves.
pub(super) struct Exchange {
    work: Work,
    outgoing: mpsc::Receiver<Outgoing>,
    hung_up: CancellationToken,
}

/// What comes next of a request.
pub(super) enum Step {
    /// Something before its result.
    Out(Outgoing),
    /// Its result; nothing comes after it.
    Done(Outcome),
}

impl Exchange {
    pub(super) fn new(work: Work, outgoing: mpsc::Receiver<Outgoing>, hung_up: CancellationToken) -> Self {
        Self { work, outgoing, hung_up }
    }

    /// Fired when the client does not want it any more.
    pub(super) fn hung_up(&self) -> &CancellationToken {
        &self.hung_up
    }

    /// What comes next, in the order in which it came about. Not to be called again after the result.
    pub(super) async fn next(&mut self) -> Step {
        tokio::select! {
            biased;
            Some(out) = self.outgoing.recv() => Step::Out(out),
            outcome = &mut self.work => {
                // What was told while the work was looked at for the last time comes before the result.
                match self.outgoing.try_recv() {
                    Ok(out) => {
                        self.work = Box::pin(std::future::ready(outcome));
                        Step::Out(out)
                    }
                    Err(_) => Step::Done(outcome),
                }
            }
        }
    }
}
