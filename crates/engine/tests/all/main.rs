//! The engine with a real database and real folders.

mod look_ahead;
mod rotation;
mod subcalls;
mod toolsets;
