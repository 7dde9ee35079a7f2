//! Experience: how calls of a tool ended, and what somebody looked for before it did its work.

use std::sync::Arc;

use pegboard_model::call::CallStatus;
use pegboard_model::outcome::reward;
use pegboard_model::search::PAST_QUERIES_MAX;

use crate::clock;
use crate::core::Core;
use crate::record::{CallRecord, PastQuery, TextHash};
use crate::store::StoreError;
use crate::text::storable;

/// Lets the end of a call count for its tool.
pub(crate) fn note_end(core: &Arc<Core>, call: &CallRecord) {
    core.meanings.experienced(&call.tool, 1, reward(call.error.as_ref().map(|error| error.kind)));
    note_success(core, call);
}

/// Where a call that went well came from a search in its chat, keeps the query for its tool. Nobody waits for it, and
/// nothing is lost but a hint where it fails.
fn note_success(core: &Arc<Core>, call: &CallRecord) {
    if call.status != CallStatus::Success {
        return;
    }
    let Some(query) = core.meanings.came_from(call.chat, &call.tool).map(|query| storable(&query)) else {
        return;
    };
    let past = PastQuery { tool: call.tool.clone(), hash: TextHash::of(&query), query };
    let keeping = Arc::clone(core);
    core.tasks.spawn(async move {
        let kept = keep(&keeping, &past).await;
        match kept {
            Ok(()) => {
                keeping.meanings.add_past(past);
                keeping.meanings.wake.notify_one();
            }
            Err(error) => tracing::warn!(tool = %past.tool, ?error, "a past query could not be kept"),
        }
    });
}

async fn keep(core: &Core, past: &PastQuery) -> Result<(), StoreError> {
    let write = core.store.write().await?;
    write.keep_past_query(past, clock::now(), PAST_QUERIES_MAX as u64).await?;
    write.commit_soon().await
}
