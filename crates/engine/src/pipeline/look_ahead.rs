//! The look at a workspace while the processes of a call that has answered end.
//!
//! What the tool wrote is then read, and its blobs durable, when the look after the end comes. Only that one counts: it
//! reads again whatever may have changed since.

use std::sync::{Arc, Mutex, PoisonError};

use pegboard_cas::Manifest;
use tokio::sync::oneshot;

use crate::settle::SettleError;
use crate::turns::Turn;

/// With more files than this, looking twice costs more than is gained.
const MAX_FILES: usize = 1_000;

/// Where a call tells that its tool has answered.
pub(super) struct Answering(Mutex<Option<oneshot::Sender<()>>>);

/// Fires at the answer, or fails when the call is over without one.
pub(super) type Answer = oneshot::Receiver<()>;

impl Answering {
    pub(super) fn new() -> (Self, Answer) {
        let (sender, answer) = oneshot::channel();
        (Self(Mutex::new(Some(sender))), answer)
    }

    pub(super) fn answered(&self) {
        if let Some(waiting) = self.take() {
            // Nobody waits where the workspace is too large.
            let _nobody = waiting.send(());
        }
    }

    /// The call is over, answered or not.
    pub(super) fn over(&self) {
        self.take();
    }

    fn take(&self) -> Option<oneshot::Sender<()>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Waits for the answer and looks. What there is to say of the workspace, an error included, the next look says.
pub(super) async fn look_ahead(
    turn: Turn,
    base: &Arc<Manifest>,
    answer: Answer,
) -> Result<Turn, SettleError> {
    if base.len() > MAX_FILES || answer.await.is_err() {
        return Ok(turn);
    }
    let base = Arc::clone(base);
    let (turn, _seen) = turn.work(move |desk| desk.look(&base)).await?;
    Ok(turn)
}
