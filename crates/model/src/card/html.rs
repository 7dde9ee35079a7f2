//! HTML of a tool, cleaned: it shows, and does nothing else.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use serde::{Deserialize, Serialize};

use super::css;

/// Bytes of a tool's HTML, before and after it was cleaned.
pub const HTML_MAX: usize = 256 << 10;
/// Elements in it. The parser of browsers, which is used here, takes time by the square of them where they lie within
/// each other, and makes some of them anew for each paragraph.
pub const ELEMENTS_MAX: usize = 1000;

/// Elements that may stand in a card. Others go; what stands in them stays.
const TAGS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "wbr",
];

/// Elements that go with all that stands in them.
const TAGS_WITH_CONTENT: &[&str] = &["script", "style", "template", "title", "noscript", "iframe", "object"];

/// Attributes of any element.
const ATTRIBUTES: &[&str] = &["aria-hidden", "aria-label", "dir", "lang", "role", "style", "title"];

/// Addresses that a person may follow by a click.
const SCHEMES: &[&str] = &["http", "https", "mailto", "data"];

/// What a picture may be; it stands in the card itself, since loading one tells its server who looks at it.
const PICTURES: &[&str] = &[
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "data:image/gif;base64,",
    "data:image/webp;base64,",
];

/// HTML of a tool that was cleaned (spec 5 "Output Format"): a fragment without scripts, handlers, forms, frames, styles
/// of the page, names that a page could look for, or anything that loads from elsewhere.
///
/// Invariant: cleaning it again changes nothing but the order of a link's attributes. What is read back from a database is
/// cleaned again, and a browser, which reads it once more than we did, makes of it what we saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CardHtml(String);

/// There is more HTML than is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the tool's HTML has more than {} KiB or {ELEMENTS_MAX} elements", HTML_MAX >> 10)]
pub struct HtmlTooLarge;

impl CardHtml {
    /// Cleans HTML of a tool until it stays as it is. What does not come to rest within [`ROUNDS_MAX`] rounds is shown as
    /// the text that it is.
    ///
    /// # Errors
    /// When it has more than [`HTML_MAX`] bytes or [`ELEMENTS_MAX`] elements.
    pub fn clean(html: &str) -> Result<Self, HtmlTooLarge> {
        let mut last = bounded(html.to_owned())?;
        for _ in 0..ROUNDS_MAX {
            let clean = bounded(CLEANER.clean(&last).to_string())?;
            if with_links_in_order(&clean) == with_links_in_order(&last) {
                return Ok(Self(clean));
            }
            last = clean;
        }
        Ok(Self::of_text(html))
    }

    /// A text as it is, as HTML, with its lines.
    pub fn of_text(text: &str) -> Self {
        let text: String = text.chars().take(HTML_MAX / MARKUP_GROWTH).collect();
        let markup = format!("<div style=\"white-space:pre-wrap;\">{}</div>", ammonia::clean_text(&text));
        Self(CLEANER.clean(&markup).to_string())
    }

    /// The markup.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nothing is left to show.
    pub fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }
}

/// Rounds of cleaning until nothing changes. What the parser of browsers makes of misplaced elements, a link around a table
/// within a link, it may read differently when it is written down; and of the empty lines that a `pre` begins with, each
/// reading takes one.
const ROUNDS_MAX: usize = 8;

/// It, unless it is more than is shown.
fn bounded(html: String) -> Result<String, HtmlTooLarge> {
    if html.len() > HTML_MAX || elements(&html) > ELEMENTS_MAX { Err(HtmlTooLarge) } else { Ok(html) }
}

/// It, to be compared: the two attributes that are set on a link change places with each cleaning.
fn with_links_in_order(html: &str) -> String {
    let [rel, target] = [" rel=\"noopener noreferrer nofollow\"", " target=\"_blank\""];
    html.replace(&[rel, target].concat(), &[target, rel].concat())
}

/// How many elements begin in it, at most.
fn elements(html: &str) -> usize {
    html.as_bytes().windows(2).filter(|pair| pair[0] == b'<' && pair[1].is_ascii_alphabetic()).count()
}

/// A character as markup is at most so much longer.
const MARKUP_GROWTH: usize = 8;

impl fmt::Display for CardHtml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for CardHtml {
    type Error = HtmlTooLarge;

    fn try_from(html: String) -> Result<Self, HtmlTooLarge> {
        Self::clean(&html)
    }
}

impl From<CardHtml> for String {
    fn from(html: CardHtml) -> Self {
        html.0
    }
}

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    let set = |words: &'static [&'static str]| words.iter().copied().collect::<HashSet<_>>();
    builder
        .tags(set(TAGS))
        .clean_content_tags(set(TAGS_WITH_CONTENT))
        .generic_attributes(set(ATTRIBUTES))
        .tag_attributes(HashMap::from([
            ("a", set(&["href"])),
            ("img", set(&["src", "alt", "width", "height"])),
            ("td", set(&["colspan", "rowspan"])),
            ("th", set(&["colspan", "rowspan", "scope"])),
            ("ol", set(&["start", "reversed"])),
            ("details", set(&["open"])),
            ("time", set(&["datetime"])),
        ]))
        .url_schemes(set(SCHEMES))
        .url_relative(UrlRelative::Deny)
        // Who follows a link gives nothing of this page away, and does not leave it.
        .set_tag_attribute_value("a", "target", "_blank")
        .link_rel(Some("noopener noreferrer nofollow"))
        .strip_comments(true)
        .attribute_filter(|element, attribute, value| match (element, attribute) {
            ("img", "src") => PICTURES.iter().any(|kind| value.starts_with(kind)).then(|| value.into()),
            ("a", "href") => (!value.trim_start().starts_with("data:")).then(|| value.into()),
            (_, "style") => Some(css::clean(value)).filter(|style| !style.is_empty()).map(Into::into),
            _ => Some(value.into()),
        });
    builder
});

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::{CardHtml, ELEMENTS_MAX, HTML_MAX, HtmlTooLarge, ROUNDS_MAX, with_links_in_order};

    fn clean(html: &str) -> String {
        CardHtml::clean(html).unwrap().to_string()
    }

    #[test]
    fn the_card_of_the_specification_stays_as_it_is() {
        let card = "<div style=\"padding:16px;font-family:sans-serif;\">\
                    <div style=\"font-size:1.4rem;font-weight:600;margin-bottom:8px;\">Hello, Dylan!</div></div>";
        assert_eq!(clean(card), card);
    }

    #[test]
    fn what_runs_is_gone() {
        for hostile in [
            "<script>alert(1)</script>",
            "<ScRiPt src=//x></sCrIpT>",
            "<style>*{display:none}</style>",
            "<iframe src=https://x></iframe>",
            "<object data=x></object><embed src=x>",
            "<form action=https://x><input name=password></form>",
            "<base href=https://x>",
            "<link rel=stylesheet href=https://x>",
            "<meta http-equiv=refresh content='0;url=https://x'>",
            "<svg><script>alert(1)</script></svg>",
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
            "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
            "<template><script>alert(1)</script></template>",
            "<!--<script>alert(1)</script>-->",
        ] {
            let clean = clean(hostile).to_lowercase();
            for word in
                ["<script", "<style", "<iframe", "<object", "<embed", "<form", "<input", "<base", "<link"]
            {
                assert!(!clean.contains(word), "{hostile}: {clean}");
            }
            for word in ["<meta", "<svg", "<math", "<template", "<noscript", " onerror", "alert"] {
                assert!(!clean.contains(word) || clean.contains("&lt;"), "{hostile}: {clean}");
            }
        }
    }

    #[test]
    fn handlers_names_and_classes_are_gone() {
        let html =
            "<div onclick=x() ONERROR=y id=approve name=token class=button data-x=1 tabindex=1>a</div>";
        assert_eq!(clean(html), "<div>a</div>");
    }

    #[test]
    fn links_lead_away_and_tell_nothing() {
        assert_eq!(
            clean("<a href=\"https://example.org/\" target=_top>x</a>"),
            "<a href=\"https://example.org/\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">x</a>"
        );
        for address in [
            "javascript:alert(1)",
            "JaVa\tscript:alert(1)",
            "data:text/html,x",
            "/tools",
            "//x",
            "vbscript:x",
        ] {
            assert!(!clean(&format!("<a href=\"{address}\">x</a>")).contains("href"), "{address}");
        }
    }

    #[test]
    fn pictures_stand_in_the_card_itself() {
        let own = "<img src=\"data:image/png;base64,AAAA\" alt=\"sun\">";
        assert_eq!(clean(own), own);
        for address in
            ["https://x/y.png", "//x", "/x.png", "data:image/svg+xml;base64,AAAA", "data:text/html,x", "x"]
        {
            assert!(!clean(&format!("<img src=\"{address}\">")).contains("src"), "{address}");
        }
    }

    #[test]
    fn a_page_becomes_its_fragment() {
        assert_eq!(
            clean("<html><head><title>t</title></head><body bgcolor=red><p>x</p></body></html>"),
            "<p>x</p>"
        );
    }

    #[test]
    fn text_is_shown_as_it_is() {
        let html = CardHtml::of_text("a < b\n<script>c</script>");
        assert!(html.as_str().contains("a &lt; b"), "{html}");
        assert!(!html.as_str().contains("<script"), "{html}");
        assert_eq!(clean(html.as_str()), html.as_str());
    }

    #[test]
    fn too_much_is_refused_and_depth_is_no_harm() {
        assert_eq!(CardHtml::clean(&"x".repeat(HTML_MAX + 1)), Err(HtmlTooLarge));
        assert_eq!(CardHtml::clean(&"<i>".repeat(ELEMENTS_MAX + 1)), Err(HtmlTooLarge));
        assert!(CardHtml::of_text(&"\"<&".repeat(HTML_MAX)).as_str().len() <= HTML_MAX + 64);
        assert!(clean(&"<div>".repeat(ELEMENTS_MAX)).starts_with("<div>"));
        // Formatting that is left open begins anew in each paragraph.
        let open: String = (0..ELEMENTS_MAX / 2).map(|n| format!("<b title={n}>")).collect();
        let hostile = format!("<p>{open}{}", "<p>x".repeat(ELEMENTS_MAX / 2 - 1));
        assert!(CardHtml::clean(&hostile).is_err(), "it would be a thousand times as long");
    }

    #[test]
    fn what_is_read_differently_when_written_down_is_cleaned_until_it_rests() {
        for restless in ["<a><table><a>", "<pre>\n\n\nx</pre>", "<a><table><a><table><a>"] {
            let once = clean(restless);
            assert_ne!(with_links_in_order(&super::CLEANER.clean(restless).to_string()), once, "{restless}");
            assert_eq!(with_links_in_order(&clean(&once)), with_links_in_order(&once), "{restless}");
        }
        let never = format!("<pre>{}x</pre>", "\n".repeat(2 * ROUNDS_MAX));
        let text = clean(&never);
        assert!(text.contains("&lt;pre&gt;"), "it is shown as its text: {text}");
        assert_eq!(clean(&text), text);
    }

    proptest! {
        #[test]
        fn cleaning_again_changes_nothing(html in "(<(/)?(div|a|img|p|table|td|pre|li|nobr|svg|math|style|b)( (style|href|src|onx)=('|\")?[a-z:;(/#]{0,12}('|\")?)?>|[a-z&;<>\"'\n]{0,4}){0,12}") {
            let once = clean(&html);
            prop_assert_eq!(with_links_in_order(&clean(&once)), with_links_in_order(&once));
        }

        #[test]
        fn nothing_that_runs_survives(html in "(<|>|/|\"|'|=| |script|on|src|style|svg|math|img|a|javascript:|&lt;|x|-->|<!--){0,40}") {
            let clean = clean(&html).to_lowercase();
            prop_assert!(!clean.contains("<script") && !clean.contains("<svg") && !clean.contains("<math"), "{}", clean);
        }
    }
}
