//! What finding tools by meaning is kept with.

use std::fmt;
use std::str::FromStr;

use pegboard_model::ids::ToolId;
use sha2::{Digest, Sha256};

/// A text that a language model read, by its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TextHash([u8; 32]);

impl TextHash {
    pub(crate) fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }
}

impl fmt::Display for TextHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TextHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is no hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits")]
pub(crate) struct NoTextHash;

impl FromStr for TextHash {
    type Err = NoTextHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (digits, rest) = text.as_bytes().as_chunks::<2>();
        let mut hash = [0; 32];
        if digits.len() != hash.len() || !rest.is_empty() {
            return Err(NoTextHash);
        }
        for (byte, pair) in hash.iter_mut().zip(digits) {
            let pair = str::from_utf8(pair).map_err(|_| NoTextHash)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NoTextHash)?;
        }
        Ok(Self(hash))
    }
}

/// A query that led to a successful call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PastQuery {
    pub(crate) tool: ToolId,
    pub(crate) hash: TextHash,
    pub(crate) query: String,
}
