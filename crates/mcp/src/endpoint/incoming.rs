//! What comes with a message.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

use crate::endpoint::answer::{EVENT_STREAM, JSON};
use crate::endpoint::chat_choice::ChatChoice;
use crate::endpoint::house::{Principal, View};

/// What comes with a message.
#[derive(Debug, Clone)]
pub(super) struct Incoming {
    pub(super) by: Principal,
    pub(super) view: View,
    /// What the header or the query says of the chat.
    pub(super) chat: ChatChoice,
    pub(super) headers: HeaderMap,
}

impl Incoming {
    /// A header's value; one that is no text counts as none.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim)
    }

    /// Whether the client takes streams of events.
    pub(super) fn takes_streams(&self) -> bool {
        self.takes(EVENT_STREAM)
    }

    /// Whether the client takes single messages. One that does not say what it takes, takes all.
    pub(super) fn takes_messages(&self) -> bool {
        !self.headers.contains_key(ACCEPT) || self.takes(JSON)
    }

    fn takes(&self, media: &str) -> bool {
        let (group, _) = media.split_once('/').unwrap_or((media, ""));
        let accepted = self.headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
        accepted.flat_map(|value| value.split(',')).any(|item| {
            let item = item.split(';').next().unwrap_or_default().trim();
            item.eq_ignore_ascii_case(media)
                || item == "*/*"
                || item.strip_suffix("/*").is_some_and(|prefix| prefix.eq_ignore_ascii_case(group))
        })
    }
}
