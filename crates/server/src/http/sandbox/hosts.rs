//! Hosts whose pages may be shown in a frame.

use std::fmt;
use std::str::FromStr;

use url::{Host, Url};

/// A host with or without a port; without, any port of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FrameHost {
    /// Lower-case, and of characters that stand for themselves in a content security policy.
    name: String,
    port: Option<u16>,
}

/// The text names no host that a page could be framed from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FrameHostError {
    #[error("write a host's name, such as `docs.example` or `localhost:3000`, without a scheme or path")]
    Name,
    #[error("a content security policy cannot name an IPv6 address: use a host's name")]
    Ipv6,
    #[error("a port is a number from 1 to 65535")]
    Port,
}

impl FrameHost {
    /// Whether the page at `url` may be shown in a frame.
    pub(crate) fn holds(&self, url: &Url) -> bool {
        let same_name = url.host_str().is_some_and(|host| host.eq_ignore_ascii_case(&self.name));
        same_name && self.port.is_none_or(|port| url.port_or_known_default() == Some(port))
    }

    /// As sources of a content security policy.
    pub(crate) fn sources(&self) -> String {
        let port = self.port.map_or_else(|| "*".to_owned(), |port| port.to_string());
        format!("http://{name}:{port} https://{name}:{port}", name = self.name)
    }
}

impl FromStr for FrameHost {
    type Err = FrameHostError;

    fn from_str(text: &str) -> Result<Self, FrameHostError> {
        if text.starts_with('[') || text.matches(':').count() > 1 {
            return Err(FrameHostError::Ipv6);
        }
        let (name, port) = match text.split_once(':') {
            Some((name, port)) => {
                let port: u16 = port.parse().map_err(|_| FrameHostError::Port)?;
                (name, Some(port).filter(|port| *port > 0).ok_or(FrameHostError::Port)?.into())
            }
            None => (text, None),
        };
        // As browsers write it: lower-case, punycode.
        let name = Host::parse(name).map_err(|_| FrameHostError::Name)?.to_string();
        if !is_plain(&name) {
            return Err(FrameHostError::Name);
        }
        Ok(Self { name, port })
    }
}

impl fmt::Display for FrameHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(f, "{}:{port}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Whether a host's name can stand in a content security policy without meaning anything else there.
pub(crate) fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    !name.is_empty() && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{FrameHost, FrameHostError};

    fn host(text: &str) -> FrameHost {
        text.parse().unwrap()
    }

    fn holds(text: &str, url: &str) -> bool {
        host(text).holds(&url.parse().unwrap())
    }

    #[test]
    fn a_host_holds_its_own_pages_only() {
        assert!(holds("localhost", "http://localhost:3000/a"));
        assert!(holds("localhost", "https://LOCALHOST/"));
        assert!(holds("Docs.Example:443", "https://docs.example/"));
        assert!(!holds("docs.example:443", "http://docs.example/"));
        assert!(!holds("docs.example:443", "https://docs.example:444/"));
        assert!(!holds("localhost", "http://localhost.evil.example/"));
        assert!(!holds("localhost", "http://127.0.0.1/"));
        assert!(!holds("docs.example", "http://a.docs.example/"));
        assert!(!holds("localhost", "data:text/html,localhost"));
    }

    #[test]
    fn nothing_else_gets_into_the_policy() {
        for text in ["", "a;b", "a b", "'self'", "*", "*.example", "http://a", "a/b", "a,b", "a@b", ":1"] {
            assert_eq!(text.parse::<FrameHost>().unwrap_err(), wrong(text), "{text}");
        }
        assert_eq!("[::1]:80".parse::<FrameHost>(), Err(FrameHostError::Ipv6));
        assert_eq!("a:0".parse::<FrameHost>(), Err(FrameHostError::Port));
        assert_eq!("a:x".parse::<FrameHost>(), Err(FrameHostError::Port));
        assert_eq!(host("Bücher.example:8080").sources(), {
            "http://xn--bcher-kva.example:8080 https://xn--bcher-kva.example:8080"
        });
        assert_eq!(host("127.0.0.1").sources(), "http://127.0.0.1:* https://127.0.0.1:*");
    }

    fn wrong(text: &str) -> FrameHostError {
        if text.starts_with("http") { FrameHostError::Port } else { FrameHostError::Name }
    }
}
