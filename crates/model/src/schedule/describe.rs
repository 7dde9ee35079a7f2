//! Five fields in words.

use croner::Cron;

/// As the middle of a sentence.
pub(super) fn describe(cron: &Cron) -> String {
    let sentence = cron.describe();
    let sentence = sentence.trim_end_matches('.');
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
