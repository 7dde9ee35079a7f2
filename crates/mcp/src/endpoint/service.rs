//! The endpoint as a whole.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::endpoint::house::House;
use crate::endpoint::limits::LISTENERS_MAX;
use crate::endpoint::sessions::Sessions;
use crate::endpoint::suspended::AllSuspended;

/// The endpoint of one house. Cheap to clone.
#[derive(Clone)]
pub struct Endpoint {
    pub(super) house: Arc<dyn House>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) suspended: Arc<AllSuspended>,
    pub(super) listeners: Arc<Semaphore>,
    /// Fires when the server stops.
    pub(super) closing: CancellationToken,
}

impl Endpoint {
    /// An endpoint that opens this house.
    pub fn new(house: Arc<dyn House>) -> Self {
        Self {
            house,
            sessions: Arc::default(),
            suspended: Arc::default(),
            listeners: Arc::new(Semaphore::new(LISTENERS_MAX)),
            closing: CancellationToken::new(),
        }
    }

    /// Ends every stream, so that the server can stop. Requests that run go on to their results.
    pub fn close(&self) {
        self.closing.cancel();
        self.suspended.clear();
    }
}

/// A name that nobody can guess: 192 bits as hex.
pub(super) fn unguessable() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
