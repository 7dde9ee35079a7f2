//! JSON as a tree, with comments and commas at the end, as editors keep their settings.

use std::collections::HashMap;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::node::{BYTES_MAX, DEPTH_MAX, Entry, KEY_MAX, Kind, NODES_MAX, Node};
use super::problem::{Place, Problem};

/// What JSON allows, and beyond it only comments and commas at the end.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Reads one document. Duplicate keys go to `problems` and reading goes on; without a tree, the last problem says what
/// stopped it.
pub(crate) fn read(text: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    if text.len() > BYTES_MAX {
        let message = format!("the document is longer than {} MiB", BYTES_MAX >> 20);
        problems.push(whole(START, message));
        return None;
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let parsed = match parse_to_ast(text, &CollectOptions::default(), &OPTIONS) {
        Ok(parsed) => parsed,
        Err(error) => {
            let place = Place { line: error.line_display(), column: error.column_display() };
            problems.push(whole(place, format!("this is not valid JSON: {}", reason(&error))));
            return None;
        }
    };
    let Some(value) = parsed.value else {
        problems.push(whole(START, "the document is empty".to_owned()));
        return None;
    };
    let mut reader = Reader { text, at: 0, place: START, nodes: 0, problems };
    match reader.node(&value, 0) {
        Ok(node) => Some(node),
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

const START: Place = Place { line: 1, column: 1 };

/// The parser's sentence, without what it may repeat of the text.
fn reason(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::String(_) => {
            "this text does not end, or has an escape that JSON does not have".to_owned()
        }
        fault => fault.to_string().to_lowercase(),
    }
}

fn whole(place: Place, message: String) -> Problem {
    Problem { place, path: String::new(), message }
}

struct Reader<'t, 'p> {
    text: &'t str,
    /// How far `place` has come, in bytes.
    at: usize,
    place: Place,
    nodes: usize,
    problems: &'p mut Vec<Problem>,
}

impl Reader<'_, '_> {
    fn node(&mut self, value: &ast::Value<'_>, depth: usize) -> Result<Node, Problem> {
        let place = self.place_of(value.start());
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            return Err(whole(place, format!("the document has more than {NODES_MAX} values")));
        }
        if depth > DEPTH_MAX {
            return Err(whole(place, format!("the document is nested more than {DEPTH_MAX} deep")));
        }
        let kind = match value {
            ast::Value::NullKeyword(_) => Kind::Null,
            ast::Value::BooleanLit(literal) => Kind::Bool(literal.value),
            ast::Value::StringLit(literal) => Kind::Text(literal.value.clone().into_owned()),
            ast::Value::NumberLit(literal) => match serde_json::from_str(literal.value) {
                Ok(number) => Kind::Number(number, literal.value.to_owned()),
                Err(_) => return Err(whole(place, "this is not a number that JSON has".to_owned())),
            },
            ast::Value::Array(array) => Kind::List(
                array.elements.iter().map(|value| self.node(value, depth + 1)).collect::<Result<_, _>>()?,
            ),
            ast::Value::Object(object) => Kind::Map(self.entries(object, depth)?),
        };
        Ok(Node { place, kind })
    }

    fn entries(&mut self, object: &ast::Object<'_>, depth: usize) -> Result<Vec<Entry>, Problem> {
        let mut seen: HashMap<&str, Place> = HashMap::new();
        let mut entries = Vec::with_capacity(object.properties.len());
        for property in &object.properties {
            let key_place = self.place_of(property.start());
            let key = property.name.as_str();
            if key.len() > KEY_MAX {
                return Err(whole(key_place, format!("this key is longer than {KEY_MAX} bytes")));
            }
            let value = self.node(&property.value, depth + 1)?;
            match seen.get(key) {
                Some(first) => {
                    let name: String = key.chars().take(60).collect();
                    let message = format!("the key `{name}` is here twice, first in line {}", first.line);
                    self.problems.push(whole(key_place, message));
                }
                None => {
                    seen.insert(key, key_place);
                    entries.push(Entry { key: key.to_owned(), key_place, value });
                }
            }
        }
        Ok(entries)
    }

    /// Where a byte stands. Bytes are asked for in their order, so that all of the text is walked once only.
    fn place_of(&mut self, byte: usize) -> Place {
        for character in self.text.get(self.at..byte).unwrap_or_default().chars() {
            if character == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.at = self.at.max(byte);
        self.place
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::{Value, json};

    use super::{NODES_MAX, read};

    fn refused(text: &str) -> String {
        let mut problems = Vec::new();
        assert!(read(text, &mut problems).is_none());
        let last = problems.pop().unwrap();
        format!("{}:{}: {}", last.place.line, last.place.column, last.message)
    }

    #[test]
    fn what_editors_write_is_read() {
        let text =
            "\u{feff}// mine\n{\"a\": [1, 2.5, -3e2, true, null,], /* b */ \"b\": \"\\ud83d\\ude00\",}";
        let mut problems = Vec::new();
        let tree = read(text, &mut problems).unwrap();
        assert_eq!(tree.to_json(), json!({"a": [1, 2.5, -3e2, true, null], "b": "😀"}));
        assert_eq!((tree.place.line, tree.place.column), (2, 1));
        assert!(problems.is_empty());
    }

    #[test]
    fn a_key_that_comes_twice_is_told_with_its_place() {
        let mut problems = Vec::new();
        let tree = read("{\"ä\": 1,\n  \"ä\": 2}", &mut problems).unwrap();
        assert_eq!(tree.to_json(), json!({"ä": 1}));
        assert_eq!((problems[0].place.line, problems[0].place.column), (2, 3));
        assert_eq!(problems[0].message, "the key `ä` is here twice, first in line 1");
    }

    #[test]
    fn what_is_no_json_is_refused_without_repeating_it() {
        for text in [
            "",
            "{",
            "{\"a\" 1}",
            "{a: 1}",
            "['x']",
            "sk-secret",
            "{\"k\": sk-secret}",
            "{\"k\": \"\\q\"}",
            "[1 2]",
            "0x10",
            "NaN",
        ] {
            let message = refused(text);
            assert!(!message.contains("secret"), "{text}: {message}");
        }
    }

    #[test]
    fn depth_and_size_are_bounded() {
        assert!(refused(&format!("{}{}", "[".repeat(60), "]".repeat(60))).contains("nested more than"));
        assert!(refused(&"[".repeat(100_000)).contains("nesting depth"));
        assert!(refused(&format!("[{}1]", "1,".repeat(NODES_MAX))).contains("more than"));
        assert!(refused(&" ".repeat((1 << 20) + 1)).contains("longer than 1 MiB"));
    }

    #[test]
    fn numbers_keep_their_text() {
        let mut problems = Vec::new();
        let value: Value = read("[1.0, 18446744073709551615]", &mut problems).unwrap().to_json();
        assert_eq!(value.to_string(), "[1.0,18446744073709551615]");
    }
}
