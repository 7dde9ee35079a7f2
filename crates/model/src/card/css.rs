//! Inline styles of a tool: an allow-list of properties, and values of which every sign is known.

/// Properties that place and paint within the card. None of them takes an element out of it, lays it over others, or loads.
const PROPERTIES: &[&str] = &[
    "align-content",
    "align-items",
    "align-self",
    "aspect-ratio",
    "background",
    "background-color",
    "border",
    "border-bottom",
    "border-bottom-color",
    "border-bottom-left-radius",
    "border-bottom-right-radius",
    "border-bottom-style",
    "border-bottom-width",
    "border-collapse",
    "border-color",
    "border-left",
    "border-left-color",
    "border-left-style",
    "border-left-width",
    "border-radius",
    "border-right",
    "border-right-color",
    "border-right-style",
    "border-right-width",
    "border-spacing",
    "border-style",
    "border-top",
    "border-top-color",
    "border-top-left-radius",
    "border-top-right-radius",
    "border-top-style",
    "border-top-width",
    "border-width",
    "box-shadow",
    "box-sizing",
    "clear",
    "color",
    "column-gap",
    "display",
    "flex",
    "flex-basis",
    "flex-direction",
    "flex-flow",
    "flex-grow",
    "flex-shrink",
    "flex-wrap",
    "float",
    "font",
    "font-family",
    "font-size",
    "font-style",
    "font-variant",
    "font-variant-numeric",
    "font-weight",
    "gap",
    "grid-auto-columns",
    "grid-auto-flow",
    "grid-auto-rows",
    "grid-column",
    "grid-gap",
    "grid-row",
    "grid-template-columns",
    "grid-template-rows",
    "height",
    "justify-content",
    "justify-items",
    "justify-self",
    "letter-spacing",
    "line-height",
    "list-style",
    "list-style-position",
    "list-style-type",
    "margin",
    "margin-bottom",
    "margin-left",
    "margin-right",
    "margin-top",
    "max-height",
    "max-width",
    "min-height",
    "min-width",
    "object-fit",
    "opacity",
    "order",
    "outline",
    "overflow",
    "overflow-wrap",
    "overflow-x",
    "overflow-y",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "place-content",
    "place-items",
    "row-gap",
    "table-layout",
    "text-align",
    "text-decoration",
    "text-indent",
    "text-overflow",
    "text-shadow",
    "text-transform",
    "vertical-align",
    "visibility",
    "white-space",
    "width",
    "word-break",
    "word-spacing",
    "word-wrap",
];

/// Functions in values. `url`, `image-set`, `var`, `attr`, `expression` and `element` are none of them.
const FUNCTIONS: &[&str] = &[
    "calc",
    "clamp",
    "fit-content",
    "hsl",
    "hsla",
    "linear-gradient",
    "max",
    "min",
    "minmax",
    "radial-gradient",
    "repeat",
    "rgb",
    "rgba",
];

/// Declarations of one element.
const DECLARATIONS_MAX: usize = 64;
/// Bytes of one value.
const VALUE_MAX: usize = 512;

/// The declarations that are known, as `name:value;`. What is doubtful goes, and only that.
pub(super) fn clean(style: &str) -> String {
    let mut clean = String::new();
    for declaration in style.split(';').take(DECLARATIONS_MAX) {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        if PROPERTIES.binary_search(&name.as_str()).is_ok() && is_value(value) && fits(&name, value) {
            clean.push_str(&name);
            clean.push(':');
            clean.push_str(value);
            clean.push(';');
        }
    }
    clean
}

/// Whether a value consists of words, numbers, colours, short texts and known functions. There is no escape in it, no
/// comment and no end of the declaration, so it means what it looks like.
fn is_value(value: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || " #%.,()'\"-+*/!".contains(c);
    let is_short = !value.is_empty() && value.len() <= VALUE_MAX;
    is_short
        && value.chars().all(is_sign)
        && !value.contains("/*")
        && is_balanced(value)
        && knows_functions(value)
}

fn is_balanced(value: &str) -> bool {
    let mut quote = None;
    let mut depth = 0_u32;
    for sign in value.chars() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(sign),
            (None, '(') => depth += 1,
            (None, ')') => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            (None, _) => {}
        }
    }
    quote.is_none() && depth == 0
}

/// Texts in quotes are looked through as well: what seems to be a function there costs a font its name.
fn knows_functions(value: &str) -> bool {
    value.match_indices('(').all(|(at, _)| {
        let before = &value[..at];
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '-').map_or(0, |end| end + 1);
        let name = before[start..].to_ascii_lowercase();
        // A bracket of its own groups within `calc`.
        name.is_empty() || FUNCTIONS.binary_search(&name.as_str()).is_ok()
    })
}

/// What a known value may not be for some properties: a margin that pulls an element over others.
fn fits(name: &str, value: &str) -> bool {
    let pulls = value.starts_with('-') || value.contains(" -") || value.contains('(');
    !(name.starts_with("margin") || name == "text-indent" || name == "letter-spacing") || !pulls
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FUNCTIONS, PROPERTIES, clean};

    #[test]
    fn the_lists_can_be_searched() {
        assert!(PROPERTIES.is_sorted() && FUNCTIONS.is_sorted());
    }

    #[test]
    fn what_paints_stays() {
        for style in [
            "padding:16px;font-family:'Segoe UI', sans-serif;",
            "color:#666;margin-bottom:4px;",
            "background:linear-gradient(135deg, rgba(74, 144, 212, 0.1), #fff);",
            "width:calc(100% - 2 * (8px + 1em));",
            "display:grid;grid-template-columns:repeat(3, minmax(0, 1fr));",
        ] {
            assert_eq!(clean(style), style);
        }
        assert_eq!(clean(" COLOR : Red ;; x ; padding:1px!important"), "color:Red;padding:1px!important;");
    }

    #[test]
    fn what_loads_covers_or_hides_its_meaning_goes() {
        for style in [
            "background:url(https://x)",
            "background:URL('x')",
            "background-color:u\\72l(x)",
            "background:image-set('x' 1x)",
            "background-image:url(x)",
            "width:expression(alert(1))",
            "width:ex/**/pression(alert(1))",
            "color:var(--x)",
            "position:fixed",
            "position:absolute",
            "z-index:9",
            "transform:scale(99)",
            "margin:-500px",
            "margin:0 -9px",
            "margin-top:calc(0px - 99px)",
            "behavior:url(x)",
            "-moz-binding:url(x)",
            "color:red}body{display:none",
            "color:\"",
            "color:red)",
            "content:'x'",
            "@import 'x'",
            "color:é",
            "animation:x 1s",
            "filter:url(x)",
            "cursor:none",
            "pointer-events:none",
        ] {
            assert_eq!(clean(style), "", "{style}");
        }
        assert_eq!(clean("font-family:'a;b:url(x)';color:red"), "color:red;");
    }

    proptest! {
        #[test]
        fn cleaning_again_changes_nothing(style in "(color|margin|background|:|;|url\\(|\\(|\\)|red|'|\"|-| |\\\\|/\\*|calc|rgb){0,24}") {
            let once = clean(&style);
            prop_assert!(!once.contains("url(") && !once.contains('\\') && !once.contains("/*"));
            prop_assert_eq!(clean(&once), once);
        }
    }
}
