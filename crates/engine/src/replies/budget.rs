//! What one run of a reply may use.

use pegboard_model::inference::Usage;
use pegboard_model::worker::WorkerLimits;

use crate::core::Core;
use crate::record::ReplyRecord;
use crate::replies::error::Cut;

/// What one run of a reply may use, from where it began or went on.
pub(super) struct Budget {
    limits: WorkerLimits,
    steps: usize,
    tokens: u64,
    summaries: Summaries,
}

/// Whether what is too long for the model is summed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Summaries {
    Wanted,
    /// The model could not, and would not in the next step.
    GivenUp,
}

impl Budget {
    /// A worker's own limits; else those that a worker has which says nothing of them.
    pub(super) fn of(core: &Core, record: &ReplyRecord) -> Self {
        let registry = core.registry.current();
        let worker = record.worker.as_ref().and_then(|name| registry.worker(name));
        let limits = worker.map_or_else(WorkerLimits::default, |worker| worker.worker.limits);
        Self { limits, steps: 0, tokens: sum(record.usage), summaries: Summaries::Wanted }
    }

    /// Seconds that it may take.
    pub(super) fn seconds(&self) -> u32 {
        self.limits.timeout_seconds
    }

    pub(super) fn summaries(&self) -> Summaries {
        self.summaries
    }

    /// Has no more summaries made.
    pub(super) fn give_up_summaries(&mut self) {
        self.summaries = Summaries::GivenUp;
    }

    /// Takes a step, if there is one left.
    pub(super) fn step(&mut self, used: Usage) -> Result<(), Cut> {
        let most = usize::try_from(self.limits.steps).unwrap_or(usize::MAX);
        if self.steps >= most {
            return Err(Cut::Steps(most));
        }
        self.steps += 1;
        match self.limits.tokens {
            Some(most) if sum(used).saturating_sub(self.tokens) >= u64::from(most) => Err(Cut::Tokens(most)),
            _ => Ok(()),
        }
    }
}

fn sum(usage: Usage) -> u64 {
    usage.input.unwrap_or(0).saturating_add(usage.output.unwrap_or(0))
}
