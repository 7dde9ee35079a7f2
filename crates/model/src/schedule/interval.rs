//! Intervals: `*/30`, `@every 2h`, `45m`.

use std::fmt;

use crate::schedule::error::{INTERVAL_MAX_DAYS, ScheduleError};
use crate::time::Timestamp;

const MINUTE_MS: i64 = 60_000;
const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// A number of minutes, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    minutes: u32,
}

impl Interval {
    /// `None` where the text is no interval at all.
    pub(super) fn read(text: &str) -> Result<Option<Self>, ScheduleError> {
        if let Some(count) = text.strip_prefix("*/").filter(|count| is_number(count)) {
            return Self::of(count, 1).map(Some);
        }
        let asked = text.strip_prefix("@every").filter(|rest| rest.starts_with(char::is_whitespace));
        let length = asked.unwrap_or(text).trim();
        let units = [("m", 1), ("min", 1), ("h", HOUR), ("d", DAY)];
        let found = units.iter().find_map(|(unit, minutes)| {
            let count = length.strip_suffix(unit)?.trim_end();
            is_number(count).then_some((count, *minutes))
        });
        match found {
            Some((count, unit)) => Self::of(count, unit).map(Some),
            None if asked.is_some() => Err(ScheduleError::Nickname(text.to_owned())),
            None => Ok(None),
        }
    }

    fn of(count: &str, unit: u32) -> Result<Self, ScheduleError> {
        let minutes = count.parse::<u32>().ok().and_then(|count| count.checked_mul(unit));
        match minutes {
            Some(minutes) if (1..=INTERVAL_MAX_DAYS * DAY).contains(&minutes) => Ok(Self { minutes }),
            _ => Err(ScheduleError::Interval),
        }
    }

    /// The five fields of an interval that divides the hour or the day.
    pub(super) fn on_the_clock(self) -> Option<String> {
        let hours = self.minutes / HOUR;
        match self.minutes {
            1 => Some("* * * * *".to_owned()),
            HOUR => Some("0 * * * *".to_owned()),
            DAY => Some("0 0 * * *".to_owned()),
            minutes if HOUR.is_multiple_of(minutes) => Some(format!("*/{minutes} * * * *")),
            minutes if minutes.is_multiple_of(HOUR) && DAY.is_multiple_of(minutes) => {
                Some(format!("0 */{hours} * * *"))
            }
            _ => None,
        }
    }

    /// The first whole number of intervals since 1970 that is later than `after`.
    pub(super) fn next_after(self, after: Timestamp) -> Option<Timestamp> {
        let length = i64::from(self.minutes) * MINUTE_MS;
        let passed = after.unix_millis().div_euclid(length);
        Timestamp::from_unix_millis(passed.checked_add(1)?.checked_mul(length)?)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, unit) = match self.minutes {
            minutes if minutes.is_multiple_of(DAY) => (minutes / DAY, "day"),
            minutes if minutes.is_multiple_of(HOUR) => (minutes / HOUR, "hour"),
            minutes => (minutes, "minute"),
        };
        match count {
            1 => write!(f, "every {unit}"),
            _ => write!(f, "every {count} {unit}s"),
        }
    }
}
