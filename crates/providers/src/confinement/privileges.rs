//! Giving up what a process may do beyond the rights of its user.

use std::io;

use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities,
};

/// Gives up what the superuser may do beyond owning files: with it, bounds could be undone or walked round.
pub(super) fn drop_capabilities() -> io::Result<()> {
    for capability in CapabilitySet::all() {
        // Refused for those that this kernel does not know, and to those who have nothing that could be dropped.
        let _refused = remove_capability_from_bounding_set(capability);
    }
    let _refused = clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(())
}
