//! Which images calls are about to use. As soon as a container is made of one, the engine itself keeps it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegboard_model::container::ContainerTool;

/// The tools whose containers are being made.
#[derive(Default)]
pub(super) struct Leases(Mutex<Taken>);

#[derive(Default)]
struct Taken {
    next: u64,
    tools: HashMap<u64, ContainerTool>,
}

/// As long as it is there, the image of a tool stays.
pub(in crate::container) struct Lease<'a> {
    leases: &'a Leases,
    number: u64,
}

impl Leases {
    pub(super) fn take(&self, tool: &ContainerTool) -> Lease<'_> {
        let mut taken = self.lock();
        taken.next += 1;
        let number = taken.next;
        taken.tools.insert(number, tool.clone());
        Lease { leases: self, number }
    }

    /// The tools of all leases.
    pub(super) fn tools(&self) -> Vec<ContainerTool> {
        self.lock().tools.values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.leases.lock().tools.remove(&self.number);
    }
}
