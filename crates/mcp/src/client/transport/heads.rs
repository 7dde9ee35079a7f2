//! What stands in the head of each HTTP request to one server.

use std::sync::{Mutex, OnceLock, PoisonError};

use reqwest::Response;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::outgoing::Outgoing;
use super::remote::JSON;
use crate::rpc::{Era, ProtocolVersion, Request, header, meta};

/// What both kinds of answer are accepted as.
const ACCEPTED: &str = "application/json, text/event-stream";

/// The session and the version that were agreed on.
#[derive(Debug, Default)]
pub(super) struct Heads {
    session: Mutex<Option<HeaderValue>>,
    version: OnceLock<ProtocolVersion>,
}

impl Heads {
    /// Says which version is spoken from now on.
    pub(super) fn agreed(&self, version: ProtocolVersion) {
        let _was_agreed = self.version.set(version);
    }

    /// What each request carries.
    pub(super) fn each(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static(ACCEPTED));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
        if let Some(session) = self.session() {
            headers.insert(header::SESSION_ID, session);
        }
        if let Some(version) = self.version.get() {
            headers.insert(header::PROTOCOL_VERSION, HeaderValue::from_static(version.as_str()));
        }
        headers
    }

    /// What this request carries.
    pub(super) fn of(&self, outgoing: &Outgoing) -> HeaderMap {
        let mut headers = self.each();
        let Request { method, params, .. } = &outgoing.request;
        if let Some(version) = stated_version(params) {
            headers.insert(header::PROTOCOL_VERSION, HeaderValue::from_static(version.as_str()));
        }
        let is_stateless = headers
            .get(header::PROTOCOL_VERSION)
            .is_some_and(|version| version == ProtocolVersion::V2026_07_28.as_str());
        if is_stateless {
            set(&mut headers, header::METHOD, method);
            if let Some(name) = header::subject(method, params) {
                set(&mut headers, header::NAME, &header::encode(name));
            }
            for (name, value) in &outgoing.param_headers {
                set(&mut headers, &format!("{}{name}", header::PARAM_PREFIX), &header::encode(value));
            }
        }
        headers
    }

    /// What this notification carries.
    pub(super) fn of_notification(&self, method: &str) -> HeaderMap {
        let mut headers = self.each();
        if self.version.get().is_some_and(|version| version.era() == Era::Stateless) {
            set(&mut headers, header::METHOD, method);
        }
        headers
    }

    /// The session, where there is one.
    pub(super) fn session(&self) -> Option<HeaderValue> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps the session that an answer opens.
    pub(super) fn keep_session(&self, response: &Response) {
        if let Some(session) = response.headers().get(header::SESSION_ID) {
            let mut session = session.clone();
            session.set_sensitive(true);
            self.session.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(session);
        }
    }
}

/// The version that a request of 2026-07-28 says it speaks.
fn stated_version(params: &Value) -> Option<ProtocolVersion> {
    let stated = params.get(meta::META)?.get(meta::PROTOCOL_VERSION)?;
    stated.as_str()?.parse().ok()
}

fn set(headers: &mut HeaderMap, name: &str, value: &str) {
    if let Some((name, value)) =
        HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(value).ok())
    {
        headers.insert(name, value);
    }
}
