//! A checked path below a folder's root.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What no ordinary relative path starts with: the rest is percent-encoded.
const ESCAPED: &str = "//";

/// A relative path with `/` between its components, safe to join to a folder.
///
/// No component is empty, `.` or `..`; nothing is absolute, holds a NUL, or exceeds
/// [`TreePath::MAX_BYTES`], [`TreePath::MAX_COMPONENT`] and [`TreePath::MAX_DEPTH`].
///
/// # Names that are not UTF-8
///
/// File names are bytes. A path whose bytes are UTF-8 is its own text. Any other is written as `//`
/// followed by its bytes, with `/` kept and `%`, control characters and all bytes from 0x7F up written
/// as `%XX` (upper-case hex). An ordinary path cannot start with `/`, and an escaped text is refused
/// when its bytes are UTF-8 after all or when it is spelled in another way: each path has one text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreePath(Arc<str>);

/// Why a text or an operating-system path is not a [`TreePath`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There is no component at all.
    #[error("a path must not be empty")]
    Empty,
    /// It starts with `/`.
    #[error("a path must be relative, without a leading `/`")]
    Absolute,
    /// Two `/` in a row, or one at the end.
    #[error("a path must not have an empty component (`//` or a trailing `/`)")]
    EmptyComponent,
    /// A component is `.` or `..`.
    #[error("a path must not have `.` or `..` as a component")]
    Dots,
    /// It holds a NUL byte.
    #[error("a path must not hold a NUL byte")]
    Nul,
    /// Longer than [`TreePath::MAX_BYTES`].
    #[error("a path has at most {} bytes", TreePath::MAX_BYTES)]
    TooLong,
    /// A component is longer than [`TreePath::MAX_COMPONENT`].
    #[error("a component of a path has at most {} bytes", TreePath::MAX_COMPONENT)]
    ComponentTooLong,
    /// More components than [`TreePath::MAX_DEPTH`].
    #[error("a path has at most {} components", TreePath::MAX_DEPTH)]
    TooDeep,
    /// An escaped text that is not how this crate would write the path.
    #[error("an escaped path (`//…%XX`) must be spelled as it was handed out")]
    Escape,
}

impl TreePath {
    /// The longest path, in bytes of the file system (not of an escaped text).
    pub const MAX_BYTES: usize = 4096;
    /// The longest component, in bytes.
    pub const MAX_COMPONENT: usize = 255;
    /// The most components.
    pub const MAX_DEPTH: usize = 128;

    /// Reads the text form, as [`TreePath::as_str`] gives it.
    ///
    /// # Errors
    /// [`PathError`] says which rule the text breaks.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let Some(escaped) = text.strip_prefix(ESCAPED) else {
            check(text.as_bytes())?;
            return Ok(Self(text.into()));
        };
        if escaped.len() > 3 * Self::MAX_BYTES {
            return Err(PathError::TooLong);
        }
        let bytes = unescape(escaped).ok_or(PathError::Escape)?;
        check(&bytes)?;
        if std::str::from_utf8(&bytes).is_ok() || escape(&bytes) != text {
            return Err(PathError::Escape);
        }
        Ok(Self(text.into()))
    }

    /// The path with these bytes of the file system.
    ///
    /// # Errors
    /// [`PathError`] says which rule the bytes break.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PathError> {
        check(bytes)?;
        Ok(Self(match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => escape(bytes).into(),
        }))
    }

    /// The path below a folder that the operating system calls `path`.
    ///
    /// # Errors
    /// [`PathError`] says which rule the path breaks.
    pub fn from_os_path(path: &Path) -> Result<Self, PathError> {
        Self::from_bytes(path.as_os_str().as_bytes())
    }

    /// The text form: the path itself, or its escaped form (see the type's documentation).
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The bytes of the file system.
    #[must_use]
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match self.0.strip_prefix(ESCAPED) {
            None => Cow::Borrowed(self.0.as_bytes()),
            // Checked on construction, so the empty fallback is never taken.
            Some(escaped) => Cow::Owned(unescape(escaped).unwrap_or_default()),
        }
    }

    /// The path as the operating system wants it, still relative.
    #[must_use]
    pub fn to_os_path(&self) -> PathBuf {
        match self.to_bytes() {
            Cow::Borrowed(bytes) => PathBuf::from(OsStr::from_bytes(bytes)),
            Cow::Owned(bytes) => PathBuf::from(std::ffi::OsString::from_vec(bytes)),
        }
    }

    /// The folder that holds this path; `None` for one that stands in the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let bytes = self.to_bytes();
        let (parent, _) = split_last(&bytes);
        Self::from_bytes(parent).ok()
    }

    /// Whether `self` stands somewhere below the folder `folder`.
    #[must_use]
    pub fn is_below(&self, folder: &Self) -> bool {
        is_below(&self.to_bytes(), &folder.to_bytes())
    }
}

/// Splits `path` into its folder (empty for the root) and its last component.
pub(crate) fn split_last(path: &[u8]) -> (&[u8], &[u8]) {
    match path.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => (&path[..slash], &path[slash + 1..]),
        None => (&[], path),
    }
}

/// Whether the bytes of `path` name something below the folder with the bytes of `folder`.
pub(crate) fn is_below(path: &[u8], folder: &[u8]) -> bool {
    path.len() > folder.len() && path[folder.len()] == b'/' && path.starts_with(folder)
}

/// The folders above `path`, nearest first, without the root.
pub(crate) fn ancestors(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::successors(Some(split_last(path).0), |folder| Some(split_last(folder).0))
        .take_while(|folder| !folder.is_empty())
}

fn check(bytes: &[u8]) -> Result<(), PathError> {
    if bytes.is_empty() {
        return Err(PathError::Empty);
    }
    if bytes[0] == b'/' {
        return Err(PathError::Absolute);
    }
    if bytes.len() > TreePath::MAX_BYTES {
        return Err(PathError::TooLong);
    }
    if bytes.contains(&0) {
        return Err(PathError::Nul);
    }
    let mut depth = 0;
    for component in bytes.split(|&byte| byte == b'/') {
        depth += 1;
        match component {
            b"" => return Err(PathError::EmptyComponent),
            b"." | b".." => return Err(PathError::Dots),
            long if long.len() > TreePath::MAX_COMPONENT => {
                return Err(PathError::ComponentTooLong);
            }
            _ => {}
        }
    }
    if depth > TreePath::MAX_DEPTH { Err(PathError::TooDeep) } else { Ok(()) }
}

fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(ESCAPED.len() + bytes.len() + 8);
    text.push_str(ESCAPED);
    for &byte in bytes {
        if byte == b'%' || !(0x20..0x7f).contains(&byte) {
            // Writing to a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        } else {
            text.push(char::from(byte));
        }
    }
    text
}

/// The inverse of [`escape`]; `None` for a `%` without two hex digits behind it.
/// It also reads spellings that `escape` does not write: the caller compares.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
            let high = digit(rest.next()?)?;
            let low = digit(rest.next()?)?;
            bytes.push(high << 4 | low);
        } else {
            bytes.push(byte);
        }
    }
    Some(bytes)
}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl std::str::FromStr for TreePath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        Self::parse(text)
    }
}

impl Serialize for TreePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for TreePath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = TreePath;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a relative path")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<TreePath, E> {
                TreePath::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests;
