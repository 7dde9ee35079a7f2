//! The server's own program on a temporary data folder.

mod builder;
mod program;
mod requests;
mod running;

pub use builder::HouseBuilder;
pub use running::House;
