//! Lists page by cursor: the id of the last row seen, newest first.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// Rows of a page when the caller names no number.
pub const PAGE_DEFAULT: u64 = 50;
/// Most rows of a page.
pub const PAGE_MAX: u64 = 500;

/// Where a page starts: behind the row with this id. Ids sort by time, so no offset is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor(Uuid);

/// The text is no cursor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this cursor was not made by a list: use `next_cursor` of the page before")]
pub struct CursorError;

impl Cursor {
    pub(crate) fn behind(id: impl fmt::Display) -> Option<Self> {
        id.to_string().parse().ok()
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        Uuid::parse_str(text).map(Self).map_err(|_| CursorError)
    }
}

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest {
    /// Rows wanted; clamped to 1..=[`PAGE_MAX`].
    pub limit: u64,
    /// Behind which row; `None` is the newest.
    pub cursor: Option<Cursor>,
}

impl Default for PageRequest {
    fn default() -> Self {
        Self { limit: PAGE_DEFAULT, cursor: None }
    }
}

impl PageRequest {
    pub(crate) fn rows(&self) -> u64 {
        self.limit.clamp(1, PAGE_MAX)
    }
}

/// A part of a list.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The rows, newest first.
    pub items: Vec<T>,
    /// Where the next page starts, if there is one.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Cuts `rows` (fetched with one more than wanted) to the page, and finds where the next one starts.
    pub(crate) fn cut<Id: fmt::Display>(mut rows: Vec<T>, wanted: u64, id: impl Fn(&T) -> Id) -> Self {
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        let next = if more { rows.last().and_then(|row| Cursor::behind(id(row))) } else { None };
        Self { items: rows, next }
    }
}
