//! Long steps, told as events to who waits for them.

use std::sync::Arc;

use pegboard_model::ids::ProgressId;
use pegboard_model::provider::Progress;

use crate::core::Core;
use crate::events::EventKind;

/// Characters of one told line; the rest is left out.
const LINE_CHARS: usize = 500;

/// Tells each step to the log and to everybody who listens.
pub(crate) struct Announced {
    core: Arc<Core>,
    id: ProgressId,
}

impl Announced {
    pub(crate) fn new(core: Arc<Core>, id: ProgressId) -> Self {
        Self { core, id }
    }
}

impl Progress for Announced {
    fn step(&self, line: &str) {
        tracing::info!("{line}");
        // What a package installer prints may hold anything.
        let text: String = line.chars().filter(|c| !c.is_control()).take(LINE_CHARS).collect();
        self.core.events.publish(EventKind::ToolsetProgress { progress: self.id.clone(), text });
    }
}
