//! What can be seen on the sandbox origin at the moment.
//!
//! These are views, not state: they stand in memory, end after a while, and are opened anew by whoever needs them.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;

use crate::http::sandbox::reach::Reach;

/// How long one can be loaded.
pub(crate) const LIFE: Duration = Duration::from_secs(15 * 60);
/// How many there are at once; the oldest makes room.
pub(crate) const COUNT_MAX: usize = 1000;
/// Bytes of all together; the oldest make room.
pub(crate) const BYTES_MAX: usize = 256 << 20;

/// Bytes of a name. 128 bits cannot be guessed, whoever asks how often.
const ID_BYTES: usize = 16;

/// The name of one frame, and all that is needed to see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FrameId([u8; ID_BYTES]);

impl FrameId {
    fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; ID_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// The text is no frame's name.
#[derive(Debug, thiserror::Error)]
#[error("a frame's name is {} hexadecimal digits", 2 * ID_BYTES)]
pub(crate) struct FrameIdError;

impl FromStr for FrameId {
    type Err = FrameIdError;

    fn from_str(text: &str) -> Result<Self, FrameIdError> {
        let digits = text.len() == 2 * ID_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| digits).ok_or(FrameIdError)?;
        Ok(Self(number.to_be_bytes()))
    }
}

/// What a frame shows.
#[derive(Clone)]
pub(crate) enum View {
    /// A whole page of ours with what a tool made inside, as HTML.
    Page(Bytes),
    /// The same with an app inside, and what that may load from elsewhere.
    App(Bytes, Arc<Reach>),
    /// A PDF file, for the browser's own viewer.
    Pdf(Bytes),
}

impl View {
    fn bytes(&self) -> &Bytes {
        match self {
            Self::Page(bytes) | Self::App(bytes, _) | Self::Pdf(bytes) => bytes,
        }
    }
}

/// Everything that is shown. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Shown(Arc<Mutex<Alive>>);

/// Invariant: `order` names each view of `views` once, the oldest first, and `bytes` is the sum of their sizes.
#[derive(Default)]
struct Alive {
    views: HashMap<FrameId, View>,
    order: VecDeque<(Instant, FrameId)>,
    bytes: usize,
}

impl Shown {
    /// Shows `view` from now on, for [`LIFE`].
    ///
    /// # Errors
    /// When the system has no random bytes.
    pub(crate) fn show(&self, view: View) -> Result<FrameId, getrandom::Error> {
        let id = FrameId::random()?;
        self.alive().put(id, view, Instant::now());
        Ok(id)
    }

    /// What has this name, if it is still shown.
    pub(crate) fn get(&self, id: FrameId) -> Option<View> {
        let mut alive = self.alive();
        alive.forget_expired(Instant::now());
        alive.views.get(&id).cloned()
    }

    fn alive(&self) -> MutexGuard<'_, Alive> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Alive {
    fn put(&mut self, id: FrameId, view: View, now: Instant) {
        self.forget_expired(now);
        let size = view.bytes().len();
        while self.views.len() >= COUNT_MAX || self.bytes + size > BYTES_MAX {
            if !self.forget_oldest() {
                break;
            }
        }
        self.bytes += size;
        self.views.insert(id, view);
        self.order.push_back((now, id));
    }

    fn forget_expired(&mut self, now: Instant) {
        while self.order.front().is_some_and(|(since, _)| now.duration_since(*since) >= LIFE) {
            self.forget_oldest();
        }
    }

    fn forget_oldest(&mut self) -> bool {
        let oldest = self.order.pop_front();
        let view = oldest.and_then(|(_, id)| self.views.remove(&id));
        self.bytes -= view.map_or(0, |view| view.bytes().len());
        oldest.is_some()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::time::Instant;

    use axum::body::Bytes;

    use super::{Alive, BYTES_MAX, COUNT_MAX, FrameId, LIFE, View};

    fn id(number: u128) -> FrameId {
        FrameId(number.to_be_bytes())
    }

    fn pages(alive: &mut Alive, numbers: std::ops::Range<u128>, bytes: usize, now: Instant) {
        let page = Bytes::from(vec![0; bytes]);
        numbers.for_each(|number| alive.put(id(number), View::Page(page.clone()), now));
    }

    #[test]
    fn the_oldest_make_room() {
        let (mut alive, now) = (Alive::default(), Instant::now());
        pages(&mut alive, 0..COUNT_MAX as u128 + 1, 1, now);
        assert_eq!((alive.views.len(), alive.bytes), (COUNT_MAX, COUNT_MAX));
        assert!(!alive.views.contains_key(&id(0)) && alive.views.contains_key(&id(1)));
        pages(&mut alive, 5000..5001, BYTES_MAX - 1, now);
        assert_eq!((alive.views.len(), alive.bytes), (2, BYTES_MAX));
        assert!(alive.views.contains_key(&id(COUNT_MAX as u128)));
    }

    #[test]
    fn each_ends_after_its_life() {
        let (mut alive, now) = (Alive::default(), Instant::now());
        pages(&mut alive, 0..2, 10, now);
        pages(&mut alive, 2..3, 10, now + LIFE / 2);
        alive.forget_expired(now + LIFE);
        assert_eq!((alive.views.len(), alive.order.len(), alive.bytes), (1, 1, 10));
        assert!(alive.views.contains_key(&id(2)));
    }

    #[test]
    fn names_are_random_and_read_back() {
        let (one, other) = (FrameId::random().unwrap(), FrameId::random().unwrap());
        assert!(one != other);
        assert!(one.to_string().parse::<FrameId>().unwrap() == one);
        for wrong in
            ["", "0", &"+".repeat(32), &"g".repeat(32), &"0".repeat(33), &format!("+{}", "0".repeat(31))]
        {
            assert!(wrong.parse::<FrameId>().is_err(), "{wrong}");
        }
    }
}
