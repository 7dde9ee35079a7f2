//! The page around what a tool made.
//!
//! Two frames: ours, loaded from the sandbox origin, and inside it what the tool made, as `srcdoc`. The inner one
//! inherits our content security policy. A script in there can always try to navigate its own frame, and what is
//! allowed to it then is decided by the policy of the page around it: ours allows nothing, whereas the application's
//! page has to allow the hosts that `frame` renderers show.

use pegboard_model::render::insert_markup;

/// Runs beside what a tool made: tells how tall it is.
const TELL_HEIGHT: &str = concat!("<script>", include_str!("../../../assets/frame-height.js"), "</script>");
/// Runs in our page: hands that on, and nothing else.
const RELAY_HEIGHT: &str = include_str!("../../../assets/frame-relay.js");

/// Runs in our page around an app: hands messages on, in both directions.
const RELAY_MESSAGES: &str = include_str!("../../../assets/app-relay.js");

/// The page that shows this HTML.
pub(crate) fn around_html(html: &str) -> String {
    // A byte order mark would stand as text in the attribute.
    around(&insert_markup(without_mark(html), TELL_HEIGHT), RELAY_HEIGHT)
}

/// The page that shows this app.
pub(crate) fn around_app(html: &str) -> String {
    around(without_mark(html), RELAY_MESSAGES)
}

fn without_mark(html: &str) -> &str {
    html.strip_prefix('\u{feff}').unwrap_or(html)
}

fn around(html: &str, relay: &str) -> String {
    let mut page = String::with_capacity(html.len() * 9 / 8 + 1024);
    page.push_str("<!doctype html><meta charset=\"utf-8\"><title>Pegboard</title>");
    page.push_str(
        "<style>html,body{margin:0;height:100%}iframe{display:block;border:0;width:100%;height:100%}</style>",
    );
    page.push_str("<script>");
    page.push_str(relay);
    page.push_str("</script><iframe sandbox=\"allow-scripts\" srcdoc=\"");
    for c in html.chars() {
        match c {
            '&' => page.push_str("&amp;"),
            '"' => page.push_str("&quot;"),
            c => page.push(c),
        }
    }
    page.push_str("\"></iframe>");
    page
}

/// The page that shows this SVG: as an image, in which nothing runs and which loads nothing.
pub(crate) fn around_svg(svg: &[u8]) -> String {
    let encoded = percent_encoding::percent_encode(svg, percent_encoding::NON_ALPHANUMERIC);
    format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Pegboard</title>\
         <style>body{{margin:0}}img{{display:block;max-width:100%}}</style>{TELL_HEIGHT}\
         <img alt=\"\" src=\"data:image/svg+xml,{encoded}\">"
    )
}

/// The page for a name that nothing has, or has any more.
pub(crate) const GONE: &str = "<!doctype html><meta charset=\"utf-8\"><title>Pegboard</title>\
    <p>This view has ended. Open it again.</p>";

#[cfg(test)]
mod tests {
    use super::{around_html, around_svg};

    #[test]
    fn nothing_gets_out_of_the_inner_page() {
        let page = around_html("\u{feff}</iframe>\"><script>1 && '</script>'</script>&quot;<p>");
        let (_, inner) = page.split_once("srcdoc=\"").unwrap_or_default();
        assert_eq!(inner.matches('"').count(), 1, "{inner}");
        assert!(inner.ends_with("\"></iframe>") && inner.contains("&amp;quot;"), "{inner}");
        assert!(!page.contains('\u{feff}'));
    }

    #[test]
    fn an_svg_is_an_image() {
        let page = around_svg(b"<svg onload=\"alert(1)\">\xff</svg>");
        assert!(
            page.ends_with(
                "src=\"data:image/svg+xml,%3Csvg%20onload%3D%22alert%281%29%22%3E%FF%3C%2Fsvg%3E\">"
            )
        );
    }
}
