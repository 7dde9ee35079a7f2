//! A server behind an address: what every HTTP request to it has in common.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use futures::StreamExt;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, WWW_AUTHENTICATE};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use tokio::sync::OnceCell;
use url::Url;

use crate::client::fault::RequestError;
use crate::client::limits::{ERROR_BODY_BYTES, KEEP_TIME, REACH_TIME, REDIRECTS_MAX};
use crate::client::target::Remote;

/// Who signs requests, where a person signed in.
#[async_trait]
pub(crate) trait Credentials: Send + Sync + fmt::Debug {
    /// The access token to send.
    async fn token(&self) -> Option<String>;

    /// The server refused a request that had this token, with 401 or 403 and this challenge.
    async fn refused(&self, token: Option<&str>, status: u16, challenge: Option<&str>) -> Refusal;
}

/// What becomes of a request that was refused for want of rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is sent again, with another token.
    Again,
    /// A person must sign in.
    SignIn,
    /// A person must sign in and grant more.
    MoreScope,
    /// Signing in would change nothing.
    Final,
}

/// What sends requests, made when it is first needed: it reads the machine's certificates.
#[derive(Debug, Default)]
pub(crate) struct Sender(OnceCell<Client>);

impl Sender {
    /// The client that all servers share.
    ///
    /// # Errors
    /// When there are no certificates to trust.
    pub(crate) async fn client(&self) -> Result<Client, RequestError> {
        let make = async || {
            let making = tokio::task::spawn_blocking(|| {
                Client::builder()
                    .tcp_nodelay(true)
                    .redirect(same_origin())
                    .connect_timeout(REACH_TIME)
                    .pool_idle_timeout(KEEP_TIME)
                    .build()
            });
            let made = making.await.map_err(|error| RequestError::Unreachable(error.to_string()))?;
            made.map_err(|error| RequestError::Unreachable(cause(&error)))
        };
        self.0.get_or_try_init(make).await.cloned()
    }
}

/// The way to one address.
#[derive(Debug, Clone)]
pub(super) struct Way {
    client: Client,
    remote: Remote,
    credentials: Option<Arc<dyn Credentials>>,
}

/// How often a request is signed anew after a refusal: for an expired token, then for a missing scope.
const SIGNATURES_MAX: usize = 3;

impl Way {
    /// Connects nothing yet.
    pub(super) fn new(client: Client, remote: Remote, credentials: Option<Arc<dyn Credentials>>) -> Self {
        Self { client, remote, credentials }
    }

    pub(super) fn url(&self) -> &Url {
        &self.remote.url
    }

    /// Sends a request, signed where there is somebody to sign it, and waits for the head of its answer.
    pub(super) async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Option<Vec<u8>>,
    ) -> Result<Response, RequestError> {
        for _ in 0..SIGNATURES_MAX {
            let token = match &self.credentials {
                Some(credentials) => credentials.token().await,
                None => None,
            };
            let request = self.request(method.clone(), url, headers.clone(), token.as_deref(), body.clone());
            let response = request.send().await.map_err(|error| broken(&error))?;
            let status = response.status();
            if !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
                return Ok(response);
            }
            let challenge = challenge(&response);
            let Some(credentials) = &self.credentials else {
                return if status == StatusCode::UNAUTHORIZED {
                    Err(RequestError::SignIn)
                } else {
                    Ok(response)
                };
            };
            match credentials.refused(token.as_deref(), status.as_u16(), challenge.as_deref()).await {
                Refusal::Again => {}
                Refusal::SignIn => return Err(RequestError::SignIn),
                Refusal::MoreScope => return Err(RequestError::MoreScope),
                Refusal::Final => return Ok(response),
            }
        }
        Err(RequestError::SignIn)
    }

    fn request(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        token: Option<&str>,
        body: Option<Vec<u8>>,
    ) -> RequestBuilder {
        let mut all = self.remote.headers.clone();
        all.extend(headers);
        if let Some(mut value) =
            token.and_then(|token| HeaderValue::from_str(&format!("Bearer {token}")).ok())
        {
            value.set_sensitive(true);
            all.insert(AUTHORIZATION, value);
        }
        let request = self.client.request(method, url.clone()).headers(all);
        match body {
            Some(body) => request.body(body),
            None => request,
        }
    }
}

fn challenge(response: &Response) -> Option<String> {
    let value = response.headers().get(WWW_AUTHENTICATE)?;
    value.to_str().ok().map(str::to_owned)
}

/// Redirects stay on the origin: settings may hold secrets in headers, which are for one server alone.
fn same_origin() -> Policy {
    Policy::custom(|attempt| {
        let first = attempt.previous().first().map(Url::origin);
        if attempt.previous().len() <= REDIRECTS_MAX && first == Some(attempt.url().origin()) {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}

/// A request or an answer that broke off.
pub(super) fn broken(error: &reqwest::Error) -> RequestError {
    if error.is_connect() || error.is_builder() {
        RequestError::Unreachable(cause(error))
    } else {
        RequestError::Gone(format!("broke the connection off: {}", cause(error)))
    }
}

/// The innermost cause, which names neither address nor headers.
fn cause(error: &reqwest::Error) -> String {
    let mut innermost: &dyn Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    if std::ptr::addr_eq(innermost, error) { "the request failed".to_owned() } else { innermost.to_string() }
}

/// The body of an answer.
///
/// # Errors
/// When it is larger than `limit` bytes, or breaks off.
pub(super) async fn body(response: Response, limit: usize) -> Result<Vec<u8>, RequestError> {
    let mut body = Vec::new();
    let mut stream = response.bytes_stream();
    while let Some(bytes) = stream.next().await {
        let bytes = bytes.map_err(|error| broken(&error))?;
        if body.len() + bytes.len() > limit {
            return Err(RequestError::TooLarge);
        }
        body.extend_from_slice(&bytes);
    }
    Ok(body)
}

/// The beginning of the body of an answer with an error status.
pub(super) async fn error_body(response: Response) -> Vec<u8> {
    body(response, ERROR_BODY_BYTES).await.unwrap_or_default()
}

/// The answer's content type without parameters, in small letters.
pub(super) fn content_type(response: &Response) -> String {
    let value = response.headers().get(reqwest::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

pub(super) const JSON: &str = "application/json";
pub(super) const EVENTS: &str = "text/event-stream";
