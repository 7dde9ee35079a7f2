//! Running a recorded call again: beside it in the chat's tree, on the workspace as it was before it. Both stay.

use std::sync::Arc;

use pegboard_model::call::{Call, CallStatus, Caller};
use pegboard_model::ids::CallId;
use serde_json::{Map, Value};

use crate::approvals;
use crate::core::Core;
use crate::leaf::Fork;
use crate::pipeline::{CallError, Place};
use crate::record::CallRecord;
use crate::store::StoreError;

/// Why a call was not run again.
#[derive(Debug, thiserror::Error)]
pub enum RerunError {
    /// There is no such call.
    #[error("there is no call {0}")]
    NoCall(CallId),
    /// It has not ended yet.
    #[error("the call is {status}; only one that has ended can be run again")]
    NotOver {
        /// How it stands.
        status: CallStatus,
    },
    /// The new call did not run. Where that is because of the tool, its arguments or policy, the chat was not moved.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Calls the tool again as it is now, with the arguments of then or others. Policy judges it anew.
pub(crate) async fn rerun(
    core: &Arc<Core>,
    id: CallId,
    args: Option<Map<String, Value>>,
    caller: Caller,
) -> Result<CallRecord, RerunError> {
    let (before, _) = core.store.call(id).await?.ok_or(RerunError::NoCall(id))?;
    match before.status {
        CallStatus::Success | CallStatus::Error => {}
        status @ (CallStatus::Pending | CallStatus::Running) => return Err(RerunError::NotOver { status }),
    }
    let message = core.store.message(before.message).await?;
    let message = message.ok_or(CallError::NoMessage(before.message))?;
    // One that was denied never began: then the state at its message is the one it was asked for in.
    let state = if before.started_at.is_some() { before.pre_manifest } else { message.manifest };
    let place = Place::Branch(Fork { leaf: message.parent, state });
    let call = Call {
        tool: before.tool.to_string(),
        args: args.unwrap_or(before.args),
        chat: Some(before.chat),
        message: None,
        worker: before.worker,
        parent: None,
        triggered: None,
        id: None,
        telemetry: before.telemetry,
        caller,
        line: None,
    };
    Ok(approvals::call_at(core, call, before.chat, place).await?)
}
