//! The files that the build of `web/` left.

use std::borrow::Cow;

use rust_embed::RustEmbed;

use crate::http::page::files::{File, Files};

/// Part of the program in a release; read from the folder while developing.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = "**/*.map"]
#[allow_missing = true]
struct Dist;

/// What was built, if it was.
pub(crate) struct Built;

impl Files for Built {
    fn get(&self, path: &str) -> Option<File> {
        let file = Dist::get(path)?;
        let sha256 = file.metadata.sha256_hash();
        let bytes = match file.data {
            Cow::Borrowed(bytes) => axum::body::Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        };
        Some(File { bytes, sha256 })
    }
}
