//! What a failure means, without the key and without a server's whole page.

use std::error::Error as StdError;
use std::time::Duration;

use genai::webc::StreamTimeout;
use pegboard_model::inference::{ApiKey, ModelFailure};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::limits::REASON_MAX;
use crate::target::Target;

/// How servers say that a prompt is too long, in lower case.
const TOO_LONG: [&str; 8] = [
    "context_length_exceeded",
    "context length",
    "context window",
    "context size",
    "prompt is too long",
    "input token count",
    "too many tokens",
    "maximum number of tokens",
];

/// What this error of the library's means.
pub(crate) fn of(error: genai::Error, target: &Target, key: Option<&ApiKey>) -> ModelFailure {
    let telling = Telling { target, key };
    match error {
        genai::Error::HttpError { status, body, headers, .. } => {
            telling.status(status.as_u16(), &body, Some(&headers))
        }
        genai::Error::WebStream { error, .. } => match error.downcast::<genai::Error>() {
            Ok(inner) => of(*inner, target, key),
            Err(error) => telling.unreachable(error.as_ref()),
        },
        genai::Error::ChatResponse { body, .. } => telling.in_the_stream(&body),
        genai::Error::StreamParse { serde_error, .. } => telling.garbled(&serde_error),
        genai::Error::SerdeJson(error) => telling.garbled(&error),
        genai::Error::JsonValueExt(error) => telling.garbled(&error),
        other => telling.garbled(&other),
    }
}

/// What a failure means that a server told in the middle of its answer, in its own words.
pub(crate) fn in_the_stream(body: &Value, target: &Target, key: Option<&ApiKey>) -> ModelFailure {
    Telling { target, key }.in_the_stream(body)
}

struct Telling<'t> {
    target: &'t Target,
    key: Option<&'t ApiKey>,
}

impl Telling<'_> {
    fn status(&self, status: u16, body: &str, headers: Option<&HeaderMap>) -> ModelFailure {
        let reason = self.reason(body, status);
        let lower = body.to_lowercase();
        let too_long = matches!(status, 400 | 422) && TOO_LONG.iter().any(|words| lower.contains(words));
        match status {
            401 | 403 => ModelFailure::Key { reason },
            // Gemini's way to say it.
            400 if lower.contains("api_key_invalid") => ModelFailure::Key { reason },
            // Nothing that passes by itself.
            429 if lower.contains("insufficient_quota") => ModelFailure::Refused { status, reason },
            429 | 503 | 529 => {
                let retry_after = headers.and_then(retry_after).or_else(|| retry_delay(body));
                ModelFailure::Busy { reason, retry_after }
            }
            413 => ModelFailure::TooLong { reason },
            _ if too_long => ModelFailure::TooLong { reason },
            _ => ModelFailure::Refused { status, reason },
        }
    }

    /// A failure that came in the middle of an answer.
    fn in_the_stream(&self, body: &Value) -> ModelFailure {
        let error = body.get("error").unwrap_or(body);
        let kind = error["type"].as_str().or(error["status"].as_str()).or(error.as_str()).unwrap_or_default();
        let status = match kind {
            "overloaded_error" | "UNAVAILABLE" => 529,
            "rate_limit_error" | "RESOURCE_EXHAUSTED" => 429,
            "authentication_error" | "permission_error" | "UNAUTHENTICATED" => 401,
            "invalid_request_error" | "INVALID_ARGUMENT" => 400,
            // Ollama has no names for them.
            words if words.starts_with("server busy") => 529,
            _ => error["code"].as_u64().and_then(|code| u16::try_from(code).ok()).unwrap_or(500),
        };
        self.status(status, &body.to_string(), None)
    }

    fn unreachable(&self, error: &(dyn StdError + Send + Sync + 'static)) -> ModelFailure {
        let reason = if error.downcast_ref::<StreamTimeout>().is_some() {
            "it said nothing for too long".to_owned()
        } else {
            // The outermost text has the address in it, which may have a secret in its query.
            self.line(&innermost(error))
        };
        ModelFailure::Unreachable { host: self.target.host(), reason }
    }

    fn garbled(&self, error: &dyn std::fmt::Display) -> ModelFailure {
        ModelFailure::Garbled { reason: self.line(&error.to_string()) }
    }

    /// What a server says of a failure, as far as it can be made out.
    fn reason(&self, body: &str, status: u16) -> String {
        let parsed: Option<Value> = serde_json::from_str(body).ok();
        let told = parsed.as_ref().and_then(|body| {
            // Gemini puts its answers in a list.
            let body = body.get(0).unwrap_or(body);
            let error = body.get("error").unwrap_or(body);
            error.as_str().or(error["message"].as_str()).or(body["detail"].as_str())
        });
        let line = self.line(told.unwrap_or(if parsed.is_some() { "" } else { body }));
        if line.is_empty() { format!("status {status}") } else { line }
    }

    /// The first line, cut, without the key.
    fn line(&self, text: &str) -> String {
        let clean = match self.key.map(ApiKey::expose) {
            Some(key) if !key.is_empty() => text.replace(key, "***"),
            _ => text.to_owned(),
        };
        let first = clean.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        first.chars().filter(|letter| !letter.is_control()).take(REASON_MAX).collect()
    }
}

fn innermost(error: &(dyn StdError + Send + Sync + 'static)) -> String {
    let mut inner: &dyn StdError = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    // A failure of the client's own has no source, but its address.
    match inner.downcast_ref::<reqwest::Error>() {
        Some(error) if error.is_timeout() => "it did not answer in time".to_owned(),
        Some(_) => "the connection failed".to_owned(),
        None => inner.to_string(),
    }
}

/// When Gemini wants to be asked again, such as `36s` or `0.5s`: it says so in the body alone.
fn retry_delay(body: &str) -> Option<Duration> {
    let body: Value = serde_json::from_str(body).ok()?;
    let body = body.get(0).unwrap_or(&body);
    let details = body.get("error").unwrap_or(body)["details"].as_array()?;
    let text = details.iter().find_map(|detail| detail["retryDelay"].as_str())?;
    Duration::try_from_secs_f64(text.strip_suffix('s')?.parse().ok()?).ok()
}

/// Seconds, or milliseconds where a server is that exact. Dates are not read.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |value: &reqwest::header::HeaderValue| value.to_str().ok()?.trim().parse::<f64>().ok();
    let exact = headers.get("retry-after-ms").and_then(number).map(|ms| ms / 1000.0);
    let seconds = exact.or_else(|| headers.get(RETRY_AFTER).and_then(number))?;
    Duration::try_from_secs_f64(seconds).ok()
}
