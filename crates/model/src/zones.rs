//! File zones: what the built-in filesystem tools may do where in the workspace.
//!
//! ```yaml
//! zones:
//!   - path: docs
//!     mode: rw
//!     approval: {write: preApproved, delete: ask}
//!   - path: docs/published
//!     mode: ro
//! ```
//!
//! A zone is a folder, or one file, with all below it; of several the longest path decides, and it alone. Paths are compared
//! name by name and case by case. Without any zone the whole workspace may be read and written, and nothing asks. With zones,
//! what lies in none of them can be read and not written; a zone for everything has the path `.`.

mod path;
mod verdict;
mod zone;

pub use path::{WorkspacePath, WorkspacePathError};
pub use verdict::{FileEffect, ZoneReason, ZoneVerdict};
pub use zone::{Mode, ZONES_MAX, Zone, ZoneApproval, Zones, ZonesError};
