//! What the provider of built-in tools is told at start.

use std::path::PathBuf;

use crate::confinement::ConfineProgram;

/// Where the built-in tools work.
#[derive(Debug, Clone)]
pub struct BuiltinConfig {
    /// The data folder, absolute. Commands in their sandbox cannot read it, but for their workspace.
    pub data: PathBuf,
    /// `DATA/tmp`: each command gets a temporary folder of its own in it. Made when it is missing.
    pub scratch: PathBuf,
    /// The value of `PEGBOARD_HOUSE` in every process that a command starts: names this data folder and no other.
    pub house: String,
    /// What puts the sandbox of commands on; `None` leaves them without.
    pub confine: Option<ConfineProgram>,
}

impl BuiltinConfig {
    /// The defaults, for one data folder, which is absolute.
    pub fn new(data: impl Into<PathBuf>, house: impl Into<String>) -> Self {
        let data = data.into();
        Self { scratch: data.join("tmp"), data, house: house.into(), confine: None }
    }
}
