//! Reads a `text/event-stream`, as the WHATWG describes it, within a limit.

use std::time::Duration;

/// One event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Its name; empty means `message`.
    pub(super) name: String,
    /// Its data, lines joined.
    pub(super) data: Vec<u8>,
}

/// An event is larger than is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EventTooLarge;

/// The state of a stream that is being read.
#[derive(Debug)]
pub(super) struct EventStream {
    limit: usize,
    line: Vec<u8>,
    /// The last byte was a carriage return, whose line feed may still come.
    after_return: bool,
    begun: bool,
    event: Event,
    has_data: bool,
    pub(super) position: Position,
}

/// Where a stream can be taken up again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// The last event's id, where the server gives any.
    pub(super) last_id: Option<String>,
    /// How long the server wants its client to wait before.
    pub(super) retry: Option<Duration>,
}

impl EventStream {
    /// A stream whose events have at most `limit` bytes, going on at a position.
    pub(super) fn new(limit: usize, position: Position) -> Self {
        Self {
            limit,
            line: Vec::new(),
            after_return: false,
            begun: false,
            event: Event::default(),
            has_data: false,
            position,
        }
    }

    /// Takes the next bytes and gives the events that they complete. Events without data only move the position.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Event>, EventTooLarge> {
        let mut events = Vec::new();
        for part in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let (text, end) = match part.split_last() {
                Some((end @ (b'\n' | b'\r'), text)) => (text, Some(*end)),
                _ => (part, None),
            };
            if text.is_empty() && end == Some(b'\n') && self.after_return {
                self.after_return = false;
                continue;
            }
            self.after_return = end == Some(b'\r');
            if self.line.len() + self.event.data.len() + text.len() > self.limit {
                return Err(EventTooLarge);
            }
            self.line.extend_from_slice(text);
            if end.is_some() {
                events.extend(self.end_of_line());
            }
        }
        Ok(events)
    }

    fn end_of_line(&mut self) -> Option<Event> {
        let mut line = std::mem::take(&mut self.line);
        if !std::mem::replace(&mut self.begun, true) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            let is_whole = std::mem::take(&mut self.has_data) && !event.data.is_empty();
            return is_whole.then_some(event);
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        self.field(field, value);
        None
    }

    fn field(&mut self, field: &[u8], value: &[u8]) {
        match field {
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push(b'\n');
                }
                self.event.data.extend_from_slice(value);
            }
            b"event" => self.event.name = String::from_utf8_lossy(value).into_owned(),
            b"id" if !value.contains(&0) => {
                self.position.last_id = Some(String::from_utf8_lossy(value).into_owned());
            }
            b"retry" => {
                let millis = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                self.position.retry = millis.map(Duration::from_millis).or(self.position.retry);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::time::Duration;

    use proptest::prelude::{any, proptest};

    use super::{Event, EventStream, EventTooLarge, Position};

    fn event(name: &str, data: &str) -> Event {
        Event { name: name.to_owned(), data: data.as_bytes().to_vec() }
    }

    const STREAM: &str = "\u{feff}: hello\nid: 1\nretry: 500\ndata:\n\nevent: message\r\nid: 2\r\ndata: {\"a\":1}\r\n\r\n\
                          data: one\rdata:two\r\rdata: never ended";

    #[test]
    fn events_are_the_same_however_the_stream_is_torn() {
        for size in 1..STREAM.len() {
            let mut stream = EventStream::new(100, Position::default());
            let events: Vec<_> =
                STREAM.as_bytes().chunks(size).flat_map(|chunk| stream.push(chunk).unwrap()).collect();
            assert_eq!(events, [event("message", "{\"a\":1}"), event("", "one\ntwo")], "{size}");
            assert_eq!(
                stream.position,
                Position { last_id: Some("2".to_owned()), retry: Some(Duration::from_millis(500)) }
            );
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let mut stream = EventStream::new(8, Position::default());
        assert_eq!(stream.push(b"data: 123456789"), Err(EventTooLarge));
        let mut stream = EventStream::new(16, Position::default());
        assert_eq!(stream.push(b"data: 12345678\ndata: 12345678\n"), Err(EventTooLarge));
    }

    proptest! {
        #[test]
        fn no_bytes_take_more_than_the_limit(chunks in proptest::collection::vec(any::<Vec<u8>>(), 0..20)) {
            let mut stream = EventStream::new(32, Position::default());
            for chunk in chunks {
                match stream.push(&chunk) {
                    Ok(events) => assert!(events.iter().all(|event| event.data.len() <= 64)),
                    Err(EventTooLarge) => break,
                }
            }
        }
    }
}
