//! A file of YAML between two lines of `---`, and a text below.

use crate::document::{Place, Problem};

/// A file's two parts.
pub(super) struct Parts<'t> {
    /// The YAML, with an empty line for the first `---`, so that its lines are those of the file.
    pub(super) front: String,
    /// What stands below.
    pub(super) below: &'t str,
}

/// Takes a file apart.
pub(super) fn parts(text: &str) -> Result<Parts<'_>, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let wrong = |line, message: &str| Problem {
        place: Place { line, column: 1 },
        path: String::new(),
        message: message.to_owned(),
    };
    let mut lines = text.split_inclusive('\n');
    if lines.next().map(str::trim_end) != Some("---") {
        return Err(wrong(1, "a worker begins with a line `---`, its front matter, and another line `---`"));
    }
    let mut front = String::from("\n");
    let mut read = text.find('\n').map_or(text.len(), |at| at + 1);
    for line in lines {
        read += line.len();
        if line.trim_end() == "---" {
            return Ok(Parts { front, below: &text[read..] });
        }
        front.push_str(line);
    }
    Err(wrong(front.lines().count(), "the front matter does not end: a line `---` is missing"))
}
