//! Workspaces for people.

use crate::cli::output::{Output, Tone};
use crate::cli::show_call::{changes, more};
use crate::cli::text::{bytes, moment};
use crate::http::wire::page::Page;
use crate::http::wire::workspace::{File, Files, Manifest, ManifestChange};

/// Characters of a hash in a listing.
const HASH_WIDTH: usize = 12;

pub(crate) fn files(output: &Output, files: &Files) {
    let row = |file: &File| {
        let size = file.size.map_or_else(|| "lost".to_owned(), bytes);
        let hash = file.sha256.chars().take(HASH_WIDTH).collect();
        let kind = if file.kind == "file" { String::new() } else { file.kind.clone() };
        [file.path.clone(), size, hash, kind]
    };
    let folders =
        files.empty_dirs.iter().map(|path| [format!("{path}/"), String::new(), String::new(), String::new()]);
    output.table(["FILE", "SIZE", "SHA-256", ""], files.files.iter().map(row).chain(folders));
}

pub(crate) fn change(output: &Output, change: &ManifestChange) {
    changes(output, &change.changes);
    if let Some(manifest) = change.manifest_id {
        output.line(Tone::Faint, &format!("manifest {manifest}"));
    }
}

pub(crate) fn log(output: &Output, page: &Page<Manifest>) {
    let row = |manifest: &Manifest| {
        let of = manifest.source_ref.clone().unwrap_or_default();
        [manifest.id.to_string(), moment(manifest.created_at), manifest.source.clone(), of]
    };
    output.table(["MANIFEST", "MADE", "BY", "OF"], page.items.iter().map(row));
    more(output, page.next_cursor.as_deref());
}
