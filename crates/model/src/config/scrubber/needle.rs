//! What is looked for: a secret, its lines, and what base64 makes of it.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};

/// The fewest characters of a secret: less cannot be told from other text.
pub const SECRET_CHARS_MIN: usize = 4;

/// A line of a longer secret that is this long is one as well: logs are written line by line.
const LINE_CHARS_MIN: usize = 16;

/// What frames the lines of a key file, the same in all of them.
const FRAME: &str = "-----";

/// The shortest part of a base64 text that is looked for.
const BASE64_CHARS_MIN: usize = 4;

/// All texts that are looked for, none of them empty.
#[derive(Default)]
pub(super) struct Needles {
    texts: Vec<String>,
    /// Those that begin with a byte as they are.
    by_first: Vec<Vec<usize>>,
}

impl Needles {
    pub(super) fn of(texts: impl Iterator<Item = String>) -> Self {
        let texts: BTreeSet<String> = texts.filter(|text| !text.is_empty()).collect();
        let texts: Vec<String> = texts.into_iter().collect();
        let mut by_first = vec![Vec::new(); if texts.is_empty() { 0 } else { 256 }];
        for (index, text) in texts.iter().enumerate() {
            by_first[usize::from(text.as_bytes()[0])].push(index);
        }
        Self { texts, by_first }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn get(&self, index: usize) -> &str {
        &self.texts[index]
    }

    /// Those whose first byte is this one.
    pub(super) fn beginning_with(&self, byte: u8) -> &[usize] {
        self.by_first.get(usize::from(byte)).map_or(&[], Vec::as_slice)
    }
}

/// Everything that gives a secret away.
pub(super) fn needles(secret: &str) -> Vec<String> {
    let secret = secret.trim();
    if secret.chars().count() < SECRET_CHARS_MIN {
        return Vec::new();
    }
    let mut needles = vec![secret.to_owned(), BASE64_STANDARD.encode(secret)];
    needles.extend((0..3).filter_map(|lead| within_base64(secret, lead)));
    let lines = secret.lines().map(str::trim);
    let telling = |line: &&str| line.chars().count() >= LINE_CHARS_MIN && !line.starts_with(FRAME);
    needles.extend(lines.filter(telling).map(str::to_owned));
    let url_safe: Vec<String> = needles[1..]
        .iter()
        .filter(|text| text.contains(['+', '/']))
        .map(|text| text.replace('+', "-").replace('/', "_"))
        .collect();
    needles.extend(url_safe);
    needles
}

/// The letters of base64 that hold nothing but the secret where it stands behind `lead` other bytes (or three more, or
/// six): what stands around it changes the letters at its ends.
fn within_base64(secret: &str, lead: usize) -> Option<String> {
    let mut bytes = vec![0; lead];
    bytes.extend_from_slice(secret.as_bytes());
    let encoded = BASE64_STANDARD_NO_PAD.encode(&bytes);
    let own = encoded.get((lead * 8).div_ceil(6)..bytes.len() * 8 / 6)?;
    (own.len() >= BASE64_CHARS_MIN).then(|| own.to_owned())
}
