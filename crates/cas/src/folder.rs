//! One workspace: snapshot, checkout and edits.

mod apply;
mod assemble;
mod checkout;
mod checkout_error;
mod edit;
mod hashing;
mod locked;
mod plan;
mod scan;
mod snapshot;
mod stage;
mod state;
mod temp;

pub(crate) mod report;

pub use checkout::Checkout;
pub use checkout_error::CheckoutError;
pub use edit::EditError;
pub use locked::{FinishError, LockedFolder};
pub use report::{SkipReason, Skipped, SpecialKind, Stats};
pub use snapshot::{Snapshot, SnapshotError};
pub use state::{Folder, FolderLayout, OpenError};
