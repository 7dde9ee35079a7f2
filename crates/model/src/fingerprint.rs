//! Fingerprints: what an approval is bound to, so that it lapses when the thing approved changes.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// SHA-256 over a bundle's files or a tool's definition, as lower-case hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Hashes a list of parts. Each part's length goes in first, so that no two lists give the same bytes.
    pub fn of<I, P>(parts: I) -> Self
    where
        I: IntoIterator<Item = P>,
        P: AsRef<[u8]>,
    {
        let mut hasher = Sha256::new();
        for part in parts {
            let part = part.as_ref();
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        Self(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Takes back what [`fmt::Display`] wrote, for rows of our own database.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The hex text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn the_cut_between_parts_matters() {
        assert_ne!(Fingerprint::of(["ab", "c"]), Fingerprint::of(["a", "bc"]));
        assert_ne!(Fingerprint::of(["ab"]), Fingerprint::of(["ab", ""]));
    }
}
