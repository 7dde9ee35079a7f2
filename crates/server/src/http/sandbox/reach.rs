//! What an app in a frame may load from elsewhere: nothing, or the hosts that it asks for and a person allowed.

use axum::http::HeaderValue;
use serde_json::Value;
use url::{Host, Url};

/// Hosts of one kind that an app may ask for.
pub(crate) const HOSTS_MAX: usize = 32;
/// Bytes of one of them as it is written.
const HOST_MAX: usize = 253;

/// The hosts that an app asks for (`_meta.ui.csp` of its resource), as sources of a content security policy. Only such
/// as can mean nothing else there are in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Where its scripts may send requests to.
    pub(crate) connect: Vec<String>,
    /// Where scripts, styles, pictures, fonts and sound may come from.
    pub(crate) resources: Vec<String>,
    /// Whose pages it may show in frames of its own.
    pub(crate) frames: Vec<String>,
}

impl Reach {
    /// What the `csp` of a resource asks for.
    pub(crate) fn asked(csp: &Value) -> Self {
        let hosts = |key: &str, schemes: &[&str]| {
            let named = csp.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let texts = named.iter().take(HOSTS_MAX).filter_map(Value::as_str);
            texts.filter_map(|text| source(text, schemes)).collect()
        };
        Self {
            connect: hosts("connectDomains", &["https", "wss"]),
            resources: hosts("resourceDomains", &["https"]),
            frames: hosts("frameDomains", &["https"]),
        }
    }

    /// The policy of a page with an app inside, which inherits it.
    pub(crate) fn policy(&self, ancestors: &str) -> HeaderValue {
        let resources: String = self.resources.iter().map(|source| format!(" {source}")).collect();
        let (connect, frames) = (or_none(&self.connect), or_none(&self.frames));
        let text = format!(
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'{resources}; \
             style-src 'unsafe-inline'{resources}; img-src data: blob:{resources}; font-src data:{resources}; \
             media-src data: blob:{resources}; connect-src {connect}; frame-src {frames}; form-action 'none'; \
             base-uri 'none'; frame-ancestors {ancestors}"
        );
        // Sources and ancestors are plain text by construction.
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'; sandbox"))
    }
}

fn or_none(sources: &[String]) -> String {
    if sources.is_empty() { "'none'".to_owned() } else { sources.join(" ") }
}

/// An origin such as `https://api.example` or `https://*.tiles.example`. Nothing of this machine or of its network can
/// be named: neither addresses nor `localhost`.
fn source(text: &str, schemes: &[&str]) -> Option<String> {
    let (scheme, rest) = text.split_once("://").filter(|_| text.len() <= HOST_MAX)?;
    let (below, rest) = match rest.strip_prefix("*.") {
        Some(rest) => ("*.", rest),
        None => ("", rest),
    };
    let url = Url::parse(&format!("{scheme}://{rest}")).ok()?;
    let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    let anonymous = url.username().is_empty() && url.password().is_none();
    let Some(Host::Domain(name)) = url.host() else { return None };
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    let public = name.contains('.') && !name.ends_with(".localhost") && !name.ends_with('.');
    if !(schemes.contains(&url.scheme()) && bare && anonymous && plain && public) {
        return None;
    }
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    Some(format!("{}://{below}{name}{port}", url.scheme()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::{Strategy, any, proptest};
    use serde_json::json;

    use super::{HOSTS_MAX, Reach};

    fn connect(text: &str) -> Vec<String> {
        Reach::asked(&json!({"connectDomains": [text]})).connect
    }

    #[test]
    fn hosts_are_taken_as_they_are_meant() {
        for (asked, taken) in [
            ("https://api.example.com", "https://api.example.com"),
            ("https://API.example.com:8443/", "https://api.example.com:8443"),
            ("https://*.tiles.example", "https://*.tiles.example"),
            ("wss://live.example.com", "wss://live.example.com"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
        ] {
            assert_eq!(connect(asked), [taken]);
        }
    }

    #[test]
    fn nothing_else_gets_into_the_policy() {
        for asked in [
            "",
            "*",
            "https:",
            "https://*",
            "https://*.com",
            "https://**.a.example",
            "https://a.*.example",
            "http://a.example",
            "data:",
            "blob:",
            "'unsafe-eval'",
            "'self'",
            "a.example",
            "https://a.example; script-src *",
            "https://a.example https://b.example",
            "https://a.example/path",
            "https://a.example?q",
            "https://u@a.example",
            "https://localhost",
            "https://a.localhost",
            "https://127.0.0.1",
            "https://2130706433",
            "https://10.0.0.1",
            "https://[::1]",
            "https://a.example.",
            "https://a_b.example",
            "https://a.example,b",
        ] {
            assert!(connect(asked).is_empty(), "{asked}: {:?}", connect(asked));
        }
        for odd in [
            json!(null),
            json!([]),
            json!({"connectDomains": "https://a.example"}),
            json!({"connectDomains": [1]}),
        ] {
            assert_eq!(Reach::asked(&odd), Reach::default(), "{odd}");
        }
        let many: Vec<_> = (0..HOSTS_MAX * 2).map(|number| format!("https://a{number}.example")).collect();
        assert_eq!(Reach::asked(&json!({"resourceDomains": many})).resources.len(), HOSTS_MAX);
    }

    #[test]
    fn the_policies() {
        let ask = json!({
            "connectDomains": ["https://api.example"], "resourceDomains": ["https://cdn.example"],
            "frameDomains": ["https://film.example"],
        });
        let both = [Reach::default(), Reach::asked(&ask)];
        let both =
            both.map(|reach| reach.policy("http://localhost:1").to_str().unwrap().replace("; ", ";\n"));
        insta::assert_snapshot!(both.join("\n\n"));
    }

    proptest! {
        #[test]
        fn whatever_is_asked_for_each_directive_stands_once(asked in any::<String>().prop_map(|text| format!("https://{text}"))) {
            let reach = Reach::asked(&json!({"connectDomains": [asked], "frameDomains": [asked]}));
            let policy = reach.policy("http://localhost:1");
            let text = policy.to_str().unwrap();
            assert_eq!(text.matches(';').count(), 11, "{text}");
            assert_eq!(text.matches('*').count(), text.matches("://*.").count(), "{text}");
        }
    }
}
