//! File names: none that says nothing, no `mod.rs`.

use super::finding::Finding;
use super::house::House;
use super::rules::EMPTY_NAMES;

pub(crate) fn check(house: &House) -> Vec<Finding> {
    let files = house.files.iter().map(|file| file.path.as_str());
    files.filter_map(|path| broken(path).map(|message| Finding::in_file(path, message))).collect()
}

fn broken(path: &str) -> Option<String> {
    if path == "mod.rs" || path.ends_with("/mod.rs") {
        return Some("write `name.rs` beside the folder `name/` instead".to_owned());
    }
    path.split('/')
        .map(|part| part.split('.').next().unwrap_or(part))
        .find(|stem| EMPTY_NAMES.contains(&stem.to_ascii_lowercase().trim_matches('_')))
        .map(|stem| format!("`{stem}` says nothing: name the file after what it holds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_names_are_refused() {
        for path in
            ["crates/x/src/a/mod.rs", "src/utils.rs", "web/helpers/x.ts", "sdk/_common.py", "Manager.tsx"]
        {
            assert!(broken(path).is_some(), "{path}");
        }
        for path in ["crates/x/src/modules.rs", "src/commonmark.rs", "helper_text.ts", "tests/limits.rs"] {
            assert!(broken(path).is_none(), "{path}");
        }
    }
}
