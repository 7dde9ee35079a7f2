//! Where a substitution ends: found by the parser, since nothing less knows.

use rable::{Node, NodeKind};

/// The substitutions that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `$(…)`
    Command,
    /// `<(…)` and `>(…)`
    Process,
    /// `$((…))`
    Arithmetic,
}

/// The substitution that `text` begins with: what is inside it, and how many bytes it takes.
///
/// It ends at the first `)` with which it is a whole word of that kind. `None`: at none.
pub(super) fn leading(text: &str, kind: Kind) -> Option<(&str, usize)> {
    let (open, close) = match kind {
        Kind::Command | Kind::Process => (2, 1),
        Kind::Arithmetic => (3, 2),
    };
    text.match_indices(')').find_map(|(at, _)| {
        let length = at + 1;
        let candidate = text.get(..length)?;
        let inside = candidate.get(open..length.checked_sub(close)?)?;
        is_whole(candidate, kind).then_some((inside, length))
    })
}

/// Whether a text is one word, and that word one substitution.
fn is_whole(text: &str, kind: Kind) -> bool {
    let Ok(nodes) = rable::parse(text, false) else {
        return false;
    };
    let [Node { kind: NodeKind::Command { assignments, words, redirects }, .. }] = nodes.as_slice() else {
        return false;
    };
    let [Node { kind: NodeKind::Word { value, parts, .. }, .. }] = words.as_slice() else {
        return false;
    };
    let [part] = parts.as_slice() else {
        return false;
    };
    let is_kind = match part.kind {
        NodeKind::CommandSubstitution { brace, .. } => kind == Kind::Command && !brace,
        NodeKind::ProcessSubstitution { .. } => kind == Kind::Process,
        NodeKind::ArithmeticExpansion { .. } => kind == Kind::Arithmetic,
        _ => false,
    };
    is_kind && assignments.is_empty() && redirects.is_empty() && value == text
}

/// What is between backticks, as the shell reads it: `text` begins after the first one. With how many bytes were read, the
/// closing one included.
pub(super) fn backticks(text: &str) -> Option<(String, usize)> {
    let mut inside = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '`' => return Some((inside, at + 1)),
            '\\' => {
                if let Some((_, escaped)) = chars.next_if(|(_, next)| matches!(next, '`' | '\\' | '$')) {
                    inside.push(escaped);
                } else {
                    inside.push('\\');
                }
            }
            other => inside.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Kind, backticks, leading};

    #[test]
    fn a_substitution_ends_where_bash_ends_it() {
        assert_eq!(leading("$(ls)x)", Kind::Command), Some(("ls", 5)));
        assert_eq!(leading("$(case x in x) rm;; esac)", Kind::Command), Some(("case x in x) rm;; esac", 25)));
        assert_eq!(leading("$(echo ')')", Kind::Command), Some(("echo ')'", 11)));
        assert_eq!(leading("$(a $(b) c) d)", Kind::Command), Some(("a $(b) c", 11)));
        assert_eq!(leading("<(a) b", Kind::Process), Some(("a", 4)));
        assert_eq!(leading("$((1+(2)))", Kind::Arithmetic), Some(("1+(2)", 10)));
    }

    #[test]
    fn what_does_not_end_is_none() {
        for text in ["$(", "$(ls", "$(|)", "$(echo ')", "$()x"] {
            assert!(leading(text, Kind::Command).is_none_or(|(inside, _)| inside.is_empty()), "{text}");
        }
        assert_eq!(leading("$(ls)", Kind::Process), None);
    }

    #[test]
    fn backticks_are_unescaped_once() {
        assert_eq!(backticks(r"echo \`rm\` \\$x` y"), Some((r"echo `rm` \$x".into(), 17)));
        assert_eq!(backticks("no end"), None);
    }
}
