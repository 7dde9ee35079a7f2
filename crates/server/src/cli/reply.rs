//! Replies of models, as the command line has them written and follows them.

mod account;
pub(crate) mod ask;
mod decided;
mod files;
mod follow;
mod screen;
mod stream;
pub(crate) mod talk;
mod told;
