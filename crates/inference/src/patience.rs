//! Whether a model is asked again, and when.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use pegboard_model::inference::ModelFailure;
use tokio::time::Instant;

use crate::limits::{ATTEMPTS, ATTEMPTS_WITHIN};

/// The pause before the second attempt; each later one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// How often a model was asked, and since when.
pub(crate) struct Patience {
    since: Instant,
    attempts: u32,
}

impl Patience {
    /// The first attempt begins.
    pub(crate) fn since(now: Instant) -> Self {
        Self { since: now, attempts: 1 }
    }

    /// How long to wait before the next attempt; `None`: this failure is the answer.
    pub(crate) fn after(&mut self, failure: &ModelFailure, now: Instant) -> Option<Duration> {
        let wanted = match failure {
            ModelFailure::Busy { retry_after, .. } => *retry_after,
            ModelFailure::Unreachable { .. } => None,
            ModelFailure::Refused { status, .. } if may_pass(*status) => None,
            _ => return None,
        };
        if self.attempts >= ATTEMPTS {
            return None;
        }
        let pause = wanted.unwrap_or_else(|| spread(FIRST_PAUSE * 2_u32.pow(self.attempts - 1)));
        self.attempts += 1;
        let begun_within = now.duration_since(self.since).checked_add(pause)?;
        (begun_within <= ATTEMPTS_WITHIN).then_some(pause)
    }
}

/// What a server says of itself, not of the request.
fn may_pass(status: u16) -> bool {
    matches!(status, 408 | 500 | 502 | 504)
}

/// Up to half as long again, so that many who failed at once do not all come back at once.
fn spread(pause: Duration) -> Duration {
    let chance = RandomState::new().hash_one(0_u8) % 1000;
    pause + pause * u32::try_from(chance).unwrap_or_default() / 2000
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pegboard_model::inference::ModelFailure;
    use tokio::time::Instant;

    use super::Patience;

    fn busy(seconds: Option<u64>) -> ModelFailure {
        ModelFailure::Busy { reason: "busy".into(), retry_after: seconds.map(Duration::from_secs) }
    }

    /// A busy model is asked four times, and when it says so.
    #[test]
    fn four_attempts() {
        let now = Instant::now();
        let mut patience = Patience::since(now);
        assert_eq!(patience.after(&busy(Some(7)), now), Some(Duration::from_secs(7)));
        let pause = patience.after(&busy(None), now).expect("a pause");
        assert!((1000..=1500).contains(&pause.as_millis()), "{pause:?}");
        assert!(patience.after(&busy(None), now).is_some());
        assert_eq!(patience.after(&busy(None), now), None);
    }

    /// Nobody waits longer than a minute in all, also where the model's server says so.
    #[test]
    fn a_minute_in_all() {
        let now = Instant::now();
        assert_eq!(Patience::since(now).after(&busy(Some(61)), now), None);
        let later = now + Duration::from_secs(55);
        assert_eq!(Patience::since(now).after(&busy(Some(7)), later), None);
        assert_eq!(Patience::since(now).after(&busy(Some(u64::MAX)), now), None);
    }

    /// What is wrong with the request itself is not asked again.
    #[test]
    fn not_what_stays_wrong() {
        let now = Instant::now();
        let refused = |status| ModelFailure::Refused { status, reason: "no".into() };
        assert_eq!(Patience::since(now).after(&refused(400), now), None);
        assert!(Patience::since(now).after(&refused(500), now).is_some());
        assert_eq!(Patience::since(now).after(&ModelFailure::Key { reason: "no".into() }, now), None);
    }
}
