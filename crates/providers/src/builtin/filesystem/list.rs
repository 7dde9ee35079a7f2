//! `list_files`, and the walk that `search_files` shares.

use cap_std::fs::Dir;
use globset::{GlobBuilder, GlobMatcher};
use serde::Deserialize;
use serde_json::{Value, json};

use super::bounds::Bounds;
use super::error::FileError;
use super::look::kind;
use super::place::Place;
use super::workspace::{Way, Workspace};

/// Entries that one call gives.
pub const ENTRIES_MAX: usize = 2_000;

/// How deep a walk goes.
const DEPTH_MAX: usize = 64;

#[derive(Deserialize)]
pub(super) struct Arguments {
    #[serde(default)]
    path: String,
    #[serde(default)]
    recursive: bool,
    glob: Option<String>,
    limit: Option<usize>,
}

pub(super) fn list_files(
    workspace: &Workspace,
    args: &Arguments,
    bounds: &Bounds,
) -> Result<Value, FileError> {
    let place = Place::parse(&args.path)?;
    let folder = workspace.folder(&place, Way::There)?;
    let glob = args.glob.as_deref().map(glob).transpose()?;
    let most = args.limit.unwrap_or(ENTRIES_MAX).min(ENTRIES_MAX);
    let (mut entries, mut more) = (Vec::new(), 0usize);
    let mut visit = |found: &Found<'_>| {
        let path = found.place.shown();
        if glob.as_ref().is_some_and(|glob| !glob.is_match(&path)) {
            return Ok(());
        }
        if entries.len() == most {
            more += 1;
            return Ok(());
        }
        let bytes = found.metadata.is_file().then(|| found.metadata.len());
        entries.push(json!({"path": path, "kind": kind(found.metadata), "bytes": bytes}));
        Ok(())
    };
    let enter = |_: &Place| args.recursive;
    walk(&folder, &place, bounds, 0, &enter, &mut visit)?;
    Ok(json!({"path": place.shown(), "entries": entries, "left_out": more}))
}

/// One thing that a walk met.
pub(super) struct Found<'a> {
    pub(super) place: Place,
    pub(super) folder: &'a Dir,
    pub(super) name: &'a str,
    pub(super) metadata: &'a cap_std::fs::Metadata,
}

/// Meets everything below a folder, by name, folders before what is in them, and follows no link.
pub(super) fn walk(
    folder: &Dir,
    place: &Place,
    bounds: &Bounds,
    depth: usize,
    enter: &dyn Fn(&Place) -> bool,
    visit: &mut dyn FnMut(&Found<'_>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    bounds.check()?;
    let fault = |error| FileError::of(&place.shown(), error);
    let mut names = Vec::new();
    for entry in folder.entries().map_err(fault)? {
        // A name that is not text cannot be asked for, as arguments are text.
        names.extend(entry.map_err(fault)?.file_name().into_string());
    }
    names.sort();
    for name in names {
        let below = place.below(&name);
        // It may be gone by now.
        let Ok(metadata) = folder.symlink_metadata(&name) else {
            continue;
        };
        visit(&Found { place: below.clone(), folder, name: &name, metadata: &metadata })?;
        if metadata.is_dir() && depth < DEPTH_MAX && enter(&below) {
            use cap_fs_ext::DirExt;
            if let Ok(inner) = folder.open_dir_nofollow(&name) {
                walk(&inner, &below, bounds, depth + 1, enter, visit)?;
            }
        }
    }
    Ok(())
}

/// A pattern for paths: `*.rs` for names anywhere, `src/**/*.rs` from the workspace on.
pub(super) fn glob(text: &str) -> Result<GlobMatcher, FileError> {
    let anywhere = if text.contains('/') { text.to_owned() } else { format!("**/{text}") };
    let glob = GlobBuilder::new(&anywhere).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| FileError::Pattern(error.kind().to_string()))
}
