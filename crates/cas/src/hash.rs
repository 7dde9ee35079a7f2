//! The name of a blob: the SHA-256 of its bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// The SHA-256 of a blob's bytes, shown and serialised as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobHash([u8; 32]);

/// A text that is not 64 lower-case hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a blob's hash is 64 lower-case hex digits")]
pub struct HashError;

impl BlobHash {
    /// The hash with these 32 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hash of `content`.
    #[must_use]
    pub fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }

    /// The hash that `hasher` has arrived at.
    pub(crate) fn finish(hasher: Sha256) -> Self {
        Self(hasher.finalize().into())
    }

    fn hex(&self) -> [u8; 64] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        text
    }

    /// Calls `f` with the 64 hex digits, without an allocation.
    pub(crate) fn with_hex<T>(&self, f: impl FnOnce(&str) -> T) -> T {
        let digits = self.hex();
        // The digits are ASCII by construction, so the empty fallback is never taken.
        f(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl fmt::Display for BlobHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_hex(|hex| f.pad(hex))
    }
}

impl fmt::Debug for BlobHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlobHash({self})")
    }
}

impl FromStr for BlobHash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| HashError)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

const fn nibble(digit: u8) -> Result<u8, HashError> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(HashError),
    }
}

impl Serialize for BlobHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_hex(|hex| serializer.serialize_str(hex))
    }
}

impl<'de> Deserialize<'de> for BlobHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Hex;
        impl de::Visitor<'_> for Hex {
            type Value = BlobHash;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("64 lower-case hex digits")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<BlobHash, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Hex)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// The digest of no bytes, as FIPS 180-4's example files give it.
    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn a_hash_reads_what_it_shows() {
        let hash = BlobHash::of(b"");
        assert_eq!(hash.to_string(), EMPTY);
        assert_eq!(EMPTY.parse(), Ok(hash));
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(json, format!("\"{EMPTY}\""));
        assert_eq!(serde_json::from_str::<BlobHash>(&json).unwrap(), hash);
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["", "e3", &EMPTY.to_uppercase(), &format!("{EMPTY}0"), &EMPTY.replace('e', "g")] {
            assert_eq!(text.parse::<BlobHash>(), Err(HashError), "{text}");
        }
    }
}
