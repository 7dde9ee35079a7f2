//! `$name` and `${…}`: where they end, and whether they only insert a value.

pub(super) fn name_length(text: &str) -> usize {
    text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').count()
}

/// How long the inside of `${…}` is, with the closing brace, where it only inserts a value; and whether that may be several
/// words even in quotes.
pub(super) fn value_length(text: &str) -> Option<(usize, bool)> {
    let (inside, _) = text.split_once('}')?;
    let counted = inside.strip_prefix('#').filter(|name| !name.is_empty());
    let expression = counted.unwrap_or(inside);
    let name = match expression.chars().next()? {
        c if c.is_ascii_alphabetic() || c == '_' => name_length(expression),
        c if c.is_ascii_digit() => expression.chars().take_while(char::is_ascii_digit).count(),
        '@' | '*' | '#' | '?' | '-' | '$' => 1,
        _ => return None,
    };
    let operation = expression.get(name..)?;
    let plain = operation.is_empty() || (counted.is_none() && is_plain_operation(operation));
    plain.then_some((inside.len() + 1, expression.starts_with('@')))
}

/// `:-text`, `%pattern`, `/from/to`, `:1:2` and their like, where nothing in them expands again.
fn is_plain_operation(operation: &str) -> bool {
    let inert =
        |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || " _-./:,@+*?[]^%#".contains(c));
    let is_numbers = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ':');
    let Some(first) = operation.chars().next() else {
        return true;
    };
    match first {
        ':' => operation.get(1..).is_some_and(|rest| match rest.chars().next() {
            Some('-' | '+' | '?') => inert(rest),
            _ => is_numbers(rest),
        }),
        '-' | '+' | '?' | '#' | '%' | '/' | '^' | ',' => inert(operation),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::value_length;

    #[test]
    fn what_only_inserts_a_value_is_told_from_what_does_more() {
        for inside in
            ["x}", "#x}", "1}", "@}", "x:-a b}", "x%.rs}", "x##*/}", "x/a/b}", "x:1:2}", "x^^}", "#}"]
        {
            assert!(value_length(inside).is_some(), "{inside}");
        }
        for inside in [
            "x", "}", "!x}", "x@P}", "x:=y}", "x=y}", "x[1]}", "x:y}", "x:-$y}", "x:-`y`}", "x:-'y'}",
            " x; }", "| x; }",
        ] {
            assert!(value_length(inside).is_none(), "{inside}");
        }
    }
}
