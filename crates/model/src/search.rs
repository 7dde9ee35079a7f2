//! Finding tools by words: which of many tools fit what somebody wants to do.
//!
//! Words are split where names are (`read_file`, `readFile`), stemmed, and freed of those that say nothing. Each part of
//! a tool counts by its own weight (BM25F): what it is called more than what its arguments are. Nothing here knows
//! meaning; two words for the same thing are two words.

mod index;
mod text;

pub use index::{Hit, Index, Searched};
pub use text::{QUERY_MAX, sentences, terms};
