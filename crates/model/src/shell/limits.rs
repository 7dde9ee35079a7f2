//! How large a command line may be before it is parsed.
//!
//! The parser recurses, and its stack is the caller's. What could nest is counted, wherever it stands: a limit that needs no
//! parsing cannot be led astray by quotes.

use crate::shell::unclear::Unclear;

/// The longest command line that is parsed, in bytes. A longer one asks.
pub const COMMAND_MAX: usize = 16 * 1024;

/// The most that may nest in one line, in points: 8 for a substitution, 4 for a word that opens a compound command
/// (`if`, `for`, …), 3 for another parenthesis or a `{` that stands alone, 1 for `${`. A line with more asks.
pub const NESTING_MAX: usize = 96;

/// How deep commands may stand in commands: in substitutions, `sh -c`, `xargs` and the like. What is deeper asks.
pub const DEPTH_MAX: usize = 8;

/// The most operators in a line with arithmetic, where each may be a level of recursion.
const OPERATORS_MAX: usize = 256;

const OPENING_WORDS: [&str; 8] = ["if", "for", "while", "until", "case", "select", "function", "coproc"];

/// Why a text is not given to the parser.
pub(super) fn refused(text: &str) -> Option<Unclear> {
    if text.len() > COMMAND_MAX {
        return Some(Unclear::TooLong);
    }
    if text.chars().any(is_deceptive) {
        return Some(Unclear::Characters);
    }
    if nesting(text) > NESTING_MAX {
        return Some(Unclear::TooNested);
    }
    let arithmetic = text.contains("((") || text.contains("$[") || text.contains("[[");
    if arithmetic && text.bytes().filter(|byte| b"-+~!?*=<>&|%^,".contains(byte)).count() > OPERATORS_MAX {
        return Some(Unclear::TooNested);
    }
    let joined = joins_lines(text);
    if joined || (text.contains("<<") && text.contains("\\\n")) {
        return Some(Unclear::JoinedLines);
    }
    (!here_documents_are_plain(text)).then_some(Unclear::HereDocument)
}

/// Control characters, and what looks like a space or like nothing: a person could not see what they approve.
pub(super) fn is_deceptive(c: char) -> bool {
    let control = c.is_control() && !matches!(c, '\n' | '\t');
    let blank = c.is_whitespace() && !matches!(c, ' ' | '\n' | '\t');
    let unseen = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}');
    control || blank || unseen
}

fn nesting(text: &str) -> usize {
    let substitutions =
        ["$(", "<(", ">(", "`"].iter().map(|mark| text.matches(mark).count() * 8).sum::<usize>();
    let parentheses = text.matches('(').count() * 3;
    let expansions = text.matches("${").count();
    let groups = ["{ ", "{\t", "{\n"].iter().map(|mark| text.matches(mark).count() * 3).sum::<usize>();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| OPENING_WORDS.contains(word));
    substitutions + parentheses + expansions + groups + words.count() * 4
}

/// Whether a backslash before a newline stands elsewhere than after a blank: it could join the halves of an operator, and
/// parsers disagree on where. One at the end would join what is written after it.
fn joins_lines(text: &str) -> bool {
    let open_end = (text.len() - text.trim_end_matches('\\').len()) % 2 == 1;
    open_end
        || text.match_indices("\\\n").any(|(at, _)| {
            text.get(..at)
                .and_then(|before| before.chars().next_back())
                .is_some_and(|c| !matches!(c, ' ' | '\t' | '\n'))
        })
}

/// Whether every `<<` is followed by one plain word, quoted as a whole or not at all.
fn here_documents_are_plain(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("<<") {
        if let Some(here_string) = after.strip_prefix('<') {
            rest = here_string;
            continue;
        }
        let word = after.strip_prefix('-').unwrap_or(after).trim_start_matches([' ', '\t']);
        let (word, quote) = match word.chars().next() {
            Some(quote @ ('\'' | '"')) => (word.get(1..).unwrap_or_default(), Some(quote)),
            _ => (word.strip_prefix('\\').unwrap_or(word), None),
        };
        let name = word.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let end = quote.map_or(Some(name), |quote| name.strip_prefix(quote));
        let ends = end.is_some_and(|end| {
            end.is_empty() || end.starts_with([' ', '\t', '\n', ';', '&', '|', ')', '<', '>'])
        });
        if !ends || name.len() == word.len() {
            return false;
        }
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{COMMAND_MAX, refused};
    use crate::shell::unclear::Unclear;

    #[test]
    fn every_limit_is_one_that_ordinary_lines_keep() {
        for line in [
            "git status && cargo test --workspace | tail -n 20",
            "git commit -m 'Say what is new' \\\n  --signoff",
            "for f in *.rs; do wc -l \"$f\"; done",
            "cat <<'EOF' | sort\nb\na\nEOF",
            "echo $((1 << 4)) ${x:-1} {a,b}",
        ] {
            assert_eq!(refused(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_beyond_a_limit_is_not_parsed() {
        assert_eq!(refused(&"a".repeat(COMMAND_MAX + 1)), Some(Unclear::TooLong));
        assert_eq!(refused(&"(".repeat(40)), Some(Unclear::TooNested));
        assert_eq!(refused(&"$(".repeat(9)), Some(Unclear::TooNested));
        assert_eq!(refused(&format!("echo $(({}1))", "-".repeat(300))), Some(Unclear::TooNested));
        assert_eq!(refused("git\u{a0}status"), Some(Unclear::Characters));
        assert_eq!(refused("git status\r\nrm x"), Some(Unclear::Characters));
        assert_eq!(refused("git\0"), Some(Unclear::Characters));
        assert_eq!(refused("echo \"$\\\n(rm x)\""), Some(Unclear::JoinedLines));
        assert_eq!(refused("cat <<E\na \\\nE\nrm x\nE"), Some(Unclear::JoinedLines));
        assert_eq!(refused("git \\"), Some(Unclear::JoinedLines));
        assert_eq!(refused("git \\\\"), None);
        assert_eq!(refused("cat <<$'E'\nx\nE"), Some(Unclear::HereDocument));
        assert_eq!(refused("cat <<\"E\"x\nx\nEx"), Some(Unclear::HereDocument));
    }
}
