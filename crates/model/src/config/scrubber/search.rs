//! Reading a text byte by byte with every beginning of a secret in view.

use super::needle::Needles;
use super::way::{Step, Way};

/// Where a text stands. Positions count from its very beginning.
#[derive(Default)]
pub(super) struct Search {
    at: usize,
    ways: Vec<Way>,
    next: Vec<Way>,
    found: Vec<(usize, usize)>,
}

impl Search {
    /// Reads on.
    pub(super) fn feed(&mut self, needles: &Needles, text: &[u8]) {
        for &byte in text {
            let escapes = Way::may_escape(byte);
            if !self.ways.is_empty() || escapes || !needles.beginning_with(byte).is_empty() {
                self.read(needles, byte, escapes);
            }
            self.at += 1;
        }
    }

    fn read(&mut self, needles: &Needles, byte: u8, escapes: bool) {
        let Self { at, ways, next, found } = self;
        let mut step = |way: &Way| {
            way.step(needles.get(way.needle), byte, |step| match step {
                Step::On(way) => next.push(way),
                Step::Whole => found.push((way.begun, *at + 1)),
            });
        };
        ways.iter().for_each(&mut step);
        if escapes {
            (0..needles.len()).for_each(|needle| step(&Way::new(needle, *at)));
        } else {
            needles.beginning_with(byte).iter().for_each(|needle| step(&Way::new(*needle, *at)));
        }
        ways.clear();
        std::mem::swap(ways, next);
    }

    /// How far the text may be shown: no secret that is under way or found reaches over this place.
    pub(super) fn settled(&mut self) -> usize {
        let under_way = self.ways.iter().map(|way| way.begun).min().unwrap_or(self.at);
        self.merge();
        let across = self.found.iter().find(|(from, to)| *from < under_way && under_way < *to);
        across.map_or(under_way, |(from, _)| *from)
    }

    /// Takes what was found before `end`, sorted and apart.
    pub(super) fn take_found(&mut self, end: usize) -> Vec<(usize, usize)> {
        self.merge();
        let later = self.found.iter().position(|(_, to)| *to > end).unwrap_or(self.found.len());
        self.found.drain(..later).collect()
    }

    /// Makes one of what overlaps.
    fn merge(&mut self) {
        self.found.sort_unstable();
        self.found.dedup_by(|later, earlier| {
            let overlap = later.0 < earlier.1;
            if overlap {
                earlier.1 = earlier.1.max(later.1);
            }
            overlap
        });
    }
}
