//! Points in time, as the database and every surface write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment, written as RFC 3339 in UTC with exactly six digits of a second.
///
/// Invariant: the texts sort as the moments do, which is why the number of digits is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(jiff::Timestamp);

/// The text is no RFC 3339 time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time such as 2026-01-31T12:00:00Z")]
pub struct TimestampError(String);

impl From<jiff::Timestamp> for Timestamp {
    fn from(moment: jiff::Timestamp) -> Self {
        Self(moment)
    }
}

impl Timestamp {
    /// Milliseconds from `earlier` to this moment; negative when this one is the earlier.
    pub fn millis_since(self, earlier: Self) -> i64 {
        self.unix_millis() - earlier.unix_millis()
    }

    /// The moment as the calendar's library has it.
    pub(crate) fn moment(self) -> jiff::Timestamp {
        self.0
    }

    /// Milliseconds since 1970 began; negative before.
    pub fn unix_millis(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The moment so many milliseconds after 1970 began; `None` beyond the years that a text can hold.
    pub fn from_unix_millis(millis: i64) -> Option<Self> {
        jiff::Timestamp::from_millisecond(millis).ok().map(Self)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6}", self.0)
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        text.parse().map(Self).map_err(|_| TimestampError(text.chars().take(80).collect()))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Timestamp;

    #[test]
    fn texts_have_six_digits_and_read_back() {
        let moment: Timestamp = "2026-01-31T12:00:00.5Z".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-01-31T12:00:00.500000Z");
        assert_eq!(moment.to_string().parse::<Timestamp>().unwrap(), moment);
    }
}
