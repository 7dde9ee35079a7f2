//! Pictures that come with a message or that a tool gave back, as a model is shown them.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

/// Bytes of one; a larger one is only named to the model. No server takes more than 5 MiB as base64.
pub const PICTURE_BYTES_MAX: u64 = 3_750_000;

/// Pictures of one prompt. Of more, the newest are shown.
pub const PICTURES_MAX: usize = 20;

/// Bytes of all pictures of one prompt.
pub const PICTURES_BYTES_MAX: u64 = 15_000_000;

/// Characters of base64 in which the bytes stand that tell a picture's kind.
const HEAD: usize = 16;

/// What a model gets of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictures {
    /// It is shown them.
    Shown,
    /// It is told that there are some, as of any other file.
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

    /// The same, of a file in base64.
    pub fn in_base64(base64: &str) -> Option<Self> {
        // Four characters stand for three bytes.
        let fits = base64.len() as u64 / 4 <= PICTURE_BYTES_MAX / 3;
        let bytes = fits.then(|| BASE64.decode(base64).ok())??;
        Self::of(bytes).filter(|picture| picture.bytes.len() as u64 <= PICTURE_BYTES_MAX)
    }

    /// Whether a file in base64 looks like a picture, and like which, from its first bytes alone.
    pub fn media_type_in(base64: &str) -> Option<&'static str> {
        let head = base64.get(..base64.len().min(HEAD))?;
        kind(&BASE64.decode(head).ok()?)
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

/// The room for pictures in a prompt. The newest come first; where one has no place, older ones get none either.
#[derive(Debug)]
pub struct PictureRoom {
    pictures: usize,
    bytes: u64,
}

impl PictureRoom {
    /// That of a whole prompt.
    pub fn whole() -> Self {
        Self { pictures: PICTURES_MAX, bytes: PICTURES_BYTES_MAX }
    }

    /// Whether no further picture has a place.
    pub fn is_full(&self) -> bool {
        self.pictures == 0
    }

    /// Gives a picture a place, if there is one for it.
    pub fn take(&mut self, picture: &Picture) -> bool {
        match (self.pictures, self.bytes.checked_sub(picture.bytes().len() as u64)) {
            (1.., Some(left)) => {
                self.pictures -= 1;
                self.bytes = left;
                true
            }
            _ => {
                self.pictures = 0;
                false
            }
        }
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
    #![allow(clippy::unwrap_used)]
    use base64::Engine as _;

    use super::{BASE64, PICTURE_BYTES_MAX, PICTURES_MAX, Picture, PictureRoom};

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

    #[test]
    fn one_in_base64_is_known_as_well_and_has_to_have_a_place() {
        let gif = |bytes: u64| {
            let mut gif = b"GIF89a".to_vec();
            gif.resize(usize::try_from(bytes).unwrap(), b'.');
            BASE64.encode(gif)
        };
        assert_eq!(Picture::media_type_in(&gif(6)), Some("image/gif"));
        assert_eq!(Picture::in_base64(&gif(6)).unwrap().bytes(), b"GIF89a");
        assert!(Picture::in_base64(&gif(PICTURE_BYTES_MAX)).is_some());
        assert_eq!(Picture::in_base64(&gif(PICTURE_BYTES_MAX + 1)), None);
        for none in ["", "R0lGODl", "äöüäöüäöü", "$$$$"] {
            assert_eq!((Picture::media_type_in(none), Picture::in_base64(none)), (None, None), "{none}");
        }
    }

    #[test]
    fn the_newest_have_a_place_and_none_that_is_older_than_one_without() {
        let picture = |bytes: usize| {
            let mut gif = b"GIF89a".to_vec();
            gif.resize(bytes, b'.');
            Picture::of(gif).unwrap()
        };
        let mut room = PictureRoom::whole();
        let taken = (0..PICTURES_MAX + 1).filter(|_| room.take(&picture(6))).count();
        assert_eq!((taken, room.is_full()), (PICTURES_MAX, true));
        let mut room = PictureRoom::whole();
        let large = picture(4_000_000);
        let taken: Vec<bool> = [&large, &large, &large, &large, &picture(6)].map(|one| room.take(one)).into();
        assert_eq!(taken, [true, true, true, false, false]);
    }
}
