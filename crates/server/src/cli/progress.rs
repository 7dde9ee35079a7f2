//! What a person sees while something takes long. On standard error, and only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use pegboard_model::provider::Progress;

/// How often a spinner turns.
const TURN: Duration = Duration::from_millis(100);

/// Shows that something goes on, until dropped.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    pub(crate) fn start(text: impl Into<String>) -> Self {
        let bar = ProgressBar::new_spinner().with_message(text.into());
        bar.enable_steady_tick(TURN);
        Self(bar)
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Steps of the server's own long work. A terminal shows the current one, anything else gets a line for each.
pub(crate) struct Steps(ProgressBar);

impl Steps {
    pub(crate) fn start() -> Self {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(TURN);
        Self(bar)
    }
}

impl Progress for Steps {
    fn step(&self, line: &str) {
        if self.0.is_hidden() {
            crate::cli::output::progress_line(line);
        } else {
            self.0.set_message(crate::cli::text::harmless(line));
        }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// How much of an upload is on its way.
pub(crate) fn upload(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    match ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {eta}") {
        Ok(style) => bar.with_style(style).with_message("Uploading"),
        Err(_) => bar,
    }
}
