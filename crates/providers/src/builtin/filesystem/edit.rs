//! `edit_file`: exact replacement.

use std::io::Read;

use serde::Deserialize;
use serde_json::{Value, json};

use super::change::{here, refuse_unless_file, replace};
use super::error::FileError;
use super::place::Place;
use super::read::FILE_MAX;
use super::workspace::{Way, Workspace, plain_file};

/// How many lines an error names.
const LINES_NAMED: usize = 5;

#[derive(Deserialize)]
pub(super) struct Arguments {
    path: String,
    old_text: String,
    new_text: String,
    #[serde(default)]
    replace_all: bool,
}

pub(super) fn edit_file(workspace: &Workspace, args: &Arguments) -> Result<Value, FileError> {
    if args.old_text.is_empty() {
        return Err(FileError::Arguments("`old_text` is empty; write_file makes new files".to_owned()));
    }
    let place = Place::parse(&args.path)?;
    let (folder, name) = workspace.holder(&place, Way::There)?;
    let found = here(&folder, name, &place)?.ok_or_else(|| FileError::Missing(place.shown()))?;
    refuse_unless_file(Some(&found), &place)?;
    let (file, metadata) = plain_file(&folder, name, &place.shown())?;
    let mut text = String::new();
    match file.take(FILE_MAX + 1).read_to_string(&mut text) {
        Ok(bytes) if bytes as u64 > FILE_MAX => {
            return Err(FileError::TooLarge { path: place.shown(), bytes: metadata.len(), max: FILE_MAX });
        }
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(FileError::NotText(place.shown()));
        }
        Err(error) => return Err(FileError::of(&place.shown(), error)),
    }
    let count = text.matches(&args.old_text).count();
    match (count, args.replace_all) {
        (0, _) => return Err(FileError::NothingToReplace(place.shown())),
        (1, _) | (_, true) => {}
        (_, false) => {
            let lines = lines_of(&text, &args.old_text);
            return Err(FileError::ManyToReplace { path: place.shown(), count, lines });
        }
    }
    let changed = text.replace(&args.old_text, &args.new_text);
    replace(&folder, name, &place, changed.as_bytes(), Some(&metadata))?;
    Ok(json!({"path": place.shown(), "replaced": count, "bytes": changed.len()}))
}

/// Where a text begins, as line numbers.
fn lines_of(text: &str, wanted: &str) -> String {
    let lines = text.match_indices(wanted).take(LINES_NAMED).map(|(at, _)| {
        let line = text[..at].matches('\n').count() + 1;
        line.to_string()
    });
    lines.collect::<Vec<_>>().join(", ")
}
