//! `read_file`

use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::FileError;
use super::place::Place;
use super::workspace::Workspace;

/// Bytes of text that one call gives.
pub const TEXT_MAX: usize = 256 << 10;

/// Bytes of a file that is read at all.
pub const FILE_MAX: u64 = 64 << 20;

/// Bytes of a file that is not text and is given whole.
pub const BINARY_MAX: usize = 1 << 20;

#[derive(Deserialize)]
pub(super) struct Arguments {
    path: String,
    /// The first line wanted; counts from 1.
    offset: Option<usize>,
    /// Lines wanted.
    limit: Option<usize>,
}

pub(super) fn read_file(workspace: &Workspace, args: &Arguments) -> Result<Value, FileError> {
    let place = Place::parse(&args.path)?;
    let bytes = content(workspace, &place)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(lines(&place, &text, args.offset.unwrap_or(1).max(1), args.limit)),
        Err(error) => binary(&place, error.as_bytes()),
    }
}

/// A whole file, if it is not too large.
pub(super) fn content(workspace: &Workspace, place: &Place) -> Result<Vec<u8>, FileError> {
    let (file, metadata) = workspace.file(place)?;
    let too_large = |bytes| FileError::TooLarge { path: place.shown(), bytes, max: FILE_MAX };
    if metadata.len() > FILE_MAX {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    // It may have grown since.
    file.take(FILE_MAX + 1).read_to_end(&mut bytes).map_err(|error| FileError::of(&place.shown(), error))?;
    if bytes.len() as u64 > FILE_MAX { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}

/// Lines from `first` on, as many as fit.
fn lines(place: &Place, text: &str, first: usize, limit: Option<usize>) -> Value {
    let total = text.lines().count();
    let mut content = String::new();
    let mut given = 0;
    for line in text.split_inclusive('\n').skip(first - 1).take(limit.unwrap_or(usize::MAX)) {
        if content.len() + line.len() > TEXT_MAX {
            if given == 0 {
                // One line longer than everything that is given: its beginning.
                let end = (0..=TEXT_MAX).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
                content.push_str(&line[..end]);
                given = 1;
            }
            break;
        }
        content.push_str(line);
        given += 1;
    }
    let whole = content.len() == text.len();
    let mut result = json!({
        "path": place.shown(),
        "content": content,
        "bytes": text.len(),
        "total_lines": total,
    });
    if !whole && let Some(result) = result.as_object_mut() {
        result.insert("first_line".into(), first.into());
        result.insert("lines".into(), given.into());
        let next = first + given;
        if next <= total {
            result.insert("next_offset".into(), next.into());
        }
    }
    result
}

fn binary(place: &Place, bytes: &[u8]) -> Result<Value, FileError> {
    if bytes.len() > BINARY_MAX {
        let (bytes, max) = (bytes.len() as u64, BINARY_MAX as u64);
        return Err(FileError::TooLarge { path: place.shown(), bytes, max });
    }
    Ok(json!({
        "path": place.shown(),
        "bytes": bytes.len(),
        "base64": STANDARD.encode(bytes),
    }))
}
