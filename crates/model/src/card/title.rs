//! The title of a card.

use serde_json::{Map, Value};

/// Characters of a title.
pub const TITLE_MAX: usize = 200;

/// A title with its `{{param}}` filled in from the call's arguments: texts, numbers and booleans as they are, everything
/// else and what is missing as nothing. What an argument brings is not looked at again.
pub fn title(template: &str, args: &Map<String, Value>) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        let Some((name, after)) = behind.split_once("}}") else { break };
        filled.push_str(before);
        match args.get(name.trim()) {
            Some(Value::String(text)) => filled.push_str(text),
            Some(plain @ (Value::Number(_) | Value::Bool(_))) => filled.push_str(&plain.to_string()),
            Some(_) | None => {}
        }
        rest = after;
    }
    filled.push_str(rest);
    one_line(&filled)
}

/// A title that a tool gave: on one line, without signs that only mislead, and not endless.
pub fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !is_direction(*c)).take(TITLE_MAX).collect::<String>().trim_end().to_owned()
}

/// Signs that turn the direction of what follows.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::{TITLE_MAX, title};

    #[test]
    fn parameters_are_filled_in_once() {
        let args = json!({"location": "Valletta", "days": 3, "trick": "{{location}}", "list": [1]});
        let args = args.as_object().unwrap();
        for (template, filled) in [
            ("Weather in {{location}}", "Weather in Valletta"),
            ("{{ days }} days in {{location}}", "3 days in Valletta"),
            ("{{trick}}", "{{location}}"),
            ("a {{missing}} b {{list}}", "a b"),
            ("open {{ end", "open {{ end"),
            ("line\n\u{7}two \u{202e}x", "line two x"),
            ("", ""),
        ] {
            assert_eq!(title(template, args), filled);
        }
        assert_eq!(title(&"é".repeat(999), args).chars().count(), TITLE_MAX);
    }
}
