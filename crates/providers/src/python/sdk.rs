//! The Python sources of `covalt_toolset`, which are part of this program.

use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use crate::sources;

/// The package's name, which is the folder its sources stand in.
const PACKAGE: &str = "covalt_toolset";

/// What every environment holds: a requirements file with exact versions and hashes, which are ours and trusted.
pub(super) const BASE_REQUIREMENTS: &str = include_str!("../../../../sdk/python/base-requirements.txt");

#[derive(RustEmbed)]
#[folder = "../../sdk/python/src/covalt_toolset"]
#[include = "**/*.py"]
struct Sources;

/// Writes the sources below `folder/sdk`, once for each version of them, and gives the folder for `PYTHONPATH`.
pub(super) fn unpack(folder: &Path) -> io::Result<PathBuf> {
    let files = Sources::iter().filter_map(|name| {
        let bytes = Sources::get(&name)?.data;
        Some((format!("{PACKAGE}/{name}"), bytes))
    });
    sources::unpack(files.collect(), &folder.join("sdk"))
}
