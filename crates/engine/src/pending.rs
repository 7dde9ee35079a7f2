//! Calls that wait for a person.

use pegboard_model::call::CallStatus;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::CallId;

use crate::core::Core;
use crate::record::CallRecord;
use crate::store::StoreError;

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
