//! Which places stay readable when some are hidden.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// So many entries of one folder above a hidden one stay readable: each costs every start some time.
const BESIDE_MAX: usize = 256;

/// Every place that is not above, at or below a hidden one.
///
/// Rules allow a folder with all that is below it, and nothing can be taken out again. So the folders above a hidden one
/// get no rule, but what stands beside it does.
pub(super) fn around(hidden: &[PathBuf]) -> Vec<PathBuf> {
    let devices = Path::new("/dev");
    let mut above = BTreeSet::from([Path::new("/")]);
    above.extend(hidden.iter().flat_map(|path| path.ancestors().skip(1)));
    let is_closed =
        |path: &Path| path == devices || above.contains(path) || hidden.iter().any(|hidden| hidden == path);
    let mut open = Vec::new();
    for folder in above.iter().filter(|folder| !folder.starts_with(devices)) {
        // Whoever cannot list it reads nothing in it.
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let beside = entries.take(BESIDE_MAX).filter_map(Result::ok);
        // What a link leads to has rules of its own.
        let beside = beside.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        open.extend(beside.map(|entry| entry.path()).filter(|path| !is_closed(path)));
    }
    open
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::around;

    #[test]
    fn what_stands_beside_a_hidden_folder_stays_open_and_what_leads_to_it_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        for name in ["house/data", "house/notes", "other"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        symlink(at("house/data"), at("way")).unwrap();
        let open = around(&[at("house/data")]);
        assert!(open.contains(&at("other")) && open.contains(&at("house/notes")), "{open:?}");
        for closed in [at("house"), at("house/data"), at("way"), at(""), "/".into(), "/dev".into()] {
            assert!(!open.contains(&closed), "{}", closed.display());
        }
    }
}
