//! What a tool's container may use.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Memory of a container where its manifest does not say.
pub const MEMORY_DEFAULT: Memory = Memory(256 << 20);

/// The least memory: engines start nothing with less.
const MEMORY_MIN: u64 = 6 << 20;
/// The most that a manifest may ask for.
const MEMORY_MAX: u64 = 64 << 30;

/// What a tool's container may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContainerSandbox {
    /// Memory, swap included.
    pub memory: Memory,
    /// What network it has.
    pub network: ContainerNetwork,
    /// Whether it has a `/tmp` to write to. Its root is read-only either way.
    pub writable: bool,
    /// Whether it sees the chat's workspace, as `/workspace`.
    pub workspace: WorkspaceMount,
    /// Whether containers are started ahead of calls. Each call has a fresh one either way.
    pub warm: bool,
}

/// What network a container has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContainerNetwork {
    /// One of its own, with a way out.
    #[default]
    Bridge,
    /// None.
    None,
    /// That of the machine, loopback included. Refused, unless the server's owner allows it.
    Host,
}

impl ContainerNetwork {
    pub(super) const WORDS: [(&'static str, Self); 3] =
        [("bridge", Self::Bridge), ("none", Self::None), ("host", Self::Host)];

    /// The word for it in manifests and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bridge => "bridge",
            Self::None => "none",
            Self::Host => "host",
        }
    }
}

/// How a container sees the chat's workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkspaceMount {
    /// Not at all.
    #[default]
    None,
    /// It may read it.
    Ro,
    /// It may change it; what it changes is part of the call.
    Rw,
}

impl WorkspaceMount {
    pub(super) const WORDS: [(&'static str, Self); 3] =
        [("none", Self::None), ("ro", Self::Ro), ("rw", Self::Rw)];

    /// The word for it in manifests and on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ro => "ro",
            Self::Rw => "rw",
        }
    }
}

/// An amount of memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory(u64);

impl Memory {
    /// The bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }
}

impl Default for Memory {
    fn default() -> Self {
        MEMORY_DEFAULT
    }
}

/// The shortest exact form: `256m`, `1g`, `1048577b`.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes) = *self;
        for (shift, unit) in [(30, 'g'), (20, 'm'), (10, 'k')] {
            if bytes.trailing_zeros() >= shift {
                return write!(f, "{}{unit}", bytes >> shift);
            }
        }
        write!(f, "{bytes}b")
    }
}

/// Why a text is no amount of memory.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// It does not read as one.
    #[error("`{0}` is not an amount of memory such as `256m` or `1g`")]
    Form(String),
    /// It is less than containers start with, or more than one may have.
    #[error("a container may have from 6m to 64g of memory, not {0}")]
    Bounds(String),
}

impl FromStr for Memory {
    type Err = MemoryError;

    fn from_str(text: &str) -> Result<Self, MemoryError> {
        let shown = || text.chars().filter(|c| !c.is_control()).take(40).collect::<String>();
        let broken = || MemoryError::Form(shown());
        let lower = text.to_ascii_lowercase();
        let end = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
        let (number, unit) = lower.split_at(end);
        let shift = match unit {
            "" | "b" => 0,
            "k" | "kb" => 10,
            "m" | "mb" => 20,
            "g" | "gb" => 30,
            _ => return Err(broken()),
        };
        let number: u64 = number.parse().map_err(|_| broken())?;
        let bytes = number.checked_mul(1 << shift).ok_or_else(|| MemoryError::Bounds(shown()))?;
        if !(MEMORY_MIN..=MEMORY_MAX).contains(&bytes) {
            return Err(MemoryError::Bounds(shown()));
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

    use super::Memory;

    #[test]
    fn memory_reads_as_engines_do() {
        for (text, bytes) in [("256m", 256 << 20), ("1G", 1 << 30), ("64MB", 64 << 20), ("8388608", 8 << 20)]
        {
            assert_eq!(text.parse::<Memory>().unwrap().bytes(), bytes, "{text}");
        }
        for bad in ["", "m", "1", "5m", "65g", "1.5g", "-1m", "1 g", "99999999999999999999g", "256mm"] {
            assert!(bad.parse::<Memory>().is_err(), "{bad}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn memory_is_written_as_it_reads(bytes in (6u64 << 20)..(64 << 30)) {
            let memory = Memory(bytes);
            prop_assert_eq!(memory.to_string().parse::<Memory>().unwrap(), memory);
        }
    }
}
