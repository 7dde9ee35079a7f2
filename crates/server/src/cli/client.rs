//! The server, as the command line speaks with it.

use std::path::{Path, PathBuf};

use reqwest::{Method, RequestBuilder, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::{Host, Url};

use crate::cli::exit::{Exit, Failure};
use crate::http::wire::problem::Problem;

/// What the server said: as it came, and as what it is.
pub(crate) struct Answer<T> {
    pub(crate) raw: Value,
    pub(crate) body: T,
}

/// One server and the token that opens it.
pub(crate) struct Client {
    http: reqwest::Client,
    base: Url,
    token: String,
    notes: Option<PathBuf>,
}

impl Client {
    /// # Errors
    /// When the address cannot be one of a server.
    pub(crate) fn new(base: Url, token: &str, notes: Option<PathBuf>) -> Result<Self, Failure> {
        if !matches!(base.scheme(), "http" | "https") {
            return Err(Failure::usage(format!("`{base}` is not the address of a server"))
                .hint("Use http:// or https://"));
        }
        // The token goes to this server only: no redirects, and no proxy between two ends of one machine.
        let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let builder = if is_loopback(&base) { builder.no_proxy() } else { builder };
        let http = builder
            .build()
            .map_err(|error| Failure::internal(format!("no HTTP client could be made: {error}")))?;
        Ok(Self { http, base, token: token.to_owned(), notes })
    }

    pub(crate) fn base(&self) -> &Url {
        &self.base
    }

    /// The data folder, when the server was found by it.
    pub(crate) fn notes(&self) -> Option<&Path> {
        self.notes.as_deref()
    }

    /// A request to the operation at these path segments, which are escaped here.
    pub(crate) fn request(&self, method: Method, path: &[&str]) -> RequestBuilder {
        self.http.request(method, self.address(path)).bearer_auth(&self.token)
    }

    /// The address of these path segments, which are escaped here.
    pub(crate) fn address(&self, path: &[&str]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.http
    }

    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, String)],
    ) -> Result<Answer<T>, Failure> {
        self.send(self.request(Method::GET, path).query(query)).await
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<Answer<T>, Failure> {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn put<T: DeserializeOwned>(
        &self,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<Answer<T>, Failure> {
        self.send(self.request(Method::PUT, path).json(body)).await
    }

    pub(crate) async fn delete<T: DeserializeOwned>(&self, path: &[&str]) -> Result<Answer<T>, Failure> {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// Sends a request and reads the object that comes back.
    pub(crate) async fn send<T: DeserializeOwned>(
        &self,
        request: RequestBuilder,
    ) -> Result<Answer<T>, Failure> {
        let response = self.open(request).await?;
        let raw: Value = response.json().await.map_err(|error| self.broken(&error))?;
        let body = T::deserialize(&raw).map_err(|error| {
            Failure::internal(format!("the server's answer is not understood: {error}"))
                .hint("Are server and command of the same version?")
        })?;
        Ok(Answer { raw, body })
    }

    /// Sends a request and hands over the answer's body as it comes.
    pub(crate) async fn open(&self, request: RequestBuilder) -> Result<Response, Failure> {
        let response = request.send().await.map_err(|error| self.broken(&error))?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let text = response.text().await.unwrap_or_default();
        match serde_json::from_str::<Problem>(&text) {
            Ok(problem) => Err(problem.into()),
            Err(_) => Err(Failure::new(
                Exit::Unreachable,
                format!("{} answered {status}, but is no Pegboard", self.base),
            )
            .hint("Check --url.")),
        }
    }

    /// The connection failed or broke.
    pub(crate) fn broken(&self, error: &reqwest::Error) -> Failure {
        let what = if error.is_connect() {
            format!("no server answers at {}", self.base)
        } else {
            format!("the connection to {} broke", self.base)
        };
        Failure::new(Exit::Unreachable, what).hint("Is it running? pegboard serve --data DIR")
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
