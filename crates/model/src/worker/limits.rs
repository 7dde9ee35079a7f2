//! What one run of a worker may use.

use crate::document::{At, Kind, Problems};

const KEYS: [&str; 4] = ["steps", "depth", "timeout_seconds", "tokens"];

/// What one run of a worker may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerLimits {
    /// Answers of its model.
    pub steps: u32,
    /// Workers that hand work to each other, itself included.
    pub depth: u32,
    /// Seconds from its task to its answer.
    pub timeout_seconds: u32,
    /// Tokens of its model, in and out; `None` counts none.
    pub tokens: Option<u32>,
}

impl Default for WorkerLimits {
    fn default() -> Self {
        Self { steps: 50, depth: 3, timeout_seconds: 1800, tokens: None }
    }
}

pub(super) fn read_limits(at: &At<'_>, problems: &mut Problems) -> Option<WorkerLimits> {
    let section = at.section(&KEYS, problems)?;
    let standard = WorkerLimits::default();
    let mut read = |key, most| section.get(key).and_then(|at| read_count(&at, most, problems));
    Some(WorkerLimits {
        steps: read("steps", 500).unwrap_or(standard.steps),
        depth: read("depth", 8).unwrap_or(standard.depth),
        timeout_seconds: read("timeout_seconds", 24 * 60 * 60).unwrap_or(standard.timeout_seconds),
        tokens: read("tokens", 100_000_000),
    })
}

fn read_count(at: &At<'_>, most: u32, problems: &mut Problems) -> Option<u32> {
    let count = match &at.node.kind {
        Kind::Number(number, _) => number.as_u64().and_then(|count| u32::try_from(count).ok()),
        _ => None,
    };
    match count.filter(|count| (1..=most).contains(count)) {
        Some(count) => Some(count),
        None => at.expected(&format!("a whole number from 1 to {most}"), problems),
    }
}
