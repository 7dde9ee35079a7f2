//! Which addresses may be listened on, and how clients name them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::Url;

use crate::cli::exit::{Exit, Failure};

/// Refuses to send tokens unencrypted over a network.
pub(super) fn check(listen: SocketAddr, behind_proxy: bool) -> Result<(), Failure> {
    if listen.ip().is_loopback() || behind_proxy {
        return Ok(());
    }
    let what =
        format!("{listen} can be reached from other machines, and this server does not encrypt");
    Err(Failure::new(Exit::Refused, what).hint(
        "Put a proxy with TLS in front and add --behind-proxy --allowed-host NAME, or listen on 127.0.0.1.",
    ))
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
    use super::{check, url};

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
    fn clients_are_told_an_address_they_can_use() {
        assert_eq!(
            url("0.0.0.0:5".parse().unwrap()).unwrap().as_str(),
            "http://127.0.0.1:5/"
        );
        assert_eq!(
            url("[::]:5".parse().unwrap()).unwrap().as_str(),
            "http://[::1]:5/"
        );
    }
}
