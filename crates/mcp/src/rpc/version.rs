//! Versions of the protocol.

use std::fmt;
use std::str::FromStr;

/// A version of the protocol that is spoken here. Later ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProtocolVersion {
    /// The first, with HTTP+SSE.
    V2024_11_05,
    /// Streamable HTTP; the only one with batches.
    V2025_03_26,
    /// Structured results, elicitation.
    V2025_06_18,
    /// Tasks, icons; the last with a handshake.
    V2025_11_25,
    /// Without handshake and sessions.
    V2026_07_28,
}

/// How two sides come to know each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Era {
    /// By `initialize`, once; then both sides may ask.
    Handshake,
    /// Not at all: each request says what it speaks, and a server asks by an incomplete result.
    Stateless,
}

impl ProtocolVersion {
    /// All, oldest first.
    pub const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// The latest of all.
    pub const LATEST: Self = Self::V2026_07_28;

    /// The latest that begins with a handshake.
    pub const LATEST_HANDSHAKE: Self = Self::V2025_11_25;

    /// As it stands on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// How a connection of this version begins.
    pub fn era(self) -> Era {
        if self >= Self::V2026_07_28 { Era::Stateless } else { Era::Handshake }
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no version that is spoken here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the protocol version `{0}` is not spoken here")]
pub struct UnknownVersion(String);

impl FromStr for ProtocolVersion {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == text)
            .ok_or_else(|| UnknownVersion(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Era, ProtocolVersion};

    #[test]
    fn versions_read_back_and_are_in_order() {
        for pair in ProtocolVersion::ALL.windows(2) {
            assert!(pair[0] < pair[1]);
            assert_eq!(pair[0].as_str().parse(), Ok(pair[0]));
        }
        assert_eq!(ProtocolVersion::LATEST.era(), Era::Stateless);
        assert_eq!(ProtocolVersion::LATEST_HANDSHAKE.era(), Era::Handshake);
        assert!("2099-01-01".parse::<ProtocolVersion>().is_err());
    }
}
