//! The origin of frames, as browsers see it, and the origins of the pages that show them.
//!
//! Frames live on another host name than the page (`localhost` beside `127.0.0.1`): for browsers that is another
//! site, so a frame gets a process of its own and cannot hold up the page.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use url::{Host, Url};

use crate::http::origin::AllowedHosts;
use crate::http::sandbox::hosts::is_plain;

/// Where the listener for frames can be reached.
#[derive(Debug, Clone)]
pub(crate) enum Reach {
    /// Under these addresses of this machine, all with one port.
    Direct(Vec<SocketAddr>),
    /// Under this origin, through a proxy.
    Proxy(PublicOrigin),
}

/// An origin as an administrator wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublicOrigin {
    text: String,
    host: String,
}

/// The address cannot be the origin of frames.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PublicOriginError {
    #[error("write an origin, such as `https://frames.example`: a scheme, a host's name and at most a port")]
    NoOrigin,
    #[error(
        "`{0}` is a name of the page itself (--allowed-host): what tools make must come from another one"
    )]
    ThePageItself(String),
}

impl PublicOrigin {
    /// Takes an address that differs from every one the page may have.
    pub(crate) fn new(url: &Url, page: &AllowedHosts) -> Result<Self, PublicOriginError> {
        let host = url.host_str().filter(|host| is_plain(host)).ok_or(PublicOriginError::NoOrigin)?;
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let anonymous = url.username().is_empty() && url.password().is_none();
        if !matches!(url.scheme(), "http" | "https") || !bare || !anonymous {
            return Err(PublicOriginError::NoOrigin);
        }
        // On a port of its own it is another origin, though not another site.
        if page.names().any(|name| name.eq_ignore_ascii_case(host)) && url.port().is_none() {
            return Err(PublicOriginError::ThePageItself(host.to_owned()));
        }
        Ok(Self { text: url.origin().ascii_serialization(), host: host.to_owned() })
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }
}

/// The origins of frames and of the pages around them.
#[derive(Debug)]
pub(crate) struct Origins {
    reach: Reach,
    /// For `frame-ancestors`.
    ancestors: String,
}

impl Origins {
    /// `page` is where the page's own listener is, `names` are the names it goes by.
    pub(crate) fn new(reach: Reach, page: SocketAddr, names: &AllowedHosts) -> Self {
        let port = page.port();
        let mut ancestors = vec![format!("http://localhost:{port}"), format!("http://127.0.0.1:{port}")];
        match page.ip() {
            IpAddr::V4(ip) if ip.is_loopback() && ip != Ipv4Addr::LOCALHOST => {
                ancestors.push(format!("http://{ip}:{port}"));
            }
            _ => {}
        }
        let names = names.names().filter(|name| is_plain(name));
        ancestors.extend(names.map(|name| format!("http://{name}:* https://{name}:*")));
        Self { reach, ancestors: ancestors.join(" ") }
    }

    /// Sources for `frame-ancestors`: whoever may show a frame.
    pub(crate) fn ancestors(&self) -> &str {
        &self.ancestors
    }

    /// The origin of frames for a page that is looked at under the host name of this request; `None` where there is
    /// none that the browser could reach.
    pub(crate) fn beside(&self, request: &HeaderMap) -> Option<String> {
        let host = request.get(HOST)?.to_str().ok()?.parse::<Authority>().ok()?;
        self.beside_host(host.host())
    }

    fn beside_host(&self, host: &str) -> Option<String> {
        let addresses = match &self.reach {
            Reach::Proxy(origin) => return Some(origin.text.clone()),
            Reach::Direct(addresses) => addresses,
        };
        let port = addresses.first()?.port();
        let on_ipv4 = addresses.iter().map(SocketAddr::ip).any(serves_loopback_v4);
        let on_loopback = on_ipv4 || addresses.iter().any(|address| address.ip().is_loopback());
        match Host::parse(host).ok()? {
            Host::Domain(name) if name == "localhost" && on_ipv4 => Some(format!("http://127.0.0.1:{port}")),
            Host::Ipv4(ip) if ip.is_loopback() && on_loopback => Some(format!("http://localhost:{port}")),
            // A content security policy cannot name IPv6 addresses, and other names are a proxy's.
            _ => None,
        }
    }
}

fn serves_loopback_v4(ip: IpAddr) -> bool {
    ip == IpAddr::V4(Ipv4Addr::LOCALHOST) || ip.is_unspecified()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Origins, PublicOrigin, PublicOriginError, Reach};
    use crate::http::origin::AllowedHosts;

    fn names() -> AllowedHosts {
        AllowedHosts::new(["pegboard.example".to_owned(), "odd;name".to_owned()])
    }

    fn origins(listens: &[&str]) -> Origins {
        let listens = listens.iter().map(|address| address.parse().unwrap()).collect();
        Origins::new(Reach::Direct(listens), "127.0.0.1:8321".parse().unwrap(), &names())
    }

    #[test]
    fn frames_come_from_another_host_name_than_the_page() {
        let both = origins(&["127.0.0.1:8322", "[::1]:8322"]);
        assert_eq!(both.beside_host("127.0.0.1").unwrap(), "http://localhost:8322");
        assert_eq!(both.beside_host("127.9.9.9").unwrap(), "http://localhost:8322");
        assert_eq!(both.beside_host("localhost").unwrap(), "http://127.0.0.1:8322");
        assert_eq!(both.beside_host("LOCALHOST").unwrap(), "http://127.0.0.1:8322");
        for host in ["[::1]", "pegboard.example", "evil.example", ""] {
            assert_eq!(both.beside_host(host), None, "{host}");
        }
        let six = origins(&["[::1]:8322"]);
        assert_eq!(six.beside_host("127.0.0.1").unwrap(), "http://localhost:8322");
        assert_eq!(six.beside_host("localhost"), None);
    }

    #[test]
    fn a_proxys_origin_holds_for_every_name() {
        let url = "https://frames.example".parse().unwrap();
        let proxy = Reach::Proxy(PublicOrigin::new(&url, &names()).unwrap());
        let origins = Origins::new(proxy, "0.0.0.0:8321".parse().unwrap(), &names());
        assert_eq!(origins.beside_host("pegboard.example").unwrap(), "https://frames.example");
        assert_eq!(origins.beside_host("127.0.0.1").unwrap(), "https://frames.example");
    }

    #[test]
    fn only_an_origin_that_is_not_the_pages_is_taken() {
        let read = |text: &str| PublicOrigin::new(&text.parse().unwrap(), &names());
        assert_eq!(
            read("https://pegboard.example"),
            Err(PublicOriginError::ThePageItself("pegboard.example".to_owned()))
        );
        read("https://pegboard.example:8443").unwrap();
        for wrong in [
            "ftp://a.example",
            "https://a.example/path",
            "https://a.example/?q",
            "https://a.example/#f",
            "https://u@a.example",
            "https://[::1]:80",
            "https://a;b.example",
            "data:text/html,x",
        ] {
            assert_eq!(read(wrong), Err(PublicOriginError::NoOrigin), "{wrong}");
        }
    }

    #[test]
    fn ancestors_are_the_pages_origins_and_nothing_else() {
        insta::assert_snapshot!(origins(&[]).ancestors(), @"http://localhost:8321 http://127.0.0.1:8321 http://pegboard.example:* https://pegboard.example:*");
    }
}
