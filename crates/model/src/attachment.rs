//! Files that come with a message: how they are called, where they lie, and what a model is told of them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The folder of a workspace where they lie.
pub const UPLOADS: &str = "uploads";

/// Files of one message.
pub const FILES_MAX: usize = 10;

/// Bytes of one.
pub const FILE_BYTES_MAX: usize = 8 << 20;

/// Bytes of all files of one message.
pub const FILES_BYTES_MAX: usize = 20 << 20;

/// Bytes of a name; what is longer is cut before its ending.
const NAME_BYTES: usize = 120;

/// Bytes of an ending, with its dot; what is longer is no ending.
const ENDING_BYTES: usize = 16;

/// What stands before a path, in the address of a file that lies in the chat's workspace.
const IN_WORKSPACE: &str = "workspace:";

/// A file of a message, as the message keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "file", rename_all = "camelCase")]
pub struct AttachedFile {
    /// What its sender says that it is, such as `image/png`.
    pub media_type: String,
    /// As its sender calls it.
    pub filename: String,
    /// `workspace:` and its path in the workspace.
    pub url: String,
    /// Bytes.
    pub size: u64,
}

impl AttachedFile {
    /// One that lies at `path` in the workspace.
    pub fn at(path: &str, filename: String, media_type: String, size: u64) -> Self {
        Self { media_type, filename, url: format!("{IN_WORKSPACE}{path}"), size }
    }

    /// Where in the workspace it lies.
    pub fn path(&self) -> Option<&str> {
        path_of(&self.url)
    }

    /// The files of a message.
    pub fn all_of(content: &Value) -> impl Iterator<Item = Self> {
        let parts = content.as_array().map(Vec::as_slice).unwrap_or_default();
        parts.iter().filter(|part| part["type"] == "file").filter_map(|part| Self::deserialize(part).ok())
    }

    /// What a model is told of it.
    pub fn told(&self) -> Option<String> {
        let Self { media_type, size, .. } = self;
        Some(format!("[Attached file: {}, {media_type}, {size} bytes]", self.path()?))
    }
}

/// The path in the workspace that an address means.
pub fn path_of(url: &str) -> Option<&str> {
    url.strip_prefix(IN_WORKSPACE)
}

/// A name for a file that somebody else named: one component of a path, without what cannot be seen.
pub fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let seen: String = last.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name = seen.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let (stem, ending) = split(name);
    let stem = cut(stem, NAME_BYTES);
    if stem.is_empty() { format!("file{ending}") } else { format!("{stem}{ending}") }
}

/// Where a file of this name is put: numbered, where the place is taken.
pub fn place(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let (stem, ending) = split(name);
    let numbered = (2_u64..).map(|number| format!("{UPLOADS}/{stem}-{number}{ending}"));
    let mut places = std::iter::once(format!("{UPLOADS}/{name}")).chain(numbered);
    places.find(|place| !taken(place)).unwrap_or_default()
}

/// A name before its ending, and the ending with its dot.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= ENDING_BYTES => name.split_at(at),
        _ => (name, ""),
    }
}

fn cut(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{AttachedFile, file_name, place};

    #[test]
    fn names_are_one_component_that_can_be_seen() {
        assert_eq!(file_name("photo.png"), "photo.png");
        assert_eq!(file_name("../../etc/passwd"), "passwd");
        assert_eq!(file_name("C:\\notes\\a b.txt"), "a b.txt");
        assert_eq!(file_name(".bashrc"), "bashrc");
        assert_eq!(file_name("a\nb\u{0}.md"), "a b.md");
        assert_eq!(file_name(""), "file");
        assert_eq!(file_name(".."), "file");
        let long = file_name(&format!("{}.tar", "ü".repeat(300)));
        assert!(long.ends_with(".tar") && long.len() <= 124, "{long}");
    }

    #[test]
    fn a_place_that_is_taken_is_numbered() {
        assert_eq!(place("a.txt", |_| false), "uploads/a.txt");
        assert_eq!(place("a.txt", |path| path == "uploads/a.txt"), "uploads/a-2.txt");
        assert_eq!(place("noext", |path| !path.ends_with('3')), "uploads/noext-3");
    }

    #[test]
    fn a_message_keeps_its_files_and_a_model_is_told_of_them() {
        let file = AttachedFile::at("uploads/a.png", "a.png".into(), "image/png".into(), 7);
        let part = serde_json::to_value(&file).unwrap_or_default();
        assert_eq!(
            part,
            json!({"type": "file", "mediaType": "image/png", "filename": "a.png", "url": "workspace:uploads/a.png", "size": 7})
        );
        let content = json!([{"type": "text", "text": "See."}, part, {"type": "file", "url": 7}]);
        let files: Vec<_> = AttachedFile::all_of(&content).collect();
        assert_eq!(files, [file]);
        assert_eq!(files[0].told().as_deref(), Some("[Attached file: uploads/a.png, image/png, 7 bytes]"));
    }

    proptest! {
        /// Whatever a file is called: it lies in the folder, and in no other.
        #[test]
        fn hostile_names_stay_names(given in any::<String>()) {
            let name = file_name(&given);
            let is_one = !name.is_empty() && name.len() <= 255 && !name.contains(['/', '\\']) && name != "." && name != "..";
            prop_assert!(is_one, "{name:?}");
            prop_assert!(!name.chars().any(char::is_control));
        }
    }
}
