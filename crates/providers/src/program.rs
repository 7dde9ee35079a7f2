//! Runs an installer or an interpreter to its end, within a time limit, and keeps what it said.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use pegboard_model::provider::Progress;
use pegboard_processes::{HOUSE, Mark, end_marked};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;
use uuid::Uuid;

use crate::capture::Capture;
use crate::variables;

/// Bytes that are kept of each stream of a program.
const OUTPUT_BYTES: usize = 16 << 10;

/// Characters of a line that people see while a program works.
const LINE_CHARS: usize = 200;

/// Lines that people see of one program; the rest shows in errors only.
const MAX_LINES: usize = 500;

/// A program could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It is not there or not executable.
    #[error("{} could not be started: {cause}", program.display())]
    NotStarted {
        /// Its file.
        program: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// It took too long and was ended.
    #[error("{} was ended: it took longer than {} s", program.display(), limit.as_secs())]
    TimedOut {
        /// Its file.
        program: PathBuf,
        /// What it was given.
        limit: Duration,
    },
    /// It ended with an error.
    #[error("{} failed ({status}): {said}", program.display())]
    Failed {
        /// Its file.
        program: PathBuf,
        /// How it ended.
        status: ExitStatus,
        /// The end of what it said.
        said: String,
    },
}

/// A command line that runs in a process group of its own, with the environment that installers get.
pub(crate) struct Program {
    file: PathBuf,
    command: Command,
    mark: Mark,
    limit: Duration,
}

impl Program {
    /// A program by its absolute file.
    pub(crate) fn new(file: &Path, house: &str, limit: Duration) -> Self {
        let id = Uuid::now_v7().to_string();
        let mut command = Command::new(file);
        command
            .env_clear()
            .envs(variables::for_installers())
            .env(HOUSE, house)
            .env(variables::RUNNER, &id)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        Self { file: file.to_owned(), command, mark: variables::mark(&id), limit }
    }

    /// Its arguments, environment and folder.
    pub(crate) fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    /// Runs it and gives what it wrote to its standard output. Lines of its standard error go to `progress`.
    /// When this future is dropped, the program's whole group is ended.
    pub(crate) async fn run(mut self, progress: &dyn Progress) -> Result<String, ProgramError> {
        let mut child = self
            .command
            .spawn()
            .map_err(|cause| ProgramError::NotStarted { program: self.file.clone(), cause })?;
        let _group = Group::of(child.id());
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let mut output = Capture::new(OUTPUT_BYTES);
        let mut said = Capture::new(OUTPUT_BYTES);
        let mut lines = Lines::default();
        let mark = self.mark;
        let work = async {
            let ((), (), ended) = tokio::join!(
                read_all(stdout, |bytes| output.push(bytes)),
                read_all(stderr, |bytes| {
                    said.push(bytes);
                    lines.push(bytes, progress);
                }),
                async {
                    let ended = child.wait().await;
                    // What a package's build left running would hold the streams open.
                    end_strays(mark).await;
                    ended
                }
            );
            ended
        };
        let Ok(ended) = tokio::time::timeout(self.limit, work).await else {
            return Err(ProgramError::TimedOut { program: self.file, limit: self.limit });
        };
        let status = ended.map_err(|cause| ProgramError::NotStarted { program: self.file.clone(), cause })?;
        if status.success() {
            return Ok(output.text());
        }
        let said = [said.text(), output.text()].join("\n").trim().to_owned();
        Err(ProgramError::Failed { program: self.file, status, said })
    }
}

async fn end_strays(mark: Mark) {
    match tokio::task::spawn_blocking(move || end_marked(&mark)).await {
        Ok(Ok(_)) => {}
        Ok(Err(cause)) => tracing::warn!(%cause, "processes that an installer left may still live"),
        Err(cause) => tracing::warn!(%cause, "looking for what an installer left was given up"),
    }
}

async fn read_all(stream: Option<impl AsyncRead + Unpin>, mut take: impl FnMut(&[u8])) {
    let Some(mut stream) = stream else { return };
    let mut buffer = vec![0; 8 << 10];
    // An error on reading a pipe means no more than its end: how the program fared is told by its status.
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        take(&buffer[..count]);
    }
}

/// Ends a process group when dropped. After its leader was waited for, what is left are its strays.
struct Group(Option<Pid>);

impl Group {
    fn of(leader: Option<u32>) -> Self {
        let leader = leader.and_then(|pid| i32::try_from(pid).ok());
        Self(leader.and_then(Pid::from_raw))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // Gone already is what we want.
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Cuts a stream into lines for people.
#[derive(Default)]
struct Lines {
    line: Vec<u8>,
    shown: usize,
}

impl Lines {
    fn push(&mut self, bytes: &[u8], progress: &dyn Progress) {
        for byte in bytes {
            if matches!(byte, b'\n' | b'\r') {
                self.show(progress);
            } else if self.line.len() < LINE_CHARS * 4 {
                self.line.push(*byte);
            }
        }
    }

    fn show(&mut self, progress: &dyn Progress) {
        let text: String = String::from_utf8_lossy(&self.line)
            .trim()
            .chars()
            .filter(|char| !char.is_control())
            .take(LINE_CHARS)
            .collect();
        self.line.clear();
        if !text.is_empty() && self.shown < MAX_LINES {
            self.shown += 1;
            progress.step(&text);
        }
    }
}
