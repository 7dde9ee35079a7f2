//! Bundles: what a toolset is installed from and exported to.
//!
//! Everything in here is hostile until checked. A bundle is unpacked into a fresh folder of its own below the staging
//! folder, checked there as a whole, and only then handed on; whatever is refused leaves nothing behind.

mod archive;
mod containers;
mod contents;
mod download;
mod error;
mod folder;
mod intake;
mod limits;
mod mcpb;
mod name;
mod pack;
mod source;
mod staging;

#[cfg(test)]
mod tests;

pub use archive::{Unpacked, unpack};
pub use error::BundleError;
pub use intake::BundleFile;
pub use limits::BundleLimits;
pub use name::{NameClash, NameFault};
pub use pack::PackError;
pub use source::ImportSource;

pub(crate) use containers::ContainerFolder;
pub(crate) use download::plain;
pub(crate) use folder::copy as copy_folder;
pub(crate) use mcpb::{MCPB_MANIFEST, here};
pub(crate) use name::MANIFEST;
pub(crate) use name::shown;
pub(crate) use pack::{Head, Packed, pack};
pub(crate) use staging::{Staged, stage};
