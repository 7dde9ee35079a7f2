//! Reading of `containers`.

use crate::document::{At, Problems, Section, Seen};
use crate::render::relative_path;

/// How many container tools a toolset may have.
const CONTAINERS_MAX: usize = 50;

/// The longest path of a folder, in bytes.
const PATH_MAX: usize = 500;

/// The folders, each with a name of its own, since tools are named after them.
pub(crate) fn read_containers(root: &Section<'_>, problems: &mut Problems) -> Vec<String> {
    let items = root.list("containers", CONTAINERS_MAX, problems);
    let mut seen = Seen::default();
    let mut folders = Vec::new();
    for at in &items {
        let Some(folder) = read_folder(at, problems) else { continue };
        let name = folder.rsplit('/').next().unwrap_or_default();
        if seen.is_new(name, "container", at, problems) {
            folders.push(folder);
        }
    }
    folders
}

fn read_folder(at: &At<'_>, problems: &mut Problems) -> Option<String> {
    let text = at.text(PATH_MAX, problems)?;
    if matches!(text.as_str(), "." | "./") {
        return Some(".".to_owned());
    }
    match relative_path(text.trim_end_matches('/')) {
        Ok(path) => Some(path),
        Err(why) => {
            at.problem(problems, format!("this is not a usable path of a container tool's folder: {why}"));
            None
        }
    }
}
