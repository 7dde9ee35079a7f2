//! The words of a text.

use std::ops::Range;

/// Characters of a word that count.
const WORD_MAX: usize = 64;
/// Words of one text that can be found.
pub const WORDS_MAX: usize = 16_000;
/// And their bytes, which databases limit.
const BYTES_MAX: usize = 400_000;

/// The words of a text by which it is found, in their order.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let mut bytes = 0;
    let kept = placed(text).take(WORDS_MAX).map(|(word, _)| word).take_while(|word| {
        bytes += word.len();
        bytes <= BYTES_MAX
    });
    kept.collect()
}

/// Words with their places. Where a script sets no spaces between words, each character is one.
pub(super) fn placed(text: &str) -> impl Iterator<Item = (String, Range<usize>)> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while let Some((start, first)) = chars.next() {
            if !first.is_alphanumeric() {
                continue;
            }
            let mut end = start + first.len_utf8();
            if !is_word_alone(first) {
                while let Some((at, next)) = chars.next_if(|(_, c)| c.is_alphanumeric() && !is_word_alone(*c))
                {
                    end = at + next.len_utf8();
                }
            }
            let word = text[start..end].chars().take(WORD_MAX).flat_map(char::to_lowercase);
            // Small letters of a capital may bring a mark that is no letter.
            return Some((word.filter(|c| c.is_alphanumeric()).collect(), start..end));
        }
        None
    })
}

/// Thai, Lao, Burmese and Khmer; kana, ideographs and syllables of East Asia.
fn is_word_alone(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF
        | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}
