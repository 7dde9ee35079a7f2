//! The second listener, on which what tools made is shown.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use clap::Args;
use tokio::net::TcpListener;
use url::Url;

use crate::cli::exit::{Exit, Failure};
use crate::http::origin::AllowedHosts;
use crate::http::sandbox::hosts::FrameHost;
use crate::http::sandbox::origins::{PublicOrigin, Reach};

/// How many free ports are tried before giving up.
const TRIES: usize = 16;

#[derive(Debug, Args)]
pub(crate) struct SandboxArgs {
    /// Address and port on which what tools made is shown, apart from the page [default: the port after the page's on
    /// loopback, or a free one]
    #[arg(long, value_name = "ADDRESS")]
    pub(super) sandbox_listen: Option<SocketAddr>,
    /// The origin under which browsers reach it where a proxy is in front, such as https://frames.example
    #[arg(long, value_name = "URL")]
    sandbox_url: Option<Url>,
    /// A host whose pages may be shown in a frame, as NAME or NAME:PORT; may be repeated
    #[arg(long, value_name = "HOST", default_values = ["localhost", "127.0.0.1"])]
    pub(super) frame_host: Vec<FrameHost>,
}

/// An open second listener.
pub(super) struct SandboxListener {
    /// Mostly one; on loopback, one for each family, because `localhost` may mean either.
    pub(super) listeners: Vec<TcpListener>,
    pub(super) reach: Reach,
    /// The name it goes by through a proxy.
    pub(super) name: Option<String>,
}

impl SandboxArgs {
    /// Opens it beside the page's listener.
    ///
    /// # Errors
    /// When it cannot be opened, or its public origin is the page's own: nothing that a tool made is ever shown there.
    pub(super) async fn open(
        &self,
        page: SocketAddr,
        names: &AllowedHosts,
    ) -> Result<SandboxListener, Failure> {
        let listeners = match self.sandbox_listen {
            Some(address) => {
                vec![bind(address).await.map_err(|error| not_bound(&address.to_string(), &error))?]
            }
            None => beside(page).await.map_err(|error| not_bound("no port beside the page's", &error))?,
        };
        let public = self.sandbox_url.as_ref().map(|url| PublicOrigin::new(url, names)).transpose();
        let public =
            public.map_err(|error| Failure::usage(format!("--sandbox-url does not hold: {error}")))?;
        let name = public.as_ref().map(|origin| origin.host().to_owned());
        let reach = match public {
            Some(origin) => Reach::Proxy(origin),
            None => Reach::Direct(addresses(&listeners).map_err(|error| not_bound("a port", &error))?),
        };
        Ok(SandboxListener { listeners, reach, name })
    }
}

/// The next port where it is free, else any that is.
async fn beside(page: SocketAddr) -> io::Result<Vec<TcpListener>> {
    let mut tried = on_port(page.ip(), page.port().wrapping_add(1)).await;
    for _ in 0..TRIES {
        match &tried {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            _ => return tried,
        }
        tried = on_port(page.ip(), 0).await;
    }
    tried
}

/// One port of the page's address; of both loopback addresses where the page is on one. Nobody else may answer there
/// under the name `localhost`.
async fn on_port(page: IpAddr, port: u16) -> io::Result<Vec<TcpListener>> {
    if !page.is_loopback() {
        return Ok(vec![bind(SocketAddr::new(page, port)).await?]);
    }
    let mut listeners: Vec<TcpListener> = Vec::new();
    for ip in [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)] {
        let port = match listeners.first() {
            Some(first) => first.local_addr()?.port(),
            None => port,
        };
        match bind(SocketAddr::new(ip, port)).await {
            Ok(listener) => listeners.push(listener),
            // A machine may be without one of the families.
            Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => {}
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) => return Err(error),
        }
    }
    if listeners.is_empty() { Err(io::ErrorKind::AddrNotAvailable.into()) } else { Ok(listeners) }
}

async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address).await
}

fn addresses(listeners: &[TcpListener]) -> io::Result<Vec<SocketAddr>> {
    listeners.iter().map(TcpListener::local_addr).collect()
}

fn not_bound(what: &str, error: &io::Error) -> Failure {
    let text = format!("{what} cannot be listened on for what tools make: {error}");
    Failure::new(Exit::Refused, text)
        .hint("Name another address: --sandbox-listen 127.0.0.1:0 takes a free port.")
}
