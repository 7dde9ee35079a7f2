//! Ends a runner with all that it started.

use std::io;
use std::process::ExitStatus;

use pegboard_processes::{Mark, end_marked};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::Child;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

/// A runner's process and whatever it started. Dropped, it still has them ended.
#[derive(Debug)]
pub(super) struct Processes {
    child: Child,
    group: Option<Pid>,
    mark: Mark,
    /// What the provider waits for before it is shut down.
    tasks: TaskTracker,
    is_over: bool,
}

impl Processes {
    /// A process that leads a group of its own and carries the mark.
    pub(super) fn new(child: Child, mark: Mark, tasks: TaskTracker) -> Self {
        let group = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        Self { child, group, mark, tasks, is_over: false }
    }

    /// Whether the runner itself lives.
    pub(super) fn lives(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until the runner itself is gone. May be asked again.
    pub(super) async fn exited(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Kills the runner and its group.
    pub(super) fn kill(&self) {
        if let Some(group) = self.group {
            // Already gone is what we want.
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }

    /// Ends everything, and gives how the runner ended; when this returns, nothing of it lives.
    pub(super) async fn end(mut self) -> Option<ExitStatus> {
        self.kill();
        let status = self.child.wait().await.ok();
        self.is_over = true;
        let mark = self.mark.clone();
        if let Err(cause) = tokio::task::spawn_blocking(move || sweep(&mark)).await {
            tracing::warn!(%cause, "looking for what a Node runner left was given up");
        }
        status
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.kill();
        let mark = self.mark.clone();
        match Handle::try_current() {
            Ok(runtime) => {
                self.tasks.spawn_blocking_on(move || sweep(&mark), &runtime);
            }
            Err(_) => sweep(&mark),
        }
    }
}

fn sweep(mark: &Mark) {
    if let Err(cause) = end_marked(mark) {
        tracing::warn!(%cause, "processes that a Node runner left may still live");
    }
}
