//! Which tools a model is told of in a chat: those of the chest, as many as it can choose among, and what it found.

use std::collections::HashSet;
use std::sync::Arc;

use pegboard_model::ids::ChatId;
use pegboard_model::inference::Offered;

use crate::briefing;
use crate::chest;
use crate::core::Core;
use crate::relevance;
use crate::replies::own_tools::OwnTool;
use crate::store::StoreError;

/// Tools that a model is told of at once. Of a larger chest those are shown that fit what the person said best.
pub(super) const SHOWN_MAX: usize = 64;

/// What a conversation says of the tools that it needs.
pub(super) struct Need<'a> {
    /// What the person said last.
    pub(super) words: &'a str,
    /// Wire names that were used or found before.
    pub(super) named: HashSet<String>,
}

/// Chooses among the tools of a chest, and adds what the model found elsewhere.
pub(super) async fn choose(
    core: &Arc<Core>,
    chat: ChatId,
    mut tools: Vec<Offered>,
    need: Need<'_>,
) -> Result<Vec<Offered>, StoreError> {
    let registry = core.registry.current();
    if tools.len() > SHOWN_MAX {
        let found = relevance::search(core, &registry, need.words).await;
        let best = found.ranked.into_iter().filter_map(|hit| registry.tool_at(hit.position));
        let best: Vec<String> = best.map(|tool| tool.record().wire_name).collect();
        let at_hand: HashSet<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        let named = need.named.iter().filter(|name| at_hand.contains(name.as_str()));
        let fitting = best.iter().filter(|name| at_hand.contains(name.as_str()));
        let rest = tools.iter().map(|tool| &tool.name);
        let mut kept = HashSet::new();
        for name in named.chain(fitting).chain(rest) {
            if kept.len() == SHOWN_MAX {
                break;
            }
            kept.insert(name.clone());
        }
        // In the order of listings, so that what a model's server remembers of the last prompt holds.
        tools.retain(|tool| kept.contains(&tool.name));
    }
    let mode = chest::mode(core, chat).await?;
    let shown: HashSet<String> = tools.iter().map(|tool| tool.name.clone()).collect();
    let others = registry.offered().map(|tool| tool.record()).filter(|tool| !shown.contains(&tool.wire_name));
    let others: Vec<_> = others.collect();
    if others.is_empty() {
        return Ok(tools);
    }
    // In a chosen chest only what is active can be called, and that is in the list.
    if mode == chest::ChestMode::Automatic {
        let found = others.into_iter().filter(|tool| need.named.contains(&tool.wire_name));
        tools.extend(found.take(SHOWN_MAX).map(briefing::offered));
    }
    tools.extend(OwnTool::offered(mode));
    Ok(tools)
}
