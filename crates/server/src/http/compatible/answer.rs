//! A reply as OpenAI's clients read it: whole, or piece by piece.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, stream};
use pegboard_engine::ReplyEnd;
use pegboard_model::ids::ChatId;
use pegboard_model::reply::ReplyStatus;
use serde_json::Value;

use crate::http::compatible::naming::CHAT_HEADER;
use crate::http::compatible::refusal;
use crate::http::wire::completion::{Completion, CompletionChunk, CompletionRequest, Head, Standing};
use crate::plain_reply::{PlainReply, Said};

/// How often a comment is sent when nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// How the client wants the answer.
pub(super) struct Wanted {
    model: String,
    is_stream: bool,
    has_usage: bool,
}

impl Wanted {
    pub(super) fn of(request: &CompletionRequest) -> Self {
        Self {
            model: request.model.clone(),
            is_stream: request.stream.unwrap_or_default(),
            has_usage: request.stream_options.as_ref().is_some_and(|options| options.include_usage),
        }
    }
}

/// Answers with a reply.
pub(super) async fn answer(reply: PlainReply, wanted: Wanted) -> Response {
    let chat = reply.chat();
    let head = Head::new(reply.message(), wanted.model);
    let response = if wanted.is_stream {
        let pieces = pieces(reply, head, wanted.has_usage);
        Sse::new(pieces).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
    } else {
        whole(reply, head).await
    };
    in_chat(response, chat)
}

fn in_chat(mut response: Response, chat: ChatId) -> Response {
    if let Ok(value) = HeaderValue::from_str(&chat.to_string()) {
        response.headers_mut().insert(HeaderName::from_static(CHAT_HEADER), value);
    }
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

async fn whole(mut reply: PlainReply, head: Head) -> Response {
    let mut text = String::new();
    while let Some(said) = reply.next().await {
        match said {
            Said::Text(more) => text.push_str(&more),
            Said::Calls(_) => {}
            Said::Ended(end) => match failure(&end) {
                Some(why) => return refusal::failed(&why),
                None => {
                    let standing = Standing::of(&reply, &end);
                    return Json(Completion::new(head, text, end.usage, standing)).into_response();
                }
            },
        }
    }
    refusal::failed("the reply ended without an end")
}

/// Why a reply is not whole. One that waits, or that a person stopped, is as whole as it was meant to be.
fn failure(end: &ReplyEnd) -> Option<String> {
    match end.status {
        ReplyStatus::Done | ReplyStatus::Waiting | ReplyStatus::Stopped => None,
        ReplyStatus::Failed | ReplyStatus::Interrupted | ReplyStatus::Running => Some(
            end.error.clone().unwrap_or_else(|| "the server stopped before the reply was whole".to_owned()),
        ),
    }
}

struct Writing {
    reply: PlainReply,
    head: Head,
    has_usage: bool,
    ready: VecDeque<Event>,
    over: bool,
}

fn pieces(reply: PlainReply, head: Head, has_usage: bool) -> impl Stream<Item = Result<Event, Infallible>> {
    let first = line(&CompletionChunk::first(&head));
    let writing = Writing { reply, head, has_usage, ready: VecDeque::from([first]), over: false };
    stream::unfold(writing, |mut writing| async move {
        loop {
            if let Some(event) = writing.ready.pop_front() {
                return Some((Ok(event), writing));
            }
            if writing.over {
                return None;
            }
            writing.read().await;
        }
    })
}

impl Writing {
    async fn read(&mut self) {
        match self.reply.next().await {
            Some(Said::Text(delta)) => self.ready.push_back(line(&CompletionChunk::text(&self.head, delta))),
            Some(Said::Calls(_)) => {}
            Some(Said::Ended(end)) => self.end(&end),
            None => self.over = true,
        }
    }

    fn end(&mut self, end: &ReplyEnd) {
        self.over = true;
        if let Some(why) = failure(end) {
            let error = refusal::error(StatusCode::BAD_GATEWAY, &why, "reply_failed");
            self.ready.push_back(Event::default().data(error.to_string()));
        } else {
            let standing = Standing::of(&self.reply, end);
            self.ready.push_back(line(&CompletionChunk::last(&self.head, standing)));
            if self.has_usage {
                self.ready.push_back(line(&CompletionChunk::usage(&self.head, end.usage)));
            }
        }
        self.ready.push_back(Event::default().data("[DONE]"));
    }
}

fn line(chunk: &CompletionChunk) -> Event {
    let text = serde_json::to_value(chunk).unwrap_or(Value::Null);
    Event::default().data(text.to_string())
}
