//! An engine that ends with the value that stands for it.

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};

use tempfile::TempDir;

use super::error::{ContainersError, io_error};

const KEEPER: &str = include_str!("keeper.sh");

/// An engine in a folder of its own. Dropping it ends both.
#[derive(Debug)]
pub(super) struct Own {
    keeper: Child,
    /// Closing it is the keeper's signal to end.
    signal: Option<ChildStdin>,
    folder: TempDir,
}

impl Own {
    /// Where it listens, as `DOCKER_HOST` takes it.
    pub(super) fn host(&self) -> String {
        format!("unix://{}", self.folder.path().join("engine.sock").display())
    }

    /// `script` becomes the engine.
    pub(super) fn start(name: &'static str, script: &str) -> Result<Self, ContainersError> {
        let folder = tempfile::Builder::new()
            .prefix("pegboard-containers-")
            .tempdir()
            .map_err(io_error("making the engine's folder"))?;
        let mut keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(folder.path())
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Out of reach of the terminal's Ctrl-C: the engine ends after the tests that use it, not beside them.
            .process_group(0)
            .spawn()
            .map_err(io_error("starting the engine's keeper"))?;
        let signal = keeper.stdin.take();
        let answer = keeper.stdout.take().map(first_line).transpose();
        // Built before the answer is judged, so that its drop tidies up after a failure as well.
        let own = Self { keeper, signal, folder };
        match answer.map_err(io_error("waiting for the engine"))?.as_deref() {
            Some("ready") => Ok(own),
            _ => {
                let log = fs::read_to_string(own.folder.path().join("log")).unwrap_or_default();
                Err(ContainersError::Start(name, log))
            }
        }
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        drop(self.signal.take());
        // A failure leaves a child that has already ended; there is nobody to tell and nothing to do about it.
        let _ = self.keeper.wait();
    }
}

fn first_line(pipe: impl io::Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(pipe).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}
