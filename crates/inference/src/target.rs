//! Where a request goes, and with what.

use std::fmt;

use genai::adapter::AdapterKind;
use genai::chat::{ChatOptions, ReasoningEffort};
use genai::resolver::{AuthData, Endpoint};
use genai::{Headers, ModelIden, ServiceTarget};
use pegboard_model::inference::{ApiKey, ModelAccess, ModelFailure, ModelProfile, ModelProtocol};
use serde_json::json;
use url::{Host, Url};

use crate::limits::{FIRST_WORD, SILENCE};

/// The version of Anthropic's protocol that is spoken.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Where a request goes. It has the key in it, and so is never shown.
pub(crate) struct Target {
    url: Url,
    headers: Headers,
    model: ModelIden,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target").field("host", &self.host()).finish_non_exhaustive()
    }
}

impl Target {
    /// Of a profile with its key.
    pub(crate) fn of(access: &ModelAccess) -> Result<Self, ModelFailure> {
        let ModelAccess { profile, key } = access;
        let base = profile.base_url.as_deref().unwrap_or(profile.protocol.default_base_url());
        let wrong = || ModelFailure::Unreachable {
            host: profile.name.to_string(),
            reason: "its base_url is no address".into(),
        };
        let mut url = Url::parse(base).map_err(|_| wrong())?;
        let stream = format!("{}:streamGenerateContent", profile.model);
        let operation: &[&str] = match profile.protocol {
            ModelProtocol::Openai => &["chat", "completions"],
            ModelProtocol::Anthropic => &["messages"],
            ModelProtocol::Gemini => &["models", &stream],
            ModelProtocol::Ollama => &["api", "chat"],
        };
        url.path_segments_mut().map_err(|()| wrong())?.pop_if_empty().extend(operation);
        if profile.protocol == ModelProtocol::Gemini {
            url.query_pairs_mut().append_pair("alt", "sse");
        }
        let model = ModelIden::new(adapter(profile.protocol), profile.model.clone());
        Ok(Self { url, headers: headers(profile.protocol, key.as_ref()), model })
    }

    /// In the library's words. Address and headers are given whole, so that it looks for a key nowhere.
    pub(crate) fn service(&self) -> ServiceTarget {
        let auth = AuthData::RequestOverride { url: self.url.to_string(), headers: self.headers.clone() };
        ServiceTarget { endpoint: Endpoint::from_owned(self.url.as_str()), auth, model: self.model.clone() }
    }

    /// Name or address, with the port where it is not the usual one.
    pub(crate) fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Whether it is on this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        match self.url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }

    /// The answer ended before it was whole.
    pub(crate) fn cut_off(&self) -> ModelFailure {
        let reason = "the connection ended before the answer did".to_owned();
        ModelFailure::Unreachable { host: self.host(), reason }
    }
}

fn adapter(protocol: ModelProtocol) -> AdapterKind {
    match protocol {
        ModelProtocol::Openai => AdapterKind::OpenAI,
        ModelProtocol::Anthropic => AdapterKind::Anthropic,
        ModelProtocol::Gemini => AdapterKind::Gemini,
        ModelProtocol::Ollama => AdapterKind::Ollama,
    }
}

fn headers(protocol: ModelProtocol, key: Option<&ApiKey>) -> Headers {
    let mut headers = Headers::default();
    if let Some(key) = key.map(ApiKey::expose) {
        headers.merge(match protocol {
            ModelProtocol::Openai | ModelProtocol::Ollama => ("authorization", format!("Bearer {key}")),
            ModelProtocol::Anthropic => ("x-api-key", key.to_owned()),
            ModelProtocol::Gemini => ("x-goog-api-key", key.to_owned()),
        });
    }
    if protocol == ModelProtocol::Anthropic {
        headers.merge(("anthropic-version", ANTHROPIC_VERSION));
    }
    headers
}

/// What a profile says of how it is asked.
pub(crate) fn options(profile: &ModelProfile) -> ChatOptions {
    let mut options = ChatOptions::default()
        .with_stream_header_timeout(FIRST_WORD)
        .with_stream_read_timeout(SILENCE)
        .with_capture_usage(true);
    options.temperature = profile.temperature;
    options.max_tokens = profile.max_output_tokens;
    match profile.protocol {
        // The library reads the end of a name (`-max`, `-high`) as a wish and cuts it off, and what stands before `::` as a
        // provider. A name is what its server calls the model: it is put back, and no wish is made of it.
        ModelProtocol::Openai => {
            options.reasoning_effort = Some(ReasoningEffort::Budget(0));
            options.with_extra_body(json!({"model": profile.model}))
        }
        ModelProtocol::Anthropic => {
            options.reasoning_effort = no_wish(&profile.model);
            // Thoughts must go back as they came, with what signs them.
            options.with_capture_reasoning_content(true).with_extra_body(json!({"model": profile.model}))
        }
        // The name stands in the address.
        ModelProtocol::Gemini => {
            options.reasoning_effort = no_wish(&profile.model);
            options
        }
        ModelProtocol::Ollama => options,
    }
}

fn no_wish(model: &str) -> Option<ReasoningEffort> {
    let (wish, _) = ReasoningEffort::from_model_name(model);
    wish.map(|_| ReasoningEffort::Zero)
}
