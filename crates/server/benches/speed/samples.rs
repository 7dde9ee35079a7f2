//! Measured times.

use std::time::Duration;

/// Times of the same work.
pub(crate) struct Samples(Vec<Duration>);

impl Samples {
    pub(crate) fn new(mut times: Vec<Duration>) -> Self {
        assert!(!times.is_empty(), "nothing was measured");
        times.sort_unstable();
        Self(times)
    }

    /// The time, in ms, that this percentage of the samples did not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0[rank - 1].as_secs_f64() * 1e3
    }

    pub(crate) fn p50(&self) -> f64 {
        self.percentile(50)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.percentile(99)
    }

    pub(crate) fn total(&self) -> Duration {
        self.0.iter().sum()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
