//! Texts from outside, on their way into a column.

/// The text with U+FFFD for every NUL, which PostgreSQL refuses in a text. JSON needs none of this: it escapes them.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::storable;

    #[test]
    fn only_nul_is_replaced() {
        assert_eq!(storable("a\0b\u{7}\n"), "a\u{fffd}b\u{7}\n");
    }
}
