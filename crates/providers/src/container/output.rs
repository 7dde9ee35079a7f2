//! What a container prints, read while it prints, within bounds.

use std::pin::Pin;

use bollard::container::LogOutput;
use bollard::errors::Error;
use futures::{Stream, StreamExt as _};

use crate::capture::{Capture, Decoder};

/// What a container prints.
pub(super) type Printed = Pin<Box<dyn Stream<Item = Result<LogOutput, Error>> + Send>>;

/// Bytes of standard error that an error shows.
const TAIL_BYTES: usize = 4 << 10;

/// What was read so far.
pub(super) struct Output {
    stdout: Vec<u8>,
    stdout_max: usize,
    stderr: Capture,
    tail: Vec<u8>,
    decoder: Decoder,
}

/// How reading ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// The container closed its output: its first process is over.
    Whole,
    /// It printed more than it may.
    TooMuch,
    /// The engine broke off.
    Broken,
}

impl Output {
    pub(super) fn new(stdout_max: usize, log_bytes: usize) -> Self {
        Self {
            stdout: Vec::new(),
            stdout_max,
            stderr: Capture::new(log_bytes),
            tail: Vec::new(),
            decoder: Decoder::default(),
        }
    }

    /// Reads to the end; pieces of standard error go to `log` as they come.
    pub(super) async fn read(&mut self, mut printed: Printed, log: &(dyn Fn(&str) + Send + Sync)) -> Read {
        while let Some(piece) = printed.next().await {
            match piece {
                Ok(LogOutput::StdOut { message } | LogOutput::Console { message }) => {
                    if self.stdout.len() + message.len() > self.stdout_max {
                        return Read::TooMuch;
                    }
                    self.stdout.extend_from_slice(&message);
                }
                Ok(LogOutput::StdErr { message }) => {
                    self.stderr.push(&message);
                    self.tail.extend_from_slice(&message);
                    let surplus = self.tail.len().saturating_sub(TAIL_BYTES);
                    self.tail.drain(..surplus);
                    let text = self.decoder.decode(&message);
                    if !text.is_empty() {
                        log(&text);
                    }
                }
                Ok(LogOutput::StdIn { .. }) => {}
                Err(error) => {
                    tracing::debug!(%error, "reading what a container prints was broken off");
                    return Read::Broken;
                }
            }
        }
        Read::Whole
    }

    /// Everything on standard output.
    pub(super) fn stdout(&self) -> &[u8] {
        &self.stdout
    }

    /// What was on standard error, with its middle left out where it was long.
    pub(super) fn log(&self) -> String {
        self.stderr.text()
    }

    /// The end of standard error.
    pub(super) fn tail(&self) -> String {
        String::from_utf8_lossy(&self.tail).trim().to_owned()
    }

    /// What it may print on standard output, in bytes.
    pub(super) fn stdout_max(&self) -> usize {
        self.stdout_max
    }
}
