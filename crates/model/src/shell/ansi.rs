//! `$'…'`: quotes in which escapes stand for characters.

/// Decodes the text after `$'`, up to the closing quote. `None`: an escape that is not decoded here. Otherwise the text and
/// how many bytes were read, the quote included.
pub(super) fn decode(text: &str) -> Option<(String, usize)> {
    let mut decoded = String::new();
    let mut rest = text;
    loop {
        let c = rest.chars().next()?;
        rest = rest.get(c.len_utf8()..)?;
        match c {
            '\'' => return Some((decoded, text.len() - rest.len())),
            '\\' => {
                let (character, after) = escape(rest)?;
                decoded.push(character);
                rest = after;
            }
            other => decoded.push(other),
        }
    }
}

fn escape(text: &str) -> Option<(char, &str)> {
    let c = text.chars().next()?;
    let after = text.get(c.len_utf8()..)?;
    let plain = match c {
        'n' => '\n',
        't' => '\t',
        '\\' | '\'' | '"' | '?' => c,
        'x' => return number(after, 2, 16),
        'u' => return number(after, 4, 16),
        'U' => return number(after, 8, 16),
        '0'..='7' => return number(text, 3, 8),
        // Control characters have no place in a word that a rule speaks of.
        _ => return None,
    };
    Some((plain, after))
}

/// A character by its number, where that is printable ASCII: a byte beyond it may be half of a character.
fn number(text: &str, digits_max: usize, radix: u32) -> Option<(char, &str)> {
    let length = text.chars().take(digits_max).take_while(|c| c.is_digit(radix)).count();
    let (digits, after) = text.split_at_checked(length)?;
    let code = u8::from_str_radix(digits, radix).ok()?;
    (code.is_ascii_graphic() || code == b' ').then_some((char::from(code), after))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_are_the_characters_that_bash_makes_of_them() {
        assert_eq!(decode(r"g\x69t' status"), Some(("git".into(), 7)));
        assert_eq!(decode(r"\162\u006d' x"), Some(("rm".into(), 11)));
        assert_eq!(decode(r"it\'s \\'"), Some((r"it's \".into(), 9)));
    }

    #[test]
    fn what_cannot_be_decoded_is_told() {
        for text in [r"\x00'", r"a\cx'", r"\xff'", r"\u00e4'", r"no end", r"\", r"\x'", "\\\n'", r"\x{67}'"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
