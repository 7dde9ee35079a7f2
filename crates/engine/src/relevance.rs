//! Finding tools by words and by meaning, and keeping ready what that needs.
//!
//! A search never waits for the tools to be embedded: until they are, and wherever meaning cannot be had, words alone
//! decide, and the answer says why.

mod evidence;
mod fill;
mod search;

pub(crate) use evidence::note_end;
pub(crate) use fill::start;
pub use search::WhyLexical;
pub(crate) use search::{note_search, search};
