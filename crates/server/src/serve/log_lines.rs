//! Where lines of the log go: to standard error, without the secrets that the house knows.

use std::io::{self, Stderr, Write};
use std::sync::Arc;

use pegboard_engine::KnownSecrets;
use tracing_subscriber::fmt::MakeWriter;

/// Makes a writer for each line.
pub(super) struct LogLines {
    secrets: Arc<KnownSecrets>,
}

impl LogLines {
    pub(super) fn new(secrets: Arc<KnownSecrets>) -> Self {
        Self { secrets }
    }
}

impl<'w> MakeWriter<'w> for LogLines {
    type Writer = Line<'w>;

    fn make_writer(&'w self) -> Line<'w> {
        Line { secrets: &self.secrets, stderr: io::stderr() }
    }
}

/// One line, which comes in one piece.
pub(super) struct Line<'w> {
    secrets: &'w KnownSecrets,
    stderr: Stderr,
}

impl Write for Line<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        self.stderr.write_all(self.secrets.scrubbed(&text).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stderr.flush()
    }
}
