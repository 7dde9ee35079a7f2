//! The span of time that is looked at, cut into buckets that begin at round times.

use crate::time::Timestamp;

/// Most days of a span.
pub const SPAN_MAX_DAYS: i64 = 3660;
/// Most buckets of a span, as long as there is a larger size to choose: about sixty are wanted.
const BUCKETS_MAX: i64 = 120;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;
/// Lengths of a bucket in milliseconds, all of them round on a clock or a calendar.
const SIZES: [i64; 7] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, WEEK];
/// The first Monday of 1970, so that weeks begin where people begin them.
const MONDAY: i64 = 4 * DAY;

/// Why a span cannot be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// It ends before it begins, or at once.
    #[error("`until` must be later than `since`")]
    Empty,
    /// It is longer than [`SPAN_MAX_DAYS`].
    #[error("`since` and `until` may be {SPAN_MAX_DAYS} days apart")]
    TooLong,
    /// It leaves the years that a time can be written in.
    #[error("`since` and `until` must lie in the years 1 to 9998")]
    Unwritable,
}

/// A span of time and the length of its buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    since: Timestamp,
    until: Timestamp,
    /// Milliseconds.
    size: i64,
    /// Where the first bucket begins: at `since` or a little before.
    origin: i64,
    buckets: usize,
}

impl Window {
    /// The span from `since` (included) to `until` (not included).
    ///
    /// # Errors
    /// When it is empty, too long, or too far from today to be written.
    pub fn new(since: Timestamp, until: Timestamp) -> Result<Self, WindowError> {
        let (start, end) = (since.unix_millis(), until.unix_millis());
        if until <= since {
            return Err(WindowError::Empty);
        }
        if end - start > SPAN_MAX_DAYS * DAY {
            return Err(WindowError::TooLong);
        }
        let fits = |size: &i64| count(start, end, *size) <= BUCKETS_MAX;
        let size = SIZES.into_iter().find(fits).unwrap_or(WEEK);
        let origin = floor(start, size);
        Timestamp::from_unix_millis(origin).ok_or(WindowError::Unwritable)?;
        let buckets = usize::try_from(count(start, end, size)).map_err(|_| WindowError::Unwritable)?;
        Ok(Self { since, until, size, origin, buckets })
    }

    /// Its beginning.
    pub fn since(&self) -> Timestamp {
        self.since
    }

    /// Its end, which does not belong to it.
    pub fn until(&self) -> Timestamp {
        self.until
    }

    /// The length of a bucket.
    pub fn bucket_seconds(&self) -> i64 {
        self.size / SECOND
    }

    /// How many buckets it has.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Which bucket a moment falls into; `None` outside of the span.
    pub fn bucket_of(&self, moment: Timestamp) -> Option<usize> {
        if moment < self.since || moment >= self.until {
            return None;
        }
        let index = usize::try_from((moment.unix_millis() - self.origin) / self.size).ok()?;
        (index < self.buckets).then_some(index)
    }

    /// When a bucket begins; the first one may begin before the span does.
    pub fn begins(&self, bucket: usize) -> Timestamp {
        let offset = i64::try_from(bucket).unwrap_or(0).saturating_mul(self.size);
        Timestamp::from_unix_millis(self.origin.saturating_add(offset)).unwrap_or(self.since)
    }
}

/// The latest moment at or before `at` that a bucket of this size begins at.
fn floor(at: i64, size: i64) -> i64 {
    let shift = if size == WEEK { MONDAY } else { 0 };
    (at - shift).div_euclid(size) * size + shift
}

/// How many buckets touch the span; its end does not belong to it.
fn count(start: i64, end: i64, size: i64) -> i64 {
    let last = floor((end - 1).max(start), size);
    (last - floor(start, size)) / size + 1
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::{Window, WindowError};
    use crate::time::Timestamp;

    fn window(since: &str, until: &str) -> Result<Window, WindowError> {
        Window::new(since.parse().unwrap(), until.parse().unwrap())
    }

    #[test]
    fn each_span_gets_round_buckets_and_not_too_many() {
        let spans = [
            ("2026-01-31T11:00:00Z", 60, 60),
            ("2026-01-31T06:00:00Z", 300, 72),
            ("2026-01-30T12:00:00Z", 900, 96),
            ("2026-01-28T12:00:00Z", 3600, 72),
            ("2026-01-24T12:00:00Z", 21600, 28),
            ("2026-01-01T12:00:00Z", 21600, 120),
            ("2025-11-01T12:00:00Z", 86400, 92),
            ("2021-01-31T12:00:00Z", 604_800, 262),
        ];
        for (since, seconds, buckets) in spans {
            let window = window(since, "2026-01-31T12:00:00Z").unwrap();
            assert_eq!((window.bucket_seconds(), window.buckets()), (seconds, buckets), "{since}");
        }
    }

    #[test]
    fn buckets_begin_at_round_times_and_weeks_on_mondays() {
        let hours = window("2026-01-28T12:34:56Z", "2026-01-31T12:34:56Z").unwrap();
        assert_eq!(hours.begins(0).to_string(), "2026-01-28T12:00:00.000000Z");
        let weeks = window("2021-01-31T12:00:00Z", "2026-01-31T12:00:00Z").unwrap();
        assert_eq!(weeks.begins(0).to_string(), "2021-01-25T00:00:00.000000Z");
    }

    #[test]
    fn spans_that_make_no_sense_are_refused() {
        let moment = "2026-01-31T12:00:00Z";
        assert_eq!(window(moment, moment), Err(WindowError::Empty));
        assert_eq!(window(moment, "2026-01-30T12:00:00Z"), Err(WindowError::Empty));
        assert_eq!(window("1990-01-01T00:00:00Z", moment), Err(WindowError::TooLong));
    }

    proptest! {
        #[test]
        fn every_moment_of_a_span_has_its_bucket(start in any::<i32>(), length in 1_i64..300_000_000, part in 0.0..1.0) {
            let start = i64::from(start) * 1000;
            let length = length * 1000;
            let at = |millis| Timestamp::from_unix_millis(millis).unwrap();
            let window = Window::new(at(start), at(start + length)).unwrap();
            #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "any moment will do")]
            let moment = start + ((length as f64 * part) as i64).min(length - 1);
            let bucket = window.bucket_of(at(moment)).unwrap();
            prop_assert!(window.begins(bucket) <= at(moment) && at(moment) < window.begins(bucket + 1));
            prop_assert_eq!(window.bucket_of(at(start + length)), None);
            prop_assert_eq!(window.bucket_of(at(start - 1)), None);
            prop_assert!(window.buckets() <= 600);
        }
    }
}
