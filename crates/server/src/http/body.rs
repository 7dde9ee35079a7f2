//! JSON bodies and their refusals.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use serde::de::DeserializeOwned;
use tokio::sync::OwnedSemaphorePermit;

use crate::http::limits::JSON_BODY_MAX;
use crate::http::problem::{Problem, kinds};
use crate::http::state::App;

/// A JSON body. Requires its content type, so that no form of a foreign page can pass for one.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(refusal(&rejection, JSON_BODY_MAX >> 20)),
        }
    }
}

/// A JSON body of so many MiB, where the usual limit is too tight. Of those above it few are read at once; the room is held as
/// long as this lives.
pub(crate) struct LargeBody<const MIB: usize, T> {
    pub(crate) value: T,
    pub(crate) room: Option<OwnedSemaphorePermit>,
}

impl<const MIB: usize, T: DeserializeOwned> FromRequest<App> for LargeBody<MIB, T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, app: &App) -> Result<Self, Problem> {
        let announced =
            request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let room = match announced {
            Some(0..=JSON_BODY_MAX) => None,
            // One that does not say how large it is may be.
            Some(_) | None => Some(Arc::clone(&app.large_bodies).try_acquire_owned().map_err(|_| busy())?),
        };
        DefaultBodyLimit::max(MIB << 20).apply(&mut request);
        match Json::from_request(request, app).await {
            Ok(Json(value)) => Ok(Self { value, room }),
            Err(rejection) => Err(refusal(&rejection, MIB)),
        }
    }
}

fn busy() -> Problem {
    Problem::new(kinds::BUSY, "As many large bodies are being read as can be.").hint("Try again in a moment.")
}

/// A JSON body that may be left out, or be `null`.
pub(crate) struct MaybeBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for MaybeBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let headers = request.headers();
        let empty = headers.get(CONTENT_LENGTH).is_none_or(|length| length == "0");
        if empty && !headers.contains_key(TRANSFER_ENCODING) && !headers.contains_key(CONTENT_TYPE) {
            return Ok(Self(T::default()));
        }
        let Body(value) = Body::<Option<T>>::from_request(request, state).await?;
        Ok(Self(value.unwrap_or_default()))
    }
}

fn refusal(rejection: &JsonRejection, mib: usize) -> Problem {
    match rejection {
        JsonRejection::JsonDataError(error) => Problem::new(kinds::INVALID_BODY, reason(error))
            .hint("/openapi.json describes the body of each operation."),
        JsonRejection::JsonSyntaxError(error) => {
            Problem::new(kinds::BAD_REQUEST, format!("The body is not JSON: {}", reason(error)))
        }
        JsonRejection::MissingJsonContentType(_) => {
            Problem::new(kinds::WRONG_MEDIA_TYPE, "The body must be JSON and say so.")
                .hint("Send `Content-Type: application/json`.")
        }
        other if other.status().as_u16() == kinds::TOO_LARGE.status => {
            Problem::new(kinds::TOO_LARGE, format!("A JSON body may have {mib} MiB."))
                .hint("Upload large content as a workspace file and hand the tool its path.")
        }
        other => Problem::new(kinds::BAD_REQUEST, other.body_text()),
    }
}

/// The innermost error: where in the JSON, and what is wrong there.
fn reason(error: &dyn std::error::Error) -> String {
    let last = std::iter::successors(Some(error), |error| error.source()).last();
    last.unwrap_or(error).to_string()
}
