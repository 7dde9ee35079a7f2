//! How often webhooks may be called.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Deliveries of one webhook in a minute.
pub(crate) const DELIVERIES_PER_MINUTE: u32 = 60;
const MINUTE: Duration = Duration::from_secs(60);

/// Counts deliveries by tool. Only tools whose webhook was known get in, so there are no more than there are webhooks.
#[derive(Default)]
pub(crate) struct Rates(Mutex<HashMap<String, Window>>);

struct Window {
    since: Instant,
    count: u32,
}

impl Rates {
    /// Whether one more delivery may come in now.
    pub(crate) fn admit(&self, tool: &str) -> bool {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        windows.retain(|_, window| window.since.elapsed() < MINUTE);
        let window =
            windows.entry(tool.to_owned()).or_insert_with(|| Window { since: Instant::now(), count: 0 });
        window.count += 1;
        window.count <= DELIVERIES_PER_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::{DELIVERIES_PER_MINUTE, Rates};

    #[test]
    fn each_webhook_has_its_own_minute() {
        let rates = Rates::default();
        for _ in 0..DELIVERIES_PER_MINUTE {
            assert!(rates.admit("a:b"));
        }
        assert!(!rates.admit("a:b"));
        assert!(rates.admit("a:c"));
    }
}
