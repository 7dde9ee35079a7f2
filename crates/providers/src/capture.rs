//! Keeps the beginning and the end of a stream of any length in bounded memory.

use std::collections::VecDeque;

/// The beginning and the end of what a process printed.
#[derive(Debug)]
pub(crate) struct Capture {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// Invariant: `head.len() <= half` and `tail.len() <= half`; `tail` is empty until `head` is full.
    half: usize,
    left_out: u64,
}

impl Capture {
    /// Keeps at most `limit` bytes, half from the beginning and half from the end.
    pub(crate) fn new(limit: usize) -> Self {
        Self { head: Vec::new(), tail: VecDeque::new(), half: limit / 2, left_out: 0 }
    }

    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let room = self.half - self.head.len();
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(first);
        let skipped = rest.len().saturating_sub(self.half);
        let rest = &rest[skipped..];
        let pushed_out = (self.tail.len() + rest.len()).saturating_sub(self.half);
        self.tail.drain(..pushed_out);
        self.tail.extend(rest);
        self.left_out += (skipped + pushed_out) as u64;
    }

    /// The text, with a line in the place of what was left out.
    pub(crate) fn text(&self) -> String {
        let (front, back) = self.tail.as_slices();
        if self.left_out == 0 {
            return String::from_utf8_lossy(&[&self.head, front, back].concat()).into_owned();
        }
        let head_end = complete_prefix(&self.head);
        let tail = [front, back].concat();
        let tail_start =
            tail.iter().take(MAX_CONTINUATION).take_while(|byte| is_continuation(**byte)).count();
        let left_out = self.left_out + (self.head.len() - head_end + tail_start) as u64;
        format!(
            "{}\n[… {left_out} bytes left out …]\n{}",
            String::from_utf8_lossy(&self.head[..head_end]),
            String::from_utf8_lossy(&tail[tail_start..])
        )
    }
}

/// A UTF-8 character has at most this many bytes after its first.
const MAX_CONTINUATION: usize = 3;

fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

/// How many bytes stand before a character that is cut off at the end.
fn complete_prefix(bytes: &[u8]) -> usize {
    let from = bytes.len().saturating_sub(MAX_CONTINUATION + 1);
    for start in (from..bytes.len()).rev() {
        if is_continuation(bytes[start]) {
            continue;
        }
        return match std::str::from_utf8(&bytes[start..]) {
            Err(fault) if fault.error_len().is_none() => start,
            _ => bytes.len(),
        };
    }
    bytes.len()
}

/// Turns pieces of bytes into pieces of text without tearing a character that two pieces share.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    pending: Vec<u8>,
}

impl Decoder {
    /// The text of this piece; a character that is cut off at its end waits for the next one.
    pub(crate) fn decode(&mut self, bytes: &[u8]) -> String {
        self.pending.extend_from_slice(bytes);
        let complete = complete_prefix(&self.pending);
        let text = String::from_utf8_lossy(&self.pending[..complete]).into_owned();
        self.pending.drain(..complete);
        text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

    use super::{Capture, Decoder};

    #[test]
    fn what_fits_stays_whole() {
        let mut capture = Capture::new(8);
        capture.push(b"abc");
        capture.push(b"defgh");
        assert_eq!(capture.text(), "abcdefgh");
    }

    #[test]
    fn the_middle_goes_and_says_how_much_it_was() {
        let mut capture = Capture::new(8);
        for byte in b"abcdefghijkl" {
            capture.push(&[*byte]);
        }
        assert_eq!(capture.text(), "abcd\n[… 4 bytes left out …]\nijkl");
    }

    #[test]
    fn characters_are_not_torn_at_the_cut() {
        let mut capture = Capture::new(8);
        capture.push("aé€€éé".as_bytes());
        assert_eq!(capture.text(), "aé\n[… 6 bytes left out …]\néé");
    }

    proptest! {
        #[test]
        fn memory_is_bounded_and_the_ends_are_kept(
            pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20),
            half in 0usize..20,
        ) {
            let mut capture = Capture::new(half * 2);
            for piece in &pieces {
                capture.push(piece);
            }
            let all = pieces.concat();
            prop_assert!(capture.head.len() + capture.tail.len() <= half * 2);
            prop_assert!(all.starts_with(&capture.head));
            prop_assert!(all.ends_with(&capture.tail.iter().copied().collect::<Vec<_>>()));
            let kept = capture.head.len() + capture.tail.len();
            prop_assert_eq!(kept as u64 + capture.left_out, all.len() as u64);
        }

        #[test]
        fn a_text_survives_any_cut(text in ".{0,40}", cut in 1usize..5) {
            let mut decoder = Decoder::default();
            let decoded: String =
                text.as_bytes().chunks(cut).map(|piece| decoder.decode(piece)).collect();
            prop_assert_eq!(decoded, text);
        }
    }
}
