//! What ends the servers' processes when Pegboard itself is killed.
//!
//! Closing a server's input is how it learns that its client is gone, but not every server listens. So a second, idle
//! process holds the read end of a pipe whose write end only Pegboard has. When that end goes away, however that came,
//! it ends everything with the mark of this Pegboard's servers, and then itself.

use std::io::{self, Read};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use pegboard_processes::{Mark, SweepError, end_marked, inherited};
use tokio::process::{Child, Command};
use uuid::Uuid;

use super::config::GuardProgram;

/// The variable that the processes of one provider carry.
pub(super) const GUARDED: &str = "PEGBOARD_MCP";

/// The body of a guard's process: waits until `input` ends, then ends every process that was marked with `mark`.
/// Gives their number. Blocks.
///
/// # Errors
/// When processes cannot be listed, or do not end.
pub fn stand_guard(mut input: impl Read, mark: &str) -> Result<usize, SweepError> {
    let mut buffer = [0; 64];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    end_marked(&Mark::new(GUARDED, mark))
}

/// Starts the guard when the first process needs it; with the last one it goes.
#[derive(Debug)]
pub(super) struct Guards {
    program: Option<GuardProgram>,
    mark: String,
    current: Mutex<Weak<Guard>>,
}

/// A guard that stands as long as this lives. Dropped, it is dismissed: nothing that it stands for is left.
#[derive(Debug)]
pub(super) struct Guard {
    child: Mutex<Child>,
}

impl Guards {
    /// Starts nothing yet.
    pub(super) fn new(program: Option<GuardProgram>) -> Self {
        Self { program, mark: Uuid::now_v7().to_string(), current: Mutex::default() }
    }

    /// The value of [`GUARDED`] for the processes to end.
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// A guard that stands; `None` where none is configured.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn stand(&self) -> io::Result<Option<Arc<Guard>>> {
        let Some(program) = &self.program else { return Ok(None) };
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(guard) = current.upgrade().filter(|guard| guard.lives()) {
            return Ok(Some(guard));
        }
        let child = Command::new(&program.file)
            .args(&program.args)
            .arg(&self.mark)
            .env_clear()
            .envs(inherited(|_| false))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // What ends the whole group of Pegboard must not end its guard first.
            .process_group(0)
            .spawn()?;
        let guard = Arc::new(Guard { child: Mutex::new(child) });
        *current = Arc::downgrade(&guard);
        Ok(Some(guard))
    }
}

impl Guard {
    fn lives(&self) -> bool {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(child.try_wait(), Ok(None))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Before its input ends: it would take that for the end of Pegboard, and end the servers of the guard after it.
        if let Err(error) = child.start_kill() {
            tracing::debug!(%error, "a guard went before it was dismissed");
        }
    }
}
