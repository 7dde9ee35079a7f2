//! How deep workers may hand work to each other.

use pegboard_model::call::Call;
use pegboard_model::worker::WorkerLimits;

use crate::core::Core;
use crate::pipeline::error::CallError;
use crate::pipeline::resolve::Target;

/// Refuses to hand work on where any of the workers above has a limit that it would go beyond. Each counts itself and all
/// below it.
pub(super) async fn check_depth(core: &Core, call: &Call, target: &Target) -> Result<(), CallError> {
    if !target.entry.hands_work() {
        return Ok(());
    }
    let (mut above, mut parent, mut depth) = (call.worker.clone(), call.parent, 1);
    // Ends: each step goes to an older call, and limits are small.
    while let Some(name) = above {
        depth += 1;
        let registry = core.registry.current();
        let limits = registry.worker(&name).map_or_else(WorkerLimits::default, |record| record.worker.limits);
        if depth > limits.depth {
            return Err(CallError::TooDeep {
                tool: target.resolved.tool.clone(),
                worker: name,
                depth: limits.depth,
            });
        }
        let made = match parent {
            Some(id) => core.store.call(id).await?.map(|(call, _)| call),
            None => None,
        };
        (above, parent) = made.map_or((None, None), |call| (call.worker, call.parent));
    }
    Ok(())
}
