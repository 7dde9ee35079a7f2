//! Everything that is printed is printed here.

use std::io::{self, ErrorKind, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use comfy_table::{Cell, ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::Value;

use crate::cli::client::Answer;
use crate::cli::exit::{Failure, Told};
use crate::cli::text::harmless;

/// How text stands out, where the terminal can show it and `NO_COLOR` is not set.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Tone {
    Plain,
    Strong,
    Faint,
    Good,
    Changed,
    Bad,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Good => AnsiColor::Green.on_default(),
            Self::Changed => AnsiColor::Yellow.on_default(),
            Self::Bad => AnsiColor::Red.on_default(),
        }
    }
}

/// What the user wants to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text for people.
    Human,
    /// The objects of the REST API.
    Json,
}

/// Standard output and standard error.
#[derive(Debug)]
pub(crate) struct Output {
    format: Format,
}

impl Output {
    pub(crate) fn new(format: Format) -> Self {
        Self { format }
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// One answer of the server: as it came, or as `human` shows it.
    pub(crate) fn answer<T>(&self, answer: &Answer<T>, human: impl FnOnce(&Self, &T)) {
        match self.format {
            Format::Json => self.json(&answer.raw),
            Format::Human => human(self, &answer.body),
        }
    }

    /// An object on lines of its own.
    pub(crate) fn json(&self, value: &impl Serialize) {
        let text = serde_json::to_string_pretty(value).unwrap_or_else(|error| format!("\"{error}\""));
        written(writeln!(io::stdout().lock(), "{text}"));
    }

    /// An object on one line.
    pub(crate) fn json_line(&self, value: &Value) {
        written(writeln!(io::stdout().lock(), "{value}"));
    }

    /// Text for people on standard output. It may be foreign.
    pub(crate) fn line(&self, tone: Tone, text: &str) {
        let style = tone.style();
        let text = harmless(text);
        written(writeln!(anstream::stdout().lock(), "{style}{text}{style:#}"));
    }

    /// Rows under their titles.
    pub(crate) fn table<const N: usize>(
        &self,
        titles: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        let style = Tone::Strong.style();
        table.set_header(titles.map(Cell::new));
        for row in rows {
            table.add_row(row.map(|text| Cell::new(harmless(&text))));
        }
        let text = table.to_string();
        let mut lines = text.lines();
        let mut out = anstream::stdout().lock();
        if let Some(titles) = lines.next() {
            written(writeln!(out, "{style}{}{style:#}", titles.trim_end()));
        }
        for line in lines {
            written(writeln!(out, "{}", line.trim_end()));
        }
    }

    /// Bytes as they are.
    pub(crate) fn bytes(&self, bytes: &[u8]) {
        let mut out = io::stdout().lock();
        written(out.write_all(bytes).and_then(|()| out.flush()));
    }

    /// A piece of text on standard output, as it comes. It may be foreign.
    pub(crate) fn piece(&self, text: &str) {
        let mut out = io::stdout().lock();
        written(out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush()));
    }

    /// A line on standard error, which stands out. It may be foreign.
    pub(crate) fn aside(&self, tone: Tone, text: &str) {
        let (style, text) = (tone.style(), harmless(text));
        written(writeln!(anstream::stderr().lock(), "{style}{text}{style:#}"));
    }

    /// A remark on standard error, so that standard output stays what was asked for.
    pub(crate) fn note(&self, text: &str) {
        written(writeln!(anstream::stderr().lock(), "{}", harmless(text)));
    }

    /// Why the command did not do what was asked.
    pub(crate) fn failure(&self, failure: &Failure) {
        let Some(told) = &failure.told else { return };
        if let (Format::Json, Some(problem)) = (self.format, &told.problem) {
            let text = serde_json::to_string_pretty(problem).unwrap_or_else(|_| told.what.clone());
            return written(writeln!(io::stderr().lock(), "{text}"));
        }
        self.told(told);
    }

    fn told(&self, told: &Told) {
        let (bad, strong) = (Tone::Bad.style().bold(), Tone::Strong.style());
        let mut err = anstream::stderr().lock();
        written(writeln!(err, "{bad}error{bad:#}: {}", harmless(&told.what)));
        for note in &told.notes {
            written(writeln!(err, "  {}", harmless(note)));
        }
        if let Some(hint) = &told.hint {
            written(writeln!(err, "{strong}hint{strong:#}: {}", harmless(hint)));
        }
    }

    /// Asks a yes-or-no question where somebody can answer; elsewhere the command itself is the yes.
    pub(crate) fn confirmed(&self, question: &str) -> bool {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return true;
        }
        let mut err = anstream::stderr().lock();
        written(write!(err, "{} [y/N] ", harmless(question)).and_then(|()| err.flush()));
        let mut answer = String::new();
        let read = io::stdin().read_line(&mut answer);
        read.is_ok() && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
    }
}

/// Whoever read the output has enough of it: that is no failure, and there is nothing left to do.
fn written(result: io::Result<()>) {
    if let Err(error) = result {
        let code = if error.kind() == ErrorKind::BrokenPipe { 0 } else { 70 };
        std::process::exit(code);
    }
}

/// One step of long work, where no terminal shows it.
pub(crate) fn progress_line(line: &str) {
    written(writeln!(io::stderr().lock(), "{}", harmless(line)));
}
