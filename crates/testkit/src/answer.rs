//! What the server answered.

use serde_json::Value;

/// One HTTP answer with its JSON body (null when it has none).
#[derive(Debug, Clone)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Value,
}

impl Answer {
    /// The body of an answer that must be a success.
    ///
    /// # Panics
    /// When the status is not 2xx; the message shows the body.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{} {:#}", self.status, self.body);
        self.body
    }

    /// The body of an answer that must have this status.
    ///
    /// # Panics
    /// When it has another one.
    #[track_caller]
    pub fn with_status(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{:#}", self.body);
        self.body
    }
}
