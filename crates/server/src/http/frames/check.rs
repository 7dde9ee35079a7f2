//! Asking a page for its headers.
//!
//! The address comes from a tool's result. It is asked for only where the administrator allows frames from, each
//! redirect is held to the same rule, and nothing but headers is read.

use std::sync::LazyLock;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::{HOST, LOCATION};
use reqwest::redirect::Policy;
use url::Url;

use crate::http::frames::ancestors::{Refusal, judge};
use crate::http::sandbox::hosts::FrameHost;

/// How long all requests together may take.
pub(crate) const TIME_MAX: Duration = Duration::from_secs(5);
/// How many redirects are followed.
pub(crate) const REDIRECTS_MAX: usize = 5;
/// Bytes of an address.
pub(crate) const URL_MAX: usize = 8 << 10;

/// Why a page is not shown in a frame.
#[derive(Debug, thiserror::Error)]
pub(super) enum CheckError {
    #[error("the address is not an absolute http or https address")]
    Address,
    #[error("the address carries a user name or password")]
    Credentials,
    #[error("`{0}` is not a host that frames may come from (--frame-host)")]
    Host(String),
    #[error("the page sends its visitors elsewhere more than {REDIRECTS_MAX} times")]
    Redirects,
    #[error("the page did not answer within {} seconds", TIME_MAX.as_secs())]
    Slow,
    #[error("the page could not be reached")]
    Unreachable,
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Straight to the page: a proxy would be asked for hosts of this machine. Nothing is kept open.
static CLIENT: LazyLock<Result<reqwest::Client, reqwest::Error>> = LazyLock::new(|| {
    reqwest::Client::builder()
        .user_agent(concat!("pegboard/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        .pool_max_idle_per_host(0)
        .build()
});

/// Asks the page at `address` whether the page that sent `request` may frame it.
pub(super) async fn check_page(
    address: &str,
    hosts: &[FrameHost],
    request: &HeaderMap,
) -> Result<(), CheckError> {
    let url = allowed(address, hosts)?;
    let asked = tokio::time::timeout(TIME_MAX, follow(url, hosts, request));
    asked.await.unwrap_or(Err(CheckError::Slow))
}

async fn follow(mut url: Url, hosts: &[FrameHost], request: &HeaderMap) -> Result<(), CheckError> {
    for _ in 0..=REDIRECTS_MAX {
        // The body is dropped unread.
        let response = ask(url.clone()).await?;
        let location = response.headers().get(LOCATION).filter(|_| response.status().is_redirection());
        let Some(location) = location else {
            let around = around(request).ok_or(Refusal::Ancestors)?;
            return Ok(judge(response.headers(), &url, &around)?);
        };
        let next = location.to_str().ok().and_then(|next| url.join(next).ok()).ok_or(CheckError::Address)?;
        url = allowed(next.as_str(), hosts)?;
    }
    Err(CheckError::Redirects)
}

async fn ask(url: Url) -> Result<reqwest::Response, CheckError> {
    let client = CLIENT.as_ref().map_err(|error| {
        tracing::error!(%error, "no HTTP client could be made");
        CheckError::Unreachable
    })?;
    client.get(url).send().await.map_err(|error| {
        tracing::debug!(error = %error.without_url(), "a page could not be asked for its headers");
        CheckError::Unreachable
    })
}

fn allowed(address: &str, hosts: &[FrameHost]) -> Result<Url, CheckError> {
    let url = Some(address).filter(|text| text.len() <= URL_MAX).and_then(|text| Url::parse(text).ok());
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https")).ok_or(CheckError::Address)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(CheckError::Credentials);
    }
    if !hosts.iter().any(|host| host.holds(&url)) {
        return Err(CheckError::Host(url.authority().to_owned()));
    }
    Ok(url)
}

/// The origin of the page that asks: a `GET` of the same origin does not carry it, so it is made of the host.
fn around(request: &HeaderMap) -> Option<Url> {
    let host = request.get(HOST)?.to_str().ok()?;
    let url = Url::parse(&format!("http://{host}")).ok()?;
    let loopback = match url.host()? {
        url::Host::Domain(name) => name == "localhost",
        url::Host::Ipv4(ip) => ip.is_loopback(),
        url::Host::Ipv6(ip) => ip.is_loopback(),
    };
    // Under any other name there is a proxy in front, which encrypts.
    if loopback { Some(url) } else { Url::parse(&format!("https://{host}")).ok() }
}
