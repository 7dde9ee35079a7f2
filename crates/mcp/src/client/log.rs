//! What a server wrote to its standard error and what happened to its connection.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::limits::LOG_BYTES;

/// The latest lines, in bounded memory.
#[derive(Debug, Default)]
pub(super) struct ServerLog {
    bytes: Mutex<VecDeque<u8>>,
}

impl ServerLog {
    /// Takes what the server wrote.
    pub(super) fn wrote(&self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(LOG_BYTES)..];
        let mut kept = self.kept();
        let over = (kept.len() + bytes.len()).saturating_sub(LOG_BYTES);
        kept.drain(..over);
        kept.extend(bytes);
    }

    /// Takes a line about its connection.
    pub(super) fn note(&self, line: &str) {
        let on_new_line = self.kept().back().is_none_or(|last| *last == b'\n');
        let begin = if on_new_line { "" } else { "\n" };
        self.wrote(format!("{begin}[pegboard] {line}\n").as_bytes());
    }

    /// All of it.
    pub(super) fn text(&self) -> String {
        self.tail(LOG_BYTES)
    }

    /// The end of it, from the beginning of a line where there is one.
    pub(super) fn tail(&self, limit: usize) -> String {
        let kept = self.kept();
        let skipped = kept.len().saturating_sub(limit);
        let tail: Vec<u8> = kept.iter().skip(skipped).copied().collect();
        let is_whole = skipped == 0 && kept.len() < LOG_BYTES;
        let from =
            if is_whole { 0 } else { tail.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1) };
        String::from_utf8_lossy(&tail[from..]).into_owned()
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{LOG_BYTES, ServerLog};

    #[test]
    fn notes_stand_on_lines_of_their_own() {
        let log = ServerLog::default();
        log.note("connecting");
        log.wrote(b"half a line");
        log.note("ready");
        assert_eq!(log.text(), "[pegboard] connecting\nhalf a line\n[pegboard] ready\n");
    }

    #[test]
    fn a_flood_leaves_its_end() {
        let log = ServerLog::default();
        for number in 0..100_000 {
            log.wrote(format!("line {number}\n").as_bytes());
        }
        let text = log.text();
        assert!(text.len() <= LOG_BYTES && text.starts_with("line ") && text.ends_with("line 99999\n"));
        log.wrote(&vec![b'x'; LOG_BYTES * 2]);
        assert_eq!(log.text().len(), LOG_BYTES);
        assert_eq!(log.tail(10), "xxxxxxxxxx");
    }
}
