//! Comma-separated values (RFC 4180) that no spreadsheet takes for formulas.

use std::io::{self, Write};

/// What a formula begins with in some spreadsheet, also in its wide form.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Writes one row.
pub(crate) fn write_row(out: &mut impl Write, cells: impl IntoIterator<Item = String>) -> io::Result<()> {
    for (place, text) in cells.into_iter().enumerate() {
        if place > 0 {
            out.write_all(b",")?;
        }
        out.write_all(cell(&text).as_bytes())?;
    }
    out.write_all(b"\r\n")
}

/// A text that a formula could begin with gets an apostrophe before it, which spreadsheets do not show.
fn cell(text: &str) -> String {
    let guard = if text.trim_start_matches([' ', '\n']).starts_with(FORMULA) { "'" } else { "" };
    if guard.is_empty() && !text.contains(['"', ',', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::{FORMULA, cell, write_row};

    fn row(cells: &[&str]) -> String {
        let mut out = Vec::new();
        write_row(&mut out, cells.iter().map(|cell| (*cell).to_owned())).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(row(&["a", "b c", "", "1.5"]), "a,b c,,1.5\r\n");
        assert_eq!(
            row(&["a,b", "say \"hi\"", "two\nlines"]),
            "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n"
        );
    }

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(row(&["=1+1", "@SUM(A1)", " -2"]), "\"'=1+1\",\"'@SUM(A1)\",\"' -2\"\r\n");
    }

    proptest! {
        #[test]
        fn a_row_reads_back(text in "\\PC{0,20}|[=+@\",\n\r-]{0,8}") {
            let written = cell(&text);
            let read = match written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
                Some(inside) => inside.replace("\"\"", "\""),
                None => written.clone(),
            };
            prop_assert_eq!(read.strip_prefix('\'').filter(|_| !text.starts_with('\'')).unwrap_or(&read), text.as_str());
            prop_assert!(!read.trim_start_matches([' ', '\n']).starts_with(FORMULA));
        }
    }
}
