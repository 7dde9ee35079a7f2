//! Which server wrote a row, where several work on one database: a name for the data folder, made once.

use std::io::{self, Write as _};
use std::path::Path;

use uuid::Uuid;

use crate::layout;

/// The name of this data folder.
pub(super) fn of(data: &Path) -> io::Result<String> {
    let path = layout::house_id(data);
    match std::fs::read_to_string(&path) {
        Ok(text) if Uuid::parse_str(text.trim()).is_ok() => return Ok(text.trim().to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let id = Uuid::now_v7().to_string();
    let mut file = tempfile::NamedTempFile::new_in(data)?;
    file.write_all(id.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(id)
}
