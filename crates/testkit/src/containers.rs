//! A private Docker for tests: its daemon in namespaces of its own, so that it has its own networks and mounts, and nothing of it
//! outlives the process that started it.
//!
//! A test run starts one and shares it: `cargo run -p xtask -- containers -- COMMAND` names it to COMMAND in [`SHARED_ENGINE`].
//! A test that runs on its own finds the variable unset and starts its own, which takes about two seconds.
//!
//! No registry is asked for images: [`BASE_IMAGES`] are made of programs that this machine has.

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use tempfile::TempDir;

/// The environment variable that names a running engine, as `unix:///path/to/socket`.
pub const SHARED_ENGINE: &str = "PEGBOARD_TEST_DOCKER_HOST";

/// Names under which Dockerfiles of tests and examples ask for an image. It has bash, jq, Python and GNU's usual programs, and an
/// `apk` that installs nothing, because all is there.
pub const BASE_IMAGES: [&str; 2] = ["alpine:3.19", "python:3.12-slim"];

/// Makes the archive of a root file system from packages that are installed here. Arguments: the archive.
const BASE: &str = include_str!("containers/base.sh");

/// Starts the daemon, says how that went, and ends it with all its containers when standard input ends: it is a pipe whose other
/// end only the starting process holds. Arguments: the folder of everything.
const KEEPER: &str = r#"
trap '' HUP INT TERM
folder=$1
unshare --net --mount --pid --fork --kill-child=KILL --mount-proc \
    dockerd --host "unix://$folder/docker.sock" --data-root "$folder/data" --exec-root "$folder/exec" \
    --pidfile "$folder/pid" --userland-proxy=false --log-level warn >"$folder/log" 2>&1 </dev/null &
daemon=$!
tries=0
until docker --host "unix://$folder/docker.sock" version >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 $daemon 2>/dev/null; then
        echo failed
        break
    fi
    sleep 0.1
done
kill -0 $daemon 2>/dev/null && echo ready
read -r line
kill -KILL $daemon 2>/dev/null
wait $daemon 2>/dev/null
rm -rf "$folder"
"#;

/// Why there is no engine to test on.
#[derive(Debug, thiserror::Error)]
pub enum ContainersError {
    /// The suites that need it are left out; nothing is wrong with what they test.
    #[error(
        "Docker (dockerd, docker, containerd, runc) is not on this machine; Debian: apt install docker.io"
    )]
    NotInstalled,
    /// Only root can make namespaces and mounts.
    #[error("Docker needs root, which this process is not")]
    NotRoot,
    #[error("Docker did not start: {0}")]
    Start(String),
    #[error("no base image could be made of this machine's packages: {0}")]
    Base(String),
    #[error("{doing}: {source}")]
    Io { doing: &'static str, source: io::Error },
}

impl ContainersError {
    /// Whether the machine lacks what is needed; then suites are left out.
    pub fn is_lack(&self) -> bool {
        matches!(self, Self::NotInstalled | Self::NotRoot)
    }
}

/// A running engine: the shared one of this test run, or an own one that ends with this value.
#[derive(Debug)]
pub struct Containers {
    host: String,
    /// Held only to end the engine when this value is dropped.
    _own: Option<Own>,
}

impl Containers {
    /// Takes the engine that [`SHARED_ENGINE`] names, or starts one.
    ///
    /// # Errors
    /// Where [`ContainersError::is_lack`], the caller should say what it leaves out and go on.
    pub fn start() -> Result<Self, ContainersError> {
        match std::env::var(SHARED_ENGINE) {
            Ok(host) if !host.is_empty() => Ok(Self { host, _own: None }),
            _ => {
                let own = Own::start()?;
                let host = format!("unix://{}", own.folder.path().join("docker.sock").display());
                for image in BASE_IMAGES {
                    import(&host, &own.folder.path().join("base.tar"), image)?;
                }
                Ok(Self { host, _own: Some(own) })
            }
        }
    }

    /// The same for a test; `None`, with a line that says so, where this machine cannot.
    ///
    /// # Panics
    /// When Docker is installed but does not start: that is a fault, not a lack.
    pub fn ready(test: &str) -> Option<Self> {
        match Self::start() {
            Ok(engine) => Some(engine),
            Err(error) if error.is_lack() => {
                println!("left out: {test}: {error}");
                None
            }
            Err(error) => panic!("Docker did not start: {error}"),
        }
    }

    /// Where it listens, as `DOCKER_HOST` takes it.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// What a `docker` command says on standard output.
    ///
    /// # Panics
    /// When it fails.
    pub fn docker(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("docker starts");
        assert!(output.status.success(), "docker {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// A `docker` command on this engine.
    pub fn command(&self, arguments: &[&str]) -> Command {
        docker(&self.host, arguments)
    }
}

fn docker(host: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("docker");
    command.args(["--host", host]).args(arguments).env_remove("DOCKER_HOST").env_remove("DOCKER_CONTEXT");
    command
}

fn import(host: &str, archive: &Path, image: &str) -> Result<(), ContainersError> {
    let path = archive.to_string_lossy();
    let change = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    let output = docker(host, &["import", "--change", change, &path, image])
        .output()
        .map_err(io_error("starting docker"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(ContainersError::Base(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// An engine in a folder of its own. Dropping it ends both.
#[derive(Debug)]
struct Own {
    keeper: Child,
    /// Closing it is the keeper's signal to end.
    signal: Option<ChildStdin>,
    folder: TempDir,
}

impl Own {
    fn start() -> Result<Self, ContainersError> {
        let has_all =
            ["dockerd", "docker", "containerd", "runc", "unshare"].iter().all(|name| find(name).is_some());
        if !has_all {
            return Err(ContainersError::NotInstalled);
        }
        if !rustix::process::geteuid().is_root() {
            return Err(ContainersError::NotRoot);
        }
        let folder = tempfile::Builder::new()
            .prefix("pegboard-containers-")
            .tempdir()
            .map_err(io_error("making the engine's folder"))?;
        let base = Command::new("bash")
            .args(["-c", BASE, "base"])
            .arg(folder.path().join("base.tar"))
            .stdin(Stdio::null())
            .output()
            .map_err(io_error("starting bash"))?;
        if !base.status.success() {
            return Err(ContainersError::Base(String::from_utf8_lossy(&base.stderr).trim().to_owned()));
        }
        let mut keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(folder.path())
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
            _ => Err(ContainersError::Start(
                fs::read_to_string(own.folder.path().join("log")).unwrap_or_default(),
            )),
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

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/local/sbin", "/usr/sbin", "/sbin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(usual).map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn first_line(pipe: impl io::Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(pipe).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

fn io_error(doing: &'static str) -> impl FnOnce(io::Error) -> ContainersError {
    move |source| ContainersError::Io { doing, source }
}
