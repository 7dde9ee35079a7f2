//! One beginning of a secret in a text, and what may come next.

/// Backslashes in a row that still escape one character: JSON within JSON within JSON.
const BACKSLASHES_MAX: u8 = 8;

/// How HTML writes what it cannot show as it is.
const ENTITIES: [(u8, &[&[u8]]); 5] = [
    (b'&', &[b"&amp;", b"&#38;", b"&#x26;"]),
    (b'<', &[b"&lt;", b"&#60;", b"&#x3c;", b"&#x3C;"]),
    (b'>', &[b"&gt;", b"&#62;", b"&#x3e;", b"&#x3E;"]),
    (b'"', &[b"&quot;", b"&#34;", b"&#x22;"]),
    (b'\'', &[b"&apos;", b"&#39;", b"&#x27;"]),
];

/// How far a secret has been read.
#[derive(Debug, Clone)]
pub(super) struct Way {
    /// Which.
    pub(super) needle: usize,
    /// Where in the text it begins.
    pub(super) begun: usize,
    /// Where in the secret what comes next stands.
    at: usize,
    spelling: Spelling,
}

/// How the character that comes next is being written.
#[derive(Debug, Clone)]
enum Spelling {
    /// Not begun.
    Open,
    /// `%` and digits of the byte.
    Percent { high_read: bool },
    /// Backslashes.
    Backslash { run: u8 },
    /// Digits behind `\u` or `\x`.
    Digits { value: u16, left: u8, then: Then },
    /// Between the two halves of a character outside the basic plane; `true` behind its backslash.
    Half { low: u16, bytes: usize, escaped: bool },
    /// Letters of an HTML entity.
    Entity { name: &'static [u8], read: usize },
}

/// What follows digits.
#[derive(Debug, Clone, Copy)]
enum Then {
    /// So many bytes of the secret are read.
    Read(usize),
    /// The second half of its character.
    Half { low: u16, bytes: usize },
}

/// What became of a way.
pub(super) enum Step {
    /// It goes on like this.
    On(Way),
    /// The secret is read.
    Whole,
}

impl Way {
    /// A secret that begins here, of which nothing is read.
    pub(super) fn new(needle: usize, begun: usize) -> Self {
        Self { needle, begun, at: 0, spelling: Spelling::Open }
    }

    /// Whether a secret can begin with this byte without having it.
    pub(super) fn may_escape(byte: u8) -> bool {
        matches!(byte, b'%' | b'\\' | b'&' | b'+')
    }

    /// Reads a byte; nothing where the way ends.
    pub(super) fn step(&self, secret: &str, byte: u8, mut step: impl FnMut(Step)) {
        let expected = secret.as_bytes()[self.at];
        match self.spelling {
            Spelling::Open => self.open(secret, byte, &mut step),
            Spelling::Percent { high_read } => {
                let nibble = if high_read { expected & 0xf } else { expected >> 4 };
                match (hex(byte) == Some(nibble), high_read) {
                    (true, true) => step(self.read(secret, 1)),
                    (true, false) => step(self.with(Spelling::Percent { high_read: true })),
                    (false, _) => {}
                }
            }
            Spelling::Backslash { run } => self.escaped(secret, byte, run, &mut step),
            Spelling::Digits { value, left, then } => {
                let nibble = (value >> (4 * (left - 1))) & 0xf;
                if hex(byte).map(u16::from) == Some(nibble) {
                    step(self.digit_read(secret, value, left - 1, then));
                }
            }
            Spelling::Half { low, bytes, escaped } => match (byte, escaped) {
                (b'\\', _) => step(self.with(Spelling::Half { low, bytes, escaped: true })),
                (b'u', true) => {
                    step(self.with(Spelling::Digits { value: low, left: 4, then: Then::Read(bytes) }))
                }
                _ => {}
            },
            Spelling::Entity { name, read } if name[read] == byte => {
                let whole = read + 1 == name.len();
                step(if whole {
                    self.read(secret, 1)
                } else {
                    self.with(Spelling::Entity { name, read: read + 1 })
                });
            }
            Spelling::Entity { .. } => {}
        }
    }

    fn open(&self, secret: &str, byte: u8, step: &mut impl FnMut(Step)) {
        let expected = secret.as_bytes()[self.at];
        if byte == expected || (byte == b'+' && expected == b' ') {
            step(self.read(secret, 1));
        }
        match byte {
            b'%' => step(self.with(Spelling::Percent { high_read: false })),
            b'\\' => step(self.with(Spelling::Backslash { run: 1 })),
            b'&' => {
                let names =
                    ENTITIES.iter().find(|(of, _)| *of == expected).map_or(&[][..], |(_, names)| names);
                for name in names {
                    step(self.with(Spelling::Entity { name, read: 1 }));
                }
            }
            _ => {}
        }
    }

    /// What stands behind one or more backslashes.
    fn escaped(&self, secret: &str, byte: u8, run: u8, step: &mut impl FnMut(Step)) {
        let expected = secret.as_bytes()[self.at];
        let meant = match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            _ => byte,
        };
        if meant == expected && !(meant == byte && byte.is_ascii_alphanumeric()) {
            step(self.read(secret, 1));
        }
        match byte {
            b'\\' if run < BACKSLASHES_MAX => step(self.with(Spelling::Backslash { run: run + 1 })),
            b'x' => {
                let then = Then::Read(1);
                step(self.with(Spelling::Digits { value: expected.into(), left: 2, then }));
            }
            b'u' => {
                if let Some(spelling) = units(secret, self.at) {
                    step(self.with(spelling));
                }
            }
            _ => {}
        }
    }

    fn digit_read(&self, secret: &str, value: u16, left: u8, then: Then) -> Step {
        match then {
            _ if left > 0 => self.with(Spelling::Digits { value, left, then }),
            Then::Read(bytes) => self.read(secret, bytes),
            Then::Half { low, bytes } => self.with(Spelling::Half { low, bytes, escaped: false }),
        }
    }

    fn with(&self, spelling: Spelling) -> Step {
        Step::On(Self { spelling, ..self.clone() })
    }

    fn read(&self, secret: &str, bytes: usize) -> Step {
        let at = self.at + bytes;
        if at >= secret.len() {
            Step::Whole
        } else {
            Step::On(Self { at, spelling: Spelling::Open, ..self.clone() })
        }
    }
}

/// The UTF-16 digits of the character at `at`, where one begins there.
fn units(secret: &str, at: usize) -> Option<Spelling> {
    let character = secret.get(at..)?.chars().next()?;
    let bytes = character.len_utf8();
    let mut units = [0; 2];
    let then = match character.encode_utf16(&mut units) {
        [_] => Then::Read(bytes),
        [_, low] => Then::Half { low: *low, bytes },
        _ => return None,
    };
    Some(Spelling::Digits { value: units[0], left: 4, then })
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
