//! Foreign text on its way to a terminal.

/// Takes out what would make a terminal do things: every control character but line ends and tabs, and the marks
/// that turn the direction of writing.
pub(crate) fn harmless(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => true,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        c => !c.is_control(),
    };
    text.chars().filter(|c| shown(*c)).collect()
}

/// The first line, cut to `width` characters.
pub(crate) fn first_line(text: &str, width: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// A number of bytes for people.
pub(crate) fn bytes(count: u64) -> String {
    indicatif::HumanBytes(count).to_string()
}

/// A moment for people: to the second.
pub(crate) fn moment(at: pegboard_model::time::Timestamp) -> String {
    let text = at.to_string();
    text.get(..19).map_or(text.clone(), |short| format!("{}Z", short.replace('T', " ")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{first_line, harmless, moment};

    #[test]
    fn a_terminal_is_told_nothing_by_foreign_text() {
        assert_eq!(harmless("a\u{1b}[31mb\r\u{7}\u{9b}2J\u{202e}c\n\td"), "a[31mb2Jc\n\td");
    }

    #[test]
    fn lines_are_cut_by_characters() {
        assert_eq!(first_line("äöü\nx", 3), "äöü");
        assert_eq!(first_line("äöüß", 3), "äö…");
        assert_eq!(first_line("", 3), "");
    }

    #[test]
    fn moments_are_shown_to_the_second() {
        assert_eq!(moment("2026-01-31T12:00:00.5Z".parse().unwrap()), "2026-01-31 12:00:00Z");
    }
}
