//! Cuts a stream into lines of bounded length.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Whole(Vec<u8>),
    /// It was longer than is taken, and was skipped.
    TooLong,
}

/// The lines of a stream.
#[derive(Debug)]
pub(super) struct Lines<R> {
    stream: R,
    limit: usize,
    line: Vec<u8>,
    /// Whether the line so far is longer than is taken.
    skipping: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// Lines of at most `limit` bytes.
    pub(super) fn new(stream: R, limit: usize) -> Self {
        Self { stream, limit, line: Vec::new(), skipping: false }
    }

    /// The next line that is not empty; `None` at the end of the stream. A last line without an end counts as well.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let bytes = self.stream.fill_buf().await?;
            if bytes.is_empty() {
                return Ok(self.complete());
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.line.len() + part.len() > self.limit {
                self.skipping = true;
                self.line = Vec::new();
            }
            if !self.skipping {
                self.line.extend_from_slice(part);
            }
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.stream.consume(taken);
            if end.is_some()
                && let Some(line) = self.complete()
            {
                return Ok(Some(line));
            }
        }
    }

    fn complete(&mut self) -> Option<Line> {
        if std::mem::take(&mut self.skipping) {
            return Some(Line::TooLong);
        }
        let line = std::mem::take(&mut self.line);
        (!line.trim_ascii().is_empty()).then_some(Line::Whole(line))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use tokio::io::BufReader;

    use super::{Line, Lines};

    async fn all(text: &str, capacity: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, text.as_bytes()), 8);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            all.push(line);
        }
        all
    }

    #[tokio::test]
    async fn lines_are_the_same_however_the_stream_is_torn() {
        for capacity in 1..20 {
            let lines = all("ab\n\r\n\n123456789 too long\n12345678\nlast", capacity).await;
            let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
            assert_eq!(lines, [whole("ab"), Line::TooLong, whole("12345678"), whole("last")], "{capacity}");
        }
    }
}
