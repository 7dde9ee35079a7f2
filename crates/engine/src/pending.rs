//! Calls that wait for a person.

use std::time::Duration;

use pegboard_model::call::CallStatus;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::CallId;

use crate::core::Core;
use crate::events::EventKind;
use crate::record::CallRecord;
use crate::store::StoreError;

/// How often it is looked by itself whether a call has ended: another server on the same database may have run it.
const LOOK: Duration = Duration::from_secs(5);

/// Why there is nothing to decide about.
#[derive(Debug, thiserror::Error)]
pub enum NotPending {
    /// There is no such call.
    #[error("there is no call {0}")]
    NoCall(CallId),
    /// It does not wait for anybody.
    #[error("the call is {0}, not pending")]
    Is(CallStatus),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A pending call, with the fingerprint of the tool that people were asked about.
pub(crate) async fn find(core: &Core, id: CallId) -> Result<(CallRecord, Fingerprint), NotPending> {
    let (call, asked) = core.store.call(id).await?.ok_or(NotPending::NoCall(id))?;
    match call.status {
        CallStatus::Pending => Ok((call, asked)),
        status => Err(NotPending::Is(status)),
    }
}

/// Waits until a call has ended; nothing, where there is none (any more).
pub(crate) async fn ended(core: &Core, id: CallId) -> Result<Option<CallRecord>, StoreError> {
    let mut events = core.events.subscribe();
    loop {
        match core.store.call(id).await? {
            Some((call, _)) if matches!(call.status, CallStatus::Pending | CallStatus::Running) => {}
            found => return Ok(found.map(|(call, _)| call)),
        }
        let heard = async {
            // What was missed is looked at all the same.
            while let Ok(event) = events.recv().await {
                if matches!(event.kind, EventKind::CallFinished { call, .. } if call == id) {
                    break;
                }
            }
        };
        tokio::select! {
            () = heard => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}
