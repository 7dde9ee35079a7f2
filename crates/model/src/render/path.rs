//! Paths in render plans: relative to a folder, and never out of it.

/// The longest path, in bytes.
const PATH_MAX: usize = 4096;

/// Why a path is refused; the messages speak of the path as "it".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// No name is left.
    #[error("it is empty")]
    Empty,
    /// It holds `..`.
    #[error("it leads out of the folder")]
    Escapes,
    /// It is absolute.
    #[error("it is absolute: write it relative to the folder")]
    Absolute,
    /// It holds a control character.
    #[error("it holds a control character")]
    Control,
    /// More than 4096 bytes.
    #[error("it is longer than {PATH_MAX} bytes")]
    TooLong,
}

/// Takes the `.` and empty parts out of a relative path: `./a//b` becomes `a/b`. `..` is refused, even where it would
/// stay inside.
///
/// # Errors
/// When the path is not certain to stay below the folder it is relative to.
pub fn relative_path(path: &str) -> Result<String, PathError> {
    relative(path, None)
}

/// As [`relative_path`], but an absolute path is accepted and made relative when it lies below `root`.
pub(crate) fn relative(path: &str, root: Option<&str>) -> Result<String, PathError> {
    if path.len() > PATH_MAX {
        return Err(PathError::TooLong);
    }
    if path.chars().any(char::is_control) {
        return Err(PathError::Control);
    }
    let path = match path.strip_prefix('/') {
        None => path,
        Some(_) => root
            .map(|root| root.trim_end_matches('/'))
            .filter(|root| !root.is_empty())
            .and_then(|root| path.strip_prefix(root))
            .filter(|rest| rest.starts_with('/'))
            .ok_or(PathError::Absolute)?,
    };
    // Both separators, so that no platform can read a part as two.
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.iter().any(|part| part.split('\\').any(|inner| inner == "..")) {
        return Err(PathError::Escapes);
    }
    if parts.is_empty() {
        return Err(PathError::Empty);
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{PathError, relative};

    #[test]
    fn good_paths_are_normalised() {
        for (path, normal) in [
            ("a/b.py", "a/b.py"),
            ("./artifacts/x.html", "artifacts/x.html"),
            ("a//./b/", "a/b"),
            ("..a/b..", "..a/b.."),
            ("/w/a", "a"),
            ("/w//a", "a"),
        ] {
            assert_eq!(relative(path, Some("/w")), Ok(normal.to_owned()), "{path}");
        }
    }

    #[test]
    fn paths_out_of_the_folder_are_refused() {
        for (path, error) in [
            ("", PathError::Empty),
            (".", PathError::Empty),
            ("/w", PathError::Absolute),
            ("/w2/a", PathError::Absolute),
            ("/etc/passwd", PathError::Absolute),
            ("../x", PathError::Escapes),
            ("a/../b", PathError::Escapes),
            ("a\\..\\..\\b", PathError::Escapes),
            ("/w/../x", PathError::Escapes),
            ("a\0b", PathError::Control),
            ("a\nb", PathError::Control),
        ] {
            assert_eq!(relative(path, Some("/w")), Err(error), "{path}");
        }
        assert_eq!(relative("/a", None), Err(PathError::Absolute));
        assert_eq!(relative("/a", Some("/")), Err(PathError::Absolute));
        assert_eq!(relative(&"x".repeat(5000), None), Err(PathError::TooLong));
    }
}
