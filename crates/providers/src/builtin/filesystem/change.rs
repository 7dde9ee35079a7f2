//! `write_file`, `delete_file`, `move_file`: none of them follows a link.

use std::io::{self, Write};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, Metadata, OpenOptions, Permissions};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::error::FileError;
use super::place::Place;
use super::workspace::{Way, Workspace};

#[derive(Deserialize)]
pub(super) struct Writing {
    path: String,
    content: String,
    #[serde(default)]
    mode: Mode,
}

/// What becomes of a file that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    /// It is replaced.
    #[default]
    Overwrite,
    /// It stays, and the call fails.
    Create,
    /// The content is put behind its own.
    Append,
}

pub(super) fn write_file(workspace: &Workspace, args: &Writing) -> Result<Value, FileError> {
    let place = Place::parse(&args.path)?;
    let (folder, name) = workspace.holder(&place, Way::Made)?;
    let before = here(&folder, name, &place)?;
    refuse_unless_file(before.as_ref(), &place)?;
    let content = args.content.as_bytes();
    match (args.mode, &before) {
        (Mode::Create, Some(_)) => return Err(FileError::Exists(place.shown())),
        (Mode::Append, Some(_)) => append(&folder, name, &place, content)?,
        _ => replace(&folder, name, &place, content, before.as_ref())?,
    }
    Ok(json!({"path": place.shown(), "bytes": content.len(), "created": before.is_none()}))
}

fn append(folder: &Dir, name: &str, place: &Place, content: &[u8]) -> Result<(), FileError> {
    let mut options = OpenOptions::new();
    options.append(true).follow(FollowSymlinks::No);
    let written = folder.open_with(name, &options).and_then(|mut file| file.write_all(content));
    written.map_err(|error| FileError::of(&place.shown(), error))
}

/// Writes beside and renames, so that nobody ever reads half a file and a link in its place is replaced, not followed.
pub(super) fn replace(
    folder: &Dir,
    name: &str,
    place: &Place,
    content: &[u8],
    before: Option<&Metadata>,
) -> Result<(), FileError> {
    let beside = format!(".pegboard-{}", Uuid::now_v7().simple());
    let written = write_beside(folder, &beside, content, before.map(Metadata::permissions))
        .and_then(|()| folder.rename(&beside, folder, name));
    written.map_err(|error| {
        // Where it was made at all; nothing can be done where it cannot be removed.
        let _ = folder.remove_file(&beside);
        FileError::of(&place.shown(), error)
    })
}

fn write_beside(folder: &Dir, name: &str, content: &[u8], like: Option<Permissions>) -> io::Result<()> {
    let mut file = folder.open_with(name, OpenOptions::new().write(true).create_new(true))?;
    file.write_all(content)?;
    match like {
        Some(permissions) => file.set_permissions(permissions),
        None => Ok(()),
    }
}

#[derive(Deserialize)]
pub(super) struct Deleting {
    path: String,
    #[serde(default)]
    recursive: bool,
}

pub(super) fn delete_file(workspace: &Workspace, args: &Deleting) -> Result<Value, FileError> {
    let place = Place::parse(&args.path)?;
    let (folder, name) = workspace.holder(&place, Way::There)?;
    let found = here(&folder, name, &place)?.ok_or_else(|| FileError::Missing(place.shown()))?;
    let removed = match (found.is_dir(), args.recursive) {
        (false, _) => folder.remove_file(name),
        (true, false) => folder.remove_dir(name),
        (true, true) => folder.remove_dir_all(name),
    };
    removed.map_err(|error| FileError::of(&place.shown(), error))?;
    Ok(json!({"path": place.shown(), "deleted": true}))
}

#[derive(Deserialize)]
pub(super) struct Moving {
    from: String,
    to: String,
    #[serde(default)]
    overwrite: bool,
}

pub(super) fn move_file(workspace: &Workspace, args: &Moving) -> Result<Value, FileError> {
    let (from, to) = (Place::parse(&args.from)?, Place::parse(&args.to)?);
    let (old_folder, old_name) = workspace.holder(&from, Way::There)?;
    here(&old_folder, old_name, &from)?.ok_or_else(|| FileError::Missing(from.shown()))?;
    let (new_folder, new_name) = workspace.holder(&to, Way::Made)?;
    let in_the_way = here(&new_folder, new_name, &to)?;
    if in_the_way.is_some() && !args.overwrite {
        return Err(FileError::Exists(to.shown()));
    }
    old_folder.rename(old_name, &new_folder, new_name).map_err(|error| FileError::of(&to.shown(), error))?;
    Ok(json!({"from": from.shown(), "to": to.shown(), "overwritten": in_the_way.is_some()}))
}

/// What has this name in the folder; a link is itself.
pub(super) fn here(folder: &Dir, name: &str, place: &Place) -> Result<Option<Metadata>, FileError> {
    match folder.symlink_metadata(name) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::of(&place.shown(), error)),
    }
}

/// Only files are written to; a link is named as what it is.
pub(super) fn refuse_unless_file(found: Option<&Metadata>, place: &Place) -> Result<(), FileError> {
    match found {
        None => Ok(()),
        Some(found) if found.is_symlink() => Err(FileError::Link(place.shown())),
        Some(found) if found.is_dir() => Err(FileError::Folder(place.shown())),
        Some(found) if found.is_file() => Ok(()),
        Some(_) => Err(FileError::Special(place.shown())),
    }
}
