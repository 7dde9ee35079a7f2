//! Finding tools: which of many fit what somebody wants to do.
//!
//! Two ways of looking are put together. By *words*: they are split where names are (`read_file`, `readFile`), stemmed,
//! and freed of those that say nothing; each part of a tool counts by its own weight (BM25F). By *meaning*: the cosine
//! between what a language model makes of the query and of the tool, for each sentence of the query, the best one
//! counts; queries that led to a successful call of the tool before stand beside what it says of itself. What either way
//! says of a tool is measured in standard deviations from what it says of all tools, and the sum of both gives the
//! order. How calls of a tool ended moves it a little.
//!
//! Nothing here computes vectors; without them words alone decide.

mod index;
mod rank;
mod text;
mod vectors;

pub use index::{Index, Searched};
pub use rank::{NUDGE_MAX, PAST_QUERIES_MAX, Ranked, Scores, THRESHOLD, nudge, rank};
pub use text::{QUERY_MAX, SENTENCES_MAX, sentences, terms};
pub use vectors::{Vectors, cosine};
