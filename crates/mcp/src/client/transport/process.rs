//! One server's process, with everything it starts.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use pegboard_processes::{HOUSE, Mark, end_marked};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;
use uuid::Uuid;

use crate::client::environment;
use crate::client::guard::GUARDED;
use crate::client::target::Program;

/// Marks the processes of one connection, so that what leaves its group is found.
const CONNECTION: &str = "PEGBOARD_MCP_CONNECTION";

/// A process that leads its own group. Dropped, its group is killed.
#[derive(Debug)]
pub(super) struct ServerProcess {
    child: Child,
    group: Option<Pid>,
    mark: Mark,
}

/// The three streams of a process.
pub(super) struct Streams {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl ServerProcess {
    /// Starts a program.
    pub(super) fn start(program: &Program, house: &str, guarded: &str) -> io::Result<(Self, Streams)> {
        let id = Uuid::now_v7().to_string();
        let mut child = Command::new(&program.command)
            .args(&program.args)
            .current_dir(&program.cwd)
            .env_clear()
            .envs(environment::for_servers())
            .envs(&program.env)
            .env(HOUSE, house)
            .env(GUARDED, guarded)
            .env(CONNECTION, &id)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self { child, group, mark: Mark::new(CONNECTION, &id) };
        match streams {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((process, Streams { stdin, stdout, stderr })),
            _ => Err(io::Error::other("a pipe of the process is missing")),
        }
    }

    pub(super) fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits until the process ends.
    pub(super) async fn ended(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends a process whose input is closed already: it may end by itself, then it is asked to, then it is killed.
    pub(super) async fn end(&mut self, patience: Duration) {
        if timeout(patience, self.child.wait()).await.is_ok() {
            return;
        }
        self.signal(Signal::TERM);
        if timeout(patience, self.child.wait()).await.is_ok() {
            return;
        }
        self.signal(Signal::KILL);
        if let Err(error) = self.child.wait().await {
            tracing::warn!(%error, "the end of an MCP server's process cannot be waited for");
        }
    }

    /// Kills what the process left behind, in its group and outside of it.
    pub(super) async fn end_strays(&self) {
        self.signal(Signal::KILL);
        let mark = self.mark.clone();
        match tokio::task::spawn_blocking(move || end_marked(&mark)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, "processes that an MCP server left may still live"),
            Err(error) => tracing::warn!(%error, "looking for what an MCP server left was given up"),
        }
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // Gone already is what we want.
            let _gone = kill_process_group(group, signal);
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}

/// How a process ended, as `it …`.
pub(super) fn how(status: &io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => match (status.code(), status.signal()) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "ended".to_owned(),
        },
        Err(_) => "went away".to_owned(),
    }
}
