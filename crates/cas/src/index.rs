//! What is known of a workspace without reading its files.

pub(crate) mod codec;
pub(crate) mod file;
pub(crate) mod tree;
