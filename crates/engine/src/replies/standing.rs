//! Where a reply stands, by the record.

use std::collections::HashMap;

use pegboard_model::call::CallStatus;
use pegboard_model::ids::CallId;
use pegboard_model::reply::{AskedCall, CallStanding, Next, Reply, next};

use crate::core::Core;
use crate::pipeline::company;
use crate::record::CallRecord;
use crate::store::StoreError;
use crate::turns::Company;

/// What a reply does next.
pub(super) async fn comes_next(core: &Core, reply: &Reply) -> Result<Next, StoreError> {
    let calls = asked_calls(core, reply).await?;
    let registry = core.registry.current();
    let bears_company = |asked: &AskedCall| {
        registry.tool(&asked.asked.name).is_some_and(|tool| company(&registry, tool) != Company::Alone)
    };
    Ok(next(reply, |call| standing(calls.get(&call)), bears_company))
}

/// What the last step asks for and has not been begun.
pub(super) async fn not_begun(core: &Core, reply: &Reply) -> Result<Vec<AskedCall>, StoreError> {
    let calls = asked_calls(core, reply).await?;
    let open = reply.last_asked().filter(|asked| !asked.is_settled());
    Ok(open.filter(|asked| !calls.contains_key(&asked.call_id)).cloned().collect())
}

/// The calls of a reply's last step, as far as they were made.
async fn asked_calls(core: &Core, reply: &Reply) -> Result<HashMap<CallId, CallRecord>, StoreError> {
    let ids: Vec<CallId> = reply.last_asked().map(|asked| asked.call_id).collect();
    core.store.calls_of(&ids).await
}

fn standing(call: Option<&CallRecord>) -> CallStanding {
    match call.map(|call| call.status) {
        None => CallStanding::NotBegun,
        Some(CallStatus::Pending) => CallStanding::Waits,
        Some(CallStatus::Running) => CallStanding::Runs,
        Some(CallStatus::Success | CallStatus::Error) => CallStanding::Ended,
    }
}
