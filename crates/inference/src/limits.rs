//! How long a model is waited for, and how much it may say. docs/MODELS.md has them for people.

use std::time::Duration;

/// Until a connection stands.
pub const CONNECT: Duration = Duration::from_secs(10);
/// Until the answer begins: a model on one's own machine is loaded first and reads the prompt.
pub const FIRST_WORD: Duration = Duration::from_secs(300);
/// Between two parts of an answer.
pub const SILENCE: Duration = Duration::from_secs(120);
/// How often a model is asked before it is given up.
pub const ATTEMPTS: u32 = 4;
/// How long all attempts may take until the last one begins.
pub const ATTEMPTS_WITHIN: Duration = Duration::from_secs(60);
/// Bytes of an answer's text and thoughts.
pub const TEXT_MAX: usize = 4 * 1024 * 1024;
/// Bytes of the arguments of one call.
pub const ARGS_MAX: usize = 1024 * 1024;
/// Calls of one answer.
pub const CALLS_MAX: usize = 128;
/// Bytes of a call's id or name.
pub(crate) const NAME_MAX: usize = 1024;
/// Characters of what is told of a server's own words.
pub(crate) const REASON_MAX: usize = 300;
