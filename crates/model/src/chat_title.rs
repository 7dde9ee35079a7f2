//! What a chat is called that nobody gave a title.

/// Characters of such a title at most.
pub const TAKEN_TITLE_MAX: usize = 60;

/// A title from what a person said first: its first line with something to see, cut at a word. Nothing, where there is no such
/// line.
#[must_use]
pub fn title_of(text: &str) -> Option<String> {
    let line = text.lines().map(plain).find(|line| line.chars().any(char::is_alphanumeric))?;
    if line.chars().count() <= TAKEN_TITLE_MAX {
        return Some(line);
    }
    // With room for the mark that something was cut off.
    let kept: String = line.chars().take(TAKEN_TITLE_MAX).collect();
    let cut = match kept.rfind(' ') {
        // A word that takes most of the title is cut itself.
        Some(space) if kept[..space].chars().count() >= TAKEN_TITLE_MAX / 2 => &kept[..space],
        Some(_) | None => &kept[..kept.char_indices().last().map_or(0, |(at, _)| at)],
    };
    let cut: String = cut.chars().take(TAKEN_TITLE_MAX - 1).collect();
    Some(format!("{}…", cut.trim_end()))
}

/// Words with one space between them, without what cannot be seen and without the marks of a heading.
fn plain(line: &str) -> String {
    let seen: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = seen.trim_start_matches(['#', '>', ' ']).split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{TAKEN_TITLE_MAX, title_of};

    #[test]
    fn the_first_line_that_says_something_is_cut_at_a_word() {
        let title = |text: &str| title_of(text).unwrap_or_default();
        assert_eq!(title("\n  ## Plan\tthe  trip\nto Rome"), "Plan the trip");
        assert_eq!(title("---\n!!\n"), "");
        assert_eq!(
            title("Please write a program that reads a file and prints each of its lines backwards"),
            "Please write a program that reads a file and prints each of…"
        );
        assert_eq!(title(&"字".repeat(100)), format!("{}…", "字".repeat(59)));
        assert_eq!(title(&format!("see {}", "x".repeat(100))), format!("see {}…", "x".repeat(55)));
    }

    proptest! {
        #[test]
        fn a_title_is_short_and_can_be_seen(text in "\\PC{0,200}|[ \\n\\ta-z字#]{0,200}|.{0,90}") {
            if let Some(title) = title_of(&text) {
                prop_assert!(title.chars().count() <= TAKEN_TITLE_MAX);
                prop_assert!(title.chars().any(char::is_alphanumeric));
                prop_assert!(!title.chars().any(char::is_control));
            }
        }
    }
}
