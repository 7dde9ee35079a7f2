//! The engines that every suite of container tools runs on.

use std::path::PathBuf;

use super::base::Base;
use super::error::ContainersError;
use super::own::Own;
use super::running::Containers;

const DOCKER: &str = include_str!("docker.sh");
const PODMAN: &str = include_str!("podman.sh");

/// How the start of an engine went.
pub type Started = Result<Containers, ContainersError>;

/// Which engine containers run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Docker,
    Podman,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Docker, Self::Podman];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docker => "Docker",
            Self::Podman => "Podman",
        }
    }

    /// The environment variable that names a running one, as `unix:///path/to/socket`.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Docker => "PEGBOARD_TEST_DOCKER_HOST",
            Self::Podman => "PEGBOARD_TEST_PODMAN_HOST",
        }
    }

    /// Takes the one that its variable names, or starts one, which takes a few seconds.
    ///
    /// # Errors
    /// Where [`ContainersError::is_lack`], the caller should say what it leaves out and go on.
    pub fn start(self) -> Result<Containers, ContainersError> {
        match std::env::var(self.variable()) {
            Ok(host) if !host.is_empty() => Ok(Containers { host, own: None }),
            _ => {
                self.check()?;
                self.start_own(&Base::pack()?)
            }
        }
    }

    /// The same for a test; `None`, with a line that says so, where this machine cannot.
    ///
    /// # Panics
    /// When it is installed but does not start: that is a fault, not a lack.
    pub fn ready(self, test: &str) -> Option<Containers> {
        match self.start() {
            Ok(engine) => Some(engine),
            Err(error) if error.is_lack() => {
                println!("left out: {test}: {error}");
                None
            }
            Err(error) => panic!("{} did not start: {error}", self.name()),
        }
    }

    /// Starts one of each kind that this machine has, at the same time. Of the others, it says why not.
    ///
    /// # Errors
    /// When nothing could be made of this machine's programs to run in them.
    pub fn start_all() -> Result<Vec<(Self, Started)>, ContainersError> {
        let (able, unable): (Vec<_>, Vec<_>) =
            Self::ALL.into_iter().map(|engine| (engine, engine.check())).partition(|(_, can)| can.is_ok());
        let mut all: Vec<_> =
            unable.into_iter().filter_map(|(engine, can)| Some((engine, Err(can.err()?)))).collect();
        if able.is_empty() {
            return Ok(all);
        }
        let base = Base::pack()?;
        std::thread::scope(|scope| {
            let start = |engine: Self| {
                let base = &base;
                scope.spawn(move || engine.start_own(base))
            };
            let starting: Vec<_> = able.into_iter().map(|(engine, _)| (engine, start(engine))).collect();
            for (engine, started) in starting {
                let started = started
                    .join()
                    .unwrap_or_else(|_| Err(ContainersError::Start(engine.name(), String::new())));
                all.push((engine, started));
            }
        });
        Ok(all)
    }

    fn start_own(self, base: &Base) -> Result<Containers, ContainersError> {
        let script = match self {
            Self::Docker => DOCKER,
            Self::Podman => PODMAN,
        };
        let own = Own::start(self.name(), script)?;
        let host = own.host();
        base.import(&host)?;
        Ok(Containers { host, own: Some(own) })
    }

    /// Whether this machine can run it.
    fn check(self) -> Result<(), ContainersError> {
        let needed: &[&str] = match self {
            Self::Docker => &["dockerd", "docker", "containerd", "runc", "unshare"],
            // Docker's client speaks to both.
            Self::Podman => &["podman", "docker", "conmon", "runc", "netavark", "iptables", "unshare"],
        };
        if !needed.iter().all(|program| is_there(program)) {
            let packages = match self {
                Self::Docker => "docker.io",
                Self::Podman => "podman docker.io runc netavark iptables",
            };
            return Err(ContainersError::NotInstalled { engine: self.name(), packages });
        }
        if !rustix::process::geteuid().is_root() {
            return Err(ContainersError::NotRoot(self.name()));
        }
        Ok(())
    }
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/lib/podman", "/usr/libexec/podman"]
        .map(PathBuf::from);
    std::env::split_paths(&path).chain(usual).any(|folder| folder.join(program).is_file())
}
