//! Installed toolsets: preview, import, upgrade, export, enable, uninstall, and the looking at them.
//!
//! Which version of a toolset is live is decided by its row alone. A version's folder is complete and synced before
//! the row names it, and is removed only after no row does, so that a crash at any moment leaves the old or the new
//! version, and at most a folder for [`sweep`] to remove.

mod add;
mod artifact;
mod brought;
mod containers;
mod discovery;
mod export;
mod export_mcpb;
mod from_code;
mod import;
mod installation;
mod manage;
mod node;
mod placeholder;
mod plan;
mod preview;
mod storage;
mod uninstall_preview;

pub(crate) use add::{Added, InstallAddedError, InsteadOf, install_added};
pub use artifact::ArtifactError;
pub(crate) use artifact::artifact;
pub(crate) use brought::{KeepWorkerError, drop_worker, keep_worker};
pub use export::ExportError;
pub(crate) use export::export;
pub use export_mcpb::ExportMcpbError;
pub(crate) use export_mcpb::export_mcpb;
pub(crate) use import::import;
pub use import::{Consent, ImportTerms, Imported};
pub use manage::{Listed, ToolsetDetail, Uninstalled};
pub(crate) use manage::{detail, list, set_enabled, uninstall};
pub use plan::{ImportError, InstallOutcome};
pub(crate) use preview::preview;
pub use preview::{PreviewError, ToolsetPreview, UpgradeChanges};
pub(crate) use storage::{blocking, staging, sweep};
pub use uninstall_preview::UninstallPreview;
pub(crate) use uninstall_preview::uninstall_preview;
