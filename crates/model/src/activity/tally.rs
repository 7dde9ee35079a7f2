//! Counting calls into buckets and tools.

use std::collections::BTreeMap;

use crate::activity::window::Window;
use crate::call::CallStatus;
use crate::time::Timestamp;

/// What one call adds.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// When it was asked for.
    pub at: Timestamp,
    /// The real tool.
    pub tool: &'a str,
    /// How it stands.
    pub status: CallStatus,
    /// From its start to its end, once it has both.
    pub duration_ms: Option<i64>,
}

/// Counts and times of some calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// All of them, however they stand.
    pub calls: u64,
    /// Those that ended without a result.
    pub errors: u64,
    /// Half of those that ran took no longer; `None` when none ran to its end.
    pub p50_ms: Option<i64>,
    /// Ninety-five of a hundred of those that ran took no longer.
    pub p95_ms: Option<i64>,
}

/// All calls of the span.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// Counts and times.
    pub figures: Figures,
    /// Those that wait for approval.
    pub pending: u64,
}

/// The calls of one stretch of the span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// When it begins.
    pub at: Timestamp,
    /// Counts and times.
    pub figures: Figures,
}

/// The calls of one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolFigures {
    /// The real tool.
    pub tool: String,
    /// Counts and times.
    pub figures: Figures,
}

/// How calls went over a span of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// The span.
    pub window: Window,
    /// All calls.
    pub totals: Totals,
    /// Every bucket of the span, oldest first, those without a call as well.
    pub buckets: Vec<Bucket>,
    /// Every tool that was called, the one called most first.
    pub tools: Vec<ToolFigures>,
}

/// Calls on their way into an [`Activity`].
#[derive(Debug)]
pub struct Tally {
    window: Window,
    pending: u64,
    all: Group,
    buckets: Vec<Group>,
    tools: BTreeMap<String, Group>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(window: Window) -> Self {
        let buckets = vec![Group::default(); window.buckets()];
        Self { window, pending: 0, all: Group::default(), buckets, tools: BTreeMap::new() }
    }

    /// Counts one call; one outside of the span is not counted.
    pub fn add(&mut self, sample: Sample<'_>) {
        let place = self.window.bucket_of(sample.at);
        let Some(bucket) = place.and_then(|place| self.buckets.get_mut(place)) else {
            return;
        };
        bucket.add(sample);
        self.all.add(sample);
        self.pending += u64::from(sample.status == CallStatus::Pending);
        match self.tools.get_mut(sample.tool) {
            Some(tool) => tool.add(sample),
            None => self.tools.entry(sample.tool.to_owned()).or_default().add(sample),
        }
    }

    /// What was counted.
    pub fn finish(self) -> Activity {
        let window = self.window;
        let bucket =
            |(place, group): (usize, Group)| Bucket { at: window.begins(place), figures: group.figures() };
        let tool = |(tool, group): (String, Group)| ToolFigures { tool, figures: group.figures() };
        let mut tools: Vec<ToolFigures> = self.tools.into_iter().map(tool).collect();
        tools.sort_by(|a, b| b.figures.calls.cmp(&a.figures.calls).then_with(|| a.tool.cmp(&b.tool)));
        Activity {
            window,
            totals: Totals { figures: self.all.figures(), pending: self.pending },
            buckets: self.buckets.into_iter().enumerate().map(bucket).collect(),
            tools,
        }
    }
}

#[derive(Debug, Clone, Default)]
struct Group {
    calls: u64,
    errors: u64,
    durations: Vec<i64>,
}

impl Group {
    fn add(&mut self, sample: Sample<'_>) {
        self.calls += 1;
        self.errors += u64::from(sample.status == CallStatus::Error);
        // A clock that was set back makes no call quicker than nothing.
        self.durations.extend(sample.duration_ms.map(|duration| duration.max(0)));
    }

    fn figures(mut self) -> Figures {
        self.durations.sort_unstable();
        let (p50_ms, p95_ms) = (percentile(&self.durations, 50), percentile(&self.durations, 95));
        Figures { calls: self.calls, errors: self.errors, p50_ms, p95_ms }
    }
}

/// The smallest value that at least `percent` of a hundred do not exceed (nearest rank); no value is made up between
/// two others.
pub fn percentile(sorted: &[i64], percent: usize) -> Option<i64> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.max(1) - 1).copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{Sample, Tally, percentile};
    use crate::activity::window::Window;
    use crate::call::CallStatus;

    fn tally() -> Tally {
        Tally::new(
            Window::new("2026-01-31T11:00:00Z".parse().unwrap(), "2026-01-31T12:00:00Z".parse().unwrap())
                .unwrap(),
        )
    }

    fn sample(at: &str, tool: &'static str, status: CallStatus, duration_ms: Option<i64>) -> Sample<'static> {
        Sample { at: at.parse().unwrap(), tool, status, duration_ms }
    }

    #[test]
    fn calls_are_counted_by_bucket_and_by_tool() {
        let mut tally = tally();
        tally.add(sample("2026-01-31T11:00:30Z", "a:slow", CallStatus::Success, Some(90)));
        tally.add(sample("2026-01-31T11:00:59.999Z", "a:slow", CallStatus::Error, Some(10)));
        tally.add(sample("2026-01-31T11:59:00Z", "b:ask", CallStatus::Pending, None));
        tally.add(sample("2026-01-31T10:59:59.999Z", "c:early", CallStatus::Success, Some(1)));
        tally.add(sample("2026-01-31T12:00:00Z", "c:late", CallStatus::Success, Some(1)));
        let activity = tally.finish();
        assert_eq!((activity.totals.figures.calls, activity.totals.figures.errors), (3, 1));
        assert_eq!(activity.totals.pending, 1);
        assert_eq!(activity.buckets.len(), 60);
        assert_eq!(activity.buckets[0].figures.calls, 2);
        assert_eq!(activity.buckets[0].figures.p50_ms, Some(10));
        assert_eq!(activity.buckets[0].figures.p95_ms, Some(90));
        assert_eq!(activity.buckets[59].figures.p50_ms, None);
        let tools: Vec<_> =
            activity.tools.iter().map(|tool| (tool.tool.as_str(), tool.figures.calls)).collect();
        assert_eq!(tools, [("a:slow", 2), ("b:ask", 1)]);
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        assert_eq!(percentile(&[], 50), None);
        assert_eq!(percentile(&[7], 95), Some(7));
        let hundred: Vec<i64> = (1..=100).collect();
        assert_eq!((percentile(&hundred, 50), percentile(&hundred, 95)), (Some(50), Some(95)));
    }

    proptest! {
        #[test]
        fn a_percentile_has_its_share_at_or_below_it(mut values in vec(0_i64..1000, 1..300), percent in 1_usize..=100) {
            values.sort_unstable();
            let found = percentile(&values, percent).unwrap();
            let below = values.iter().filter(|value| **value <= found).count();
            prop_assert!(below * 100 >= values.len() * percent);
            let under = values.iter().filter(|value| **value < found).count();
            prop_assert!(under * 100 < values.len() * percent);
        }

        #[test]
        fn nothing_is_counted_twice_or_lost(offsets in vec(-600_i64..4200, 0..200)) {
            let mut tally = tally();
            let start = tally.window.since().unix_millis();
            for offset in &offsets {
                let at = crate::time::Timestamp::from_unix_millis(start + offset * 1000).unwrap();
                tally.add(Sample { at, tool: "a:b", status: CallStatus::Success, duration_ms: Some(*offset) });
            }
            let inside = offsets.iter().filter(|offset| (0..3600).contains(*offset)).count() as u64;
            let activity = tally.finish();
            prop_assert_eq!(activity.totals.figures.calls, inside);
            prop_assert_eq!(activity.buckets.iter().map(|bucket| bucket.figures.calls).sum::<u64>(), inside);
            prop_assert_eq!(activity.tools.iter().map(|tool| tool.figures.calls).sum::<u64>(), inside);
        }
    }
}
