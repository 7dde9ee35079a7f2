//! The runner's sources, which are part of this program, and the packages that it needs.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use crate::sources;

/// The runner's entry, below its folder.
pub(super) const ENTRY: &str = "src/runner.js";

/// What is copied beside a toolset's modules, and under which name.
pub(super) const IMPORTER: (&str, &str) = ("src/importer.js", ".pegboard-importer.mjs");

const PACKAGE: &str = include_str!("../../../../sdk/node/package.json");
const LOCK: &str = include_str!("../../../../sdk/node/package-lock.json");

#[derive(RustEmbed)]
#[folder = "../../sdk/node/src"]
#[include = "**/*.js"]
struct Sources;

/// Writes the sources below `folder/runner`, once for each version of them, and gives their folder.
pub(super) fn unpack(folder: &Path) -> io::Result<PathBuf> {
    let sources = Sources::iter().filter_map(|name| Some((format!("src/{name}"), Sources::get(&name)?.data)));
    let files = [("package.json", PACKAGE), ("package-lock.json", LOCK)];
    let files = files.map(|(name, text)| (name.to_owned(), Cow::Borrowed(text.as_bytes())));
    sources::unpack(sources.chain(files).collect(), &folder.join("runner"))
}
