//! Pictures that a person sends with a message, as a model is shown them.

use std::fmt;
use std::sync::Arc;

/// Bytes of one; a larger one is only named to the model. No server takes more than 5 MiB as base64.
pub const PICTURE_BYTES_MAX: u64 = 3_750_000;

/// Pictures of one prompt. Of more, the newest are shown.
pub const PICTURES_MAX: usize = 20;

/// Bytes of all pictures of one prompt.
pub const PICTURES_BYTES_MAX: u64 = 15_000_000;

/// What a model gets of the pictures that come with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictures {
    /// It is shown them.
    Shown,
    /// It is told their names, as of any other file.
    Named,
}

/// A picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    media_type: &'static str,
    bytes: Arc<[u8]>,
}

impl Picture {
    /// What a file holds, if that is a picture of a kind that models know: by its first bytes, whatever its sender says.
    pub fn of(bytes: Vec<u8>) -> Option<Self> {
        let media_type = kind(&bytes)?;
        Some(Self { media_type, bytes: bytes.into() })
    }

    /// Such as `image/png`.
    pub fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// The file as it is.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({}, {} bytes)", self.media_type, self.bytes.len())
    }
}

fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Picture;

    #[test]
    fn a_picture_is_known_by_its_first_bytes() {
        let kind = |bytes: &[u8]| Picture::of(bytes.to_vec()).map(|picture| picture.media_type());
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n..."), Some("image/png"));
        assert_eq!(kind(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(kind(b"GIF89a"), Some("image/gif"));
        assert_eq!(kind(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        for other in [&b""[..], b"\x89PNG", b"<svg xmlns=...>", b"RIFF\0\0\0\0WAVE", b"%PDF-1.7"] {
            assert_eq!(kind(other), None, "{other:?}");
        }
    }
}
