//! Which addresses may be listened on, and how clients name them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::Url;

use crate::cli::exit::{Exit, Failure};

/// Refuses to send tokens unencrypted over a network.
pub(super) fn check(listen: SocketAddr, behind_proxy: bool) -> Result<(), Failure> {
    if listen.ip().is_loopback() || behind_proxy {
        return Ok(());
    }
    let what = format!("{listen} can be reached from other machines, and this server does not encrypt");
    Err(Failure::new(Exit::Refused, what).hint(
        "Put a proxy with TLS in front and add --behind-proxy --allowed-host NAME, or listen on 127.0.0.1.",
    ))
}

/// Refuses databases that are not supported, without repeating the address, which may hold a password.
pub(super) fn check_database(url: Option<&str>) -> Result<(), Failure> {
    match url {
        Some(url) if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) => {
            Err(Failure::usage("the database's address does not begin with postgres://")
                .hint("Correct --database-url (or DATABASE_URL), or leave it out for the embedded SQLite."))
        }
        _ => Ok(()),
    }
}

/// The base address for clients of this machine.
pub(super) fn url(address: SocketAddr) -> Result<Url, Failure> {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let address = SocketAddr::new(ip, address.port());
    Url::parse(&format!("http://{address}/"))
        .map_err(|error| Failure::internal(format!("{address}: {error}")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{check, check_database, url};

    #[test]
    fn only_loopback_needs_no_proxy() {
        for loopback in ["127.0.0.1:1", "127.8.8.8:1", "[::1]:1"] {
            check(loopback.parse().unwrap(), false).unwrap();
        }
        for open in ["0.0.0.0:1", "[::]:1", "192.168.0.1:1"] {
            check(open.parse().unwrap(), false).unwrap_err();
            check(open.parse().unwrap(), true).unwrap();
        }
    }

    #[test]
    fn other_databases_are_refused_without_repeating_the_password() {
        check_database(None).unwrap();
        check_database(Some("postgres://a:b@c/d")).unwrap();
        check_database(Some("postgresql://a:b@c/d")).unwrap();
        for wrong in ["mysql://a:hunter2@c/d", "hunter2", ""] {
            let failure = format!("{:?}", check_database(Some(wrong)).unwrap_err());
            assert!(!failure.contains("hunter2"), "{failure}");
        }
    }

    #[test]
    fn clients_are_told_an_address_they_can_use() {
        assert_eq!(url("0.0.0.0:5".parse().unwrap()).unwrap().as_str(), "http://127.0.0.1:5/");
        assert_eq!(url("[::]:5".parse().unwrap()).unwrap().as_str(), "http://[::1]:5/");
    }
}
