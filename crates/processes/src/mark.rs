//! What a process carries so that it can be found.

/// The variable that every process of one data folder carries, so that a restarted server finds what a killed one
/// left.
pub const HOUSE: &str = "PEGBOARD_HOUSE";

/// An environment variable with its value, which processes inherit from each other.
#[derive(Debug, Clone)]
pub struct Mark(Vec<u8>);

impl Mark {
    /// What all processes carry that were started with this variable.
    pub fn new(variable: &str, value: &str) -> Self {
        Self(format!("{variable}={value}").into_bytes())
    }

    /// What all processes of one data folder carry.
    pub fn house(house: &str) -> Self {
        Self::new(HOUSE, house)
    }

    /// Whether an environment, as `/proc` shows it, has the mark.
    pub(crate) fn is_in(&self, environment: &[u8]) -> bool {
        environment.split(|byte| *byte == 0).any(|one| one == self.0)
    }
}
