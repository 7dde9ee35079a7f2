//! One command line, from its start to the end of all it started.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use pegboard_model::call::ToolFailure;
use pegboard_model::provider::{Host, Job, Network};
use pegboard_model::toolset::Writes;
use pegboard_processes::{HOUSE, end_marked};
use rustix::process::{Pid, Signal, kill_process_group};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use super::super::config::BuiltinConfig;
use super::error::ShellError;
use crate::capture::Capture;
use crate::confinement::{Confinement, Files};
use crate::pump::pump;
use crate::scratch::Scratch;
use crate::variables::{RUNNER, for_tools, mark, search_path};

#[derive(Deserialize)]
struct Arguments {
    command: String,
    timeout_seconds: Option<u64>,
}

/// How a command came to its end.
enum End {
    Exited(ExitStatus),
    TimeOver,
    Cancelled,
}

/// Runs command lines.
#[derive(Debug)]
pub(crate) struct Shell {
    config: BuiltinConfig,
    confinement: Confinement,
}

impl Shell {
    /// Those of a house.
    pub(crate) fn new(config: BuiltinConfig) -> Self {
        Self { confinement: Confinement::new(config.confine.clone()), config }
    }

    /// Runs a command line. When this returns, nothing of it runs any more.
    pub(crate) async fn run(&self, job: &Job, host: &dyn Host) -> Result<Value, ToolFailure> {
        Ok(run_command(self, job, host).await?)
    }

    fn start(&self, line: &str, own: &str, job: &Job, scratch: &Scratch) -> Result<Child, ShellError> {
        let sandbox = match job.network {
            Network::AsDeclared => job.bundle.sandbox,
            Network::Closed => job.bundle.sandbox.closed(),
        };
        let files = Files {
            hidden: vec![self.config.data.clone()],
            writable: vec![job.workspace.clone(), scratch.path().to_owned()],
            readable: Vec::new(),
        };
        let mut command = Command::from(self.confinement.command(&bash()?, &sandbox, files)?);
        command
            // A line may begin with `-`; it is never an option.
            .args(["--noprofile", "--norc", "-c", "--", line])
            .current_dir(&job.workspace)
            // An allow-list: neither `BASH_ENV` nor functions come along, and none of the server's secrets.
            .env_clear()
            .envs(for_tools())
            .env("PWD", &job.workspace)
            .env("TERM", "dumb")
            .env("TMPDIR", scratch.path())
            .env(HOUSE, &self.config.house)
            .env(RUNNER, own)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        if sandbox.writes() == Writes::Workspace && self.confinement.holds(&sandbox) {
            // Programs keep caches in the home folder, where they may not write now.
            let caches = scratch.path().join("cache");
            command.env("npm_config_cache", caches.join("npm")).env("XDG_CACHE_HOME", caches);
        }
        command.spawn().map_err(ShellError::Start)
    }
}

async fn run_command(shell: &Shell, job: &Job, host: &dyn Host) -> Result<Value, ShellError> {
    let args: Arguments = serde_json::from_value(Value::Object(job.resolved.args.clone()))
        .map_err(|error| ShellError::Arguments(error.to_string()))?;
    let most = args.timeout_seconds.map_or(job.limits.timeout, Duration::from_secs).min(job.limits.timeout);
    let own = job.call.to_string();
    std::fs::create_dir_all(&shell.config.scratch).map_err(ShellError::Start)?;
    // Goes when nothing of the command runs any more.
    let scratch = Scratch::new(&shell.config.scratch).map_err(ShellError::Start)?;
    let mut child = shell.start(&args.command, &own, job, &scratch)?;
    let began = Instant::now();
    let (mut stdout, mut stderr) =
        (Capture::new(job.limits.log_bytes / 2), Capture::new(job.limits.log_bytes / 2));
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let ended = async {
        let end = wait(&mut child, most, host).await;
        // Whatever still runs holds the pipes open.
        let left = end_all(group, own.clone()).await;
        (end, left)
    };
    let ((end, left), (), ()) = tokio::join!(
        ended,
        async {
            if let Some(mut out) = out {
                pump(&mut out, &mut stdout, host).await;
            }
        },
        async {
            if let Some(mut err) = err {
                pump(&mut err, &mut stderr, host).await;
            }
        }
    );
    left?;
    let output = json!({"stdout": stdout.text(), "stderr": stderr.text()});
    match end? {
        End::Exited(status) => Ok(json!({
            "exit_code": status.code(),
            "signal": status.signal(),
            "stdout": output["stdout"],
            "stderr": output["stderr"],
            "duration_ms": u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        })),
        End::TimeOver => Err(ShellError::Timeout { after: most, output }),
        End::Cancelled => Err(ShellError::Cancelled { output }),
    }
}

fn bash() -> Result<PathBuf, ShellError> {
    let found = search_path().into_iter().map(|folder| folder.join("bash")).find(|file| file.is_file());
    found.ok_or(ShellError::NoBash)
}

async fn wait(child: &mut Child, most: Duration, host: &dyn Host) -> Result<End, ShellError> {
    let cancelled = host.cancelled();
    tokio::select! {
        status = child.wait() => status.map(End::Exited).map_err(ShellError::Wait),
        () = cancelled.cancelled() => Ok(End::Cancelled),
        () = tokio::time::sleep(most) => Ok(End::TimeOver),
    }
}

/// Ends the command's group, and then by its mark whatever left the group.
async fn end_all(group: Option<Pid>, own: String) -> Result<(), ShellError> {
    if let Some(group) = group {
        // Nothing of it may be left, which is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let swept = tokio::task::spawn_blocking(move || end_marked(&mark(&own))).await;
    match swept {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(ShellError::Left(error.to_string())),
        Err(error) => Err(ShellError::Left(error.to_string())),
    }
}
