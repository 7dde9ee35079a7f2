//! Takes secrets out of what tools say, however it is written and however it is cut.
//!
//! A secret is found as it is, in base64 (also within a longer text that was encoded), and with any of its characters
//! escaped as JSON, URLs, HTML or a shell would. What a tool hides on purpose (backwards, in hexadecimal, a letter a line)
//! is not found: this guards against mistakes.

mod needle;
mod search;
mod stream;
#[cfg(test)]
mod tests;
mod way;
mod whole;

pub use needle::SECRET_CHARS_MIN;
pub use stream::ScrubbedStream;
pub use whole::{MASK, Scrubber};
