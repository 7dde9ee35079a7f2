//! What neither half takes more of.

/// Bytes of one message as JSON.
pub const MESSAGE_MAX: usize = 16 << 20;

/// Bytes of a request's id, where it is a text.
pub const ID_MAX: usize = 1 << 10;

/// Bytes of a method's name.
pub const METHOD_MAX: usize = 256;
