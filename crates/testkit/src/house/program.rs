//! Starting and ending the program.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to be ready.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a server may take to end by itself.
const FAREWELL: Duration = Duration::from_secs(20);

/// Where no container engine listens.
pub(super) const NO_ENGINE: &str = "unix:///nonexistent/docker.sock";

/// A running `pegboard serve`.
pub(super) struct Program {
    child: Child,
    /// When its process was started.
    pub(super) started_at: Instant,
    /// Where it listens.
    pub(super) url: String,
}

impl Program {
    /// Starts a server on `data` and waits until it says where it listens.
    ///
    /// # Panics
    /// When it does not become ready.
    pub(super) fn start(
        data: &Path,
        database_url: Option<&str>,
        more: &[String],
        environment: &[(String, String)],
    ) -> Self {
        let ready = data.join("server.json");
        let _ = std::fs::remove_file(&ready);
        let mut command = Command::new(binary());
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(more)
            .env_remove("DATABASE_URL")
            .env_remove("PEGBOARD_EMBEDDINGS")
            // A test names its engine, or has none.
            .env("DOCKER_HOST", NO_ENGINE)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .env("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "pegboard=warn".to_owned()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(url) = database_url {
            command.env("DATABASE_URL", url);
        }
        let started_at = Instant::now();
        let mut child = command.spawn().expect("the server's program starts");
        if let Some(log) = child.stderr.take() {
            // Shown with the test's own output when it fails.
            std::thread::spawn(move || {
                BufReader::new(log)
                    .lines()
                    .map_while(Result::ok)
                    .for_each(|line| eprintln!("server: {line}"));
            });
        }
        let url = wait_until_ready(&mut child, &ready);
        Self { child, started_at, url }
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it at once, as a crash would.
    pub(super) fn kill(mut self) {
        self.child.kill().expect("the server can be killed");
        self.child.wait().expect("the server ends");
    }

    /// Asks it to end and waits until it has.
    pub(super) fn stop(&mut self) {
        let Some(pid) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) else {
            return;
        };
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop();
    }
}

fn wait_until_ready(child: &mut Child, ready: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let said = std::fs::read(ready).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(url) =
            said.and_then(|said: serde_json::Value| Some(said.get("url")?.as_str()?.to_owned()))
        {
            return url;
        }
        if let Ok(Some(status)) = child.try_wait() {
            panic!("the server ended before it was ready: {status}");
        }
        assert!(Instant::now() < deadline, "the server was not ready after {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The program that this build made: beside the test's own, or where the test runner says.
pub(super) fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("NEXTEST_BIN_EXE_pegboard").or(std::env::var_os("PEGBOARD_BIN")) {
        return path.into();
    }
    let test = std::env::current_exe().expect("a test knows its own program");
    let folder = test.parent().and_then(Path::parent).expect("tests lie in target/PROFILE/deps");
    folder.join("pegboard")
}
