//! The log, on standard error.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use clap::ValueEnum;
use pegboard_engine::KnownSecrets;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::serve::log_lines::LogLines;

/// What is logged when `RUST_LOG` says nothing.
const QUIET: &str = "warn";

/// Libraries whose lines below `info` hold secrets, where they are not recognised for it: the code that a sign-in comes back
/// with, the payload of a container, HTML a piece at a time. No `RUST_LOG` brings those lines into the log.
const INDISCREET: [&str; 4] = ["rmcp", "oauth2", "bollard", "html5ever"];

/// A library that logs what language models and their servers say, and warns of what is usual. What matters of it is an error
/// that it also gives back.
const TALKATIVE: &str = "genai";

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// `secrets` never show in a line.
pub(super) fn start(format: LogFormat, secrets: Arc<KnownSecrets>) {
    let wanted = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(QUIET));
    let filter = wanted.and(filter_fn(is_discreet));
    let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(LogLines::new(secrets));
    // An error says that a log was started before, which is as good.
    let _ = match format {
        LogFormat::Text => tracing_subscriber::registry().with(lines.with_filter(filter)).try_init(),
        LogFormat::Json => tracing_subscriber::registry().with(lines.json().with_filter(filter)).try_init(),
    };
}

fn is_discreet(line: &Metadata<'_>) -> bool {
    let library = line.target().split("::").next().unwrap_or_default();
    if library == TALKATIVE {
        return false;
    }
    *line.level() <= Level::INFO || !INDISCREET.contains(&library)
}
