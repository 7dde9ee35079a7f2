//! A text that comes in pieces.

use std::sync::Arc;

use super::search::Search;
use super::whole::{Scrubber, masked};

/// Takes secrets out of a text that comes in pieces: what could be the beginning of one is held back until it is known.
pub struct ScrubbedStream {
    scrubber: Arc<Scrubber>,
    search: Search,
    /// What was not shown yet.
    held: String,
    /// Where that begins in the whole text.
    base: usize,
}

impl ScrubbedStream {
    /// At the beginning of a text.
    pub fn new(scrubber: Arc<Scrubber>) -> Self {
        Self { scrubber, search: Search::default(), held: String::new(), base: 0 }
    }

    /// Takes a piece and gives back what may be shown now, which may be nothing.
    pub fn push(&mut self, piece: &str) -> String {
        if self.scrubber.is_idle() {
            return piece.to_owned();
        }
        self.search.feed(&self.scrubber.needles, piece.as_bytes());
        self.held.push_str(piece);
        let end = self.search.settled();
        self.show(end)
    }

    /// The rest, after the last piece. All pieces together are what [`Scrubber::text`] makes of the whole.
    pub fn finish(&mut self) -> String {
        let end = self.base + self.held.len();
        self.show(end)
    }

    fn show(&mut self, end: usize) -> String {
        let found = self.search.take_found(end);
        let rest = self.held.split_off(end - self.base);
        let shown = masked(&self.held, self.base, &found);
        self.held = rest;
        self.base = end;
        shown
    }
}
