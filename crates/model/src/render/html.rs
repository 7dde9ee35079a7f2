//! Data for HTML templates (spec 1 §5.4).
//!
//! The data travels as a string literal that the page parses as JSON. An object literal would let a key named
//! `__proto__` set a prototype, and unescaped text could end the script (`</script>`) or turn it into a state where
//! its end is not seen (`<!--<script>`).

use std::fmt::Write as _;

use serde_json::Value;

/// Puts `window.__TOOL_DATA__` into a template, at the place of [`insert_markup`].
pub fn inject(template: &str, data: &Value) -> String {
    insert_markup(template, &script(data))
}

/// Puts markup that is trusted into a template: before `</head>`, else at the start of `<body>`, else in front of
/// everything but the doctype (before which a script would switch the page to quirks mode).
///
/// Tags inside comments, scripts, styles and other raw text do not count.
pub fn insert_markup(template: &str, markup: &str) -> String {
    let at = insertion_point(template);
    let mut page = String::with_capacity(template.len() + markup.len());
    page.push_str(&template[..at]);
    page.push_str(markup);
    page.push_str(&template[at..]);
    page
}

fn script(data: &Value) -> String {
    let json = data.to_string();
    let mut script = String::with_capacity(json.len() * 9 / 8 + 64);
    script.push_str("<script>window.__TOOL_DATA__ = JSON.parse(\"");
    for c in json.chars() {
        match c {
            '"' => script.push_str("\\\""),
            '\\' => script.push_str("\\\\"),
            // Control characters are already escaped in JSON; these are what HTML or JavaScript would read.
            '<' | '>' | '&' | '\'' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' | '\u{7f}' => {
                // Writing to a String cannot fail.
                let _ = write!(script, "\\u{:04x}", u32::from(c));
            }
            c => script.push(c),
        }
    }
    script.push_str("\");</script>");
    script
}

/// Elements whose content is text to HTML: tags in there are none.
const RAW_TEXT: [&str; 9] =
    ["script", "style", "title", "textarea", "noscript", "iframe", "noembed", "noframes", "xmp"];

/// A byte offset in `template`, always at a character boundary: it stands beside an ASCII `<` or `>`.
fn insertion_point(template: &str) -> usize {
    let bytes = template.as_bytes();
    let mut front = 0;
    let mut body = None;
    let mut at = 0;
    while let Some(found) = template[at..].find('<') {
        let start = at + found;
        let tag = &bytes[start + 1..];
        if tag.starts_with(b"!--") {
            at = after_comment(template, start);
        } else if tag.first().is_some_and(|b| matches!(b, b'!' | b'?')) {
            at = after_tag(bytes, start);
            if starts_with_word(&tag[1..], "doctype") && template[..start].trim().is_empty() {
                front = at;
            }
        } else if tag.first() == Some(&b'/') {
            if starts_with_word(&tag[1..], "head") {
                return start;
            }
            at = after_tag(bytes, start);
        } else if tag.first().is_some_and(u8::is_ascii_alphabetic) {
            at = after_tag(bytes, start);
            if starts_with_word(tag, "body") {
                body = body.or(Some(at));
            } else if let Some(element) = RAW_TEXT.iter().find(|name| starts_with_word(tag, name)) {
                at = before_end_tag(template, at, element);
            }
        } else {
            at = start + 1;
        }
    }
    body.unwrap_or(front)
}

/// Whether a tag's text begins with this name and the name ends there.
fn starts_with_word(tag: &[u8], name: &str) -> bool {
    tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        && tag.get(name.len()).is_none_or(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'))
}

/// Behind the `>` that ends the tag; a `>` inside a quoted attribute value does not.
fn after_tag(bytes: &[u8], start: usize) -> usize {
    let mut quote = None;
    let mut previous = b' ';
    for (offset, &byte) in bytes[start..].iter().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            // A quote opens a value only behind `=`, apart from space.
            None if matches!(byte, b'"' | b'\'') && previous == b'=' => quote = Some(byte),
            None if byte == b'>' => return start + offset + 1,
            None => {}
        }
        if !byte.is_ascii_whitespace() {
            previous = byte;
        }
    }
    bytes.len()
}

fn after_comment(template: &str, start: usize) -> usize {
    let text = &template[start + "<!--".len()..];
    if let Some(short) = ["->", ">"].into_iter().find(|short| text.starts_with(short)) {
        // `<!-->` and `<!--->` are whole comments.
        return template.len() - text.len() + short.len();
    }
    let end = |mark: &str| text.find(mark).map(|at| at + mark.len());
    let end = [end("-->"), end("--!>")].into_iter().flatten().min();
    end.map_or(template.len(), |end| template.len() - text.len() + end)
}

fn before_end_tag(template: &str, from: usize, element: &str) -> usize {
    let bytes = template.as_bytes();
    let mut at = from;
    while let Some(found) = template[at..].find("</") {
        let start = at + found;
        if starts_with_word(&bytes[start + 2..], element) {
            return start;
        }
        at = start + 2;
    }
    template.len()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::inject;

    const DATA: &str = "<script>window.__TOOL_DATA__ = JSON.parse(\"1\");</script>";

    /// The template with `|` where the data went.
    fn place(template: &str) -> String {
        inject(template, &json!(1)).replace(DATA, "|")
    }

    #[test]
    fn the_place_is_before_the_end_of_head_or_in_body_or_in_front() {
        for (template, placed) in [
            ("<html><head><title>x</title></head><body>", "<html><head><title>x</title>|</head><body>"),
            ("<HEAD></HEAD\n>", "<HEAD>|</HEAD\n>"),
            ("<html><body class=\"a>b\" x='>'>y</body>", "<html><body class=\"a>b\" x='>'>|y</body>"),
            ("<p>x</p>", "|<p>x</p>"),
            ("\n<!DOCTYPE html>\n<p>", "\n<!DOCTYPE html>|\n<p>"),
            ("", "|"),
            ("<body", "<body|"),
            ("<header></header>", "|<header></header>"),
            ("a < b </ c", "|a < b </ c"),
        ] {
            assert_eq!(place(template), placed);
        }
    }

    #[test]
    fn tags_in_comments_scripts_and_raw_text_do_not_count() {
        for (template, placed) in [
            ("<!-- </head> --><head></head>", "<!-- </head> --><head>|</head>"),
            ("<head><script>'</head>'</script></head>", "<head><script>'</head>'</script>|</head>"),
            ("<title></head></title></head>", "<title></head></title>|</head>"),
            ("<head><style>/*</head>*/</STYLE ></head>", "<head><style>/*</head>*/</STYLE >|</head>"),
            ("<!--></head>", "<!-->|</head>"),
            ("<!-- x --!></head>", "<!-- x --!>|</head>"),
            ("<!-- never closed </head>", "|<!-- never closed </head>"),
            ("<script> never closed </head>", "|<script> never closed </head>"),
            ("<body><p data-x='</head>'>", "<body>|<p data-x='</head>'>"),
            ("<p title=it's></head>", "<p title=it's>|</head>"),
        ] {
            assert_eq!(place(template), placed);
        }
    }

    #[test]
    fn nothing_in_the_data_is_html_or_ends_the_string() {
        let data = json!({"__proto__": "</script><!--<script>", "a": "\u{2028}\u{2029}\"\\\n'&", "$&": "$'"});
        let page = inject("", &data);
        let inside = &page["<script>".len()..page.len() - "</script>".len()];
        assert!(!inside.contains(['<', '>', '&', '\n', '\u{2028}', '\u{2029}', '\'']), "{page}");
        let literal = inside.trim_start_matches("window.__TOOL_DATA__ = JSON.parse(").trim_end_matches(");");
        // The literal uses only escapes that JSON and JavaScript read alike.
        let json: Option<String> = serde_json::from_str(literal).ok();
        let back: Option<Value> = json.and_then(|json| serde_json::from_str(&json).ok());
        assert_eq!(back, Some(data));
    }
}
