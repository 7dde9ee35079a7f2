//! Finding the container engine: any Docker-compatible socket.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bollard::{API_DEFAULT_VERSION, Docker};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// How long an engine may take to say that it is there: one on a machine that is busy with other things takes seconds.
const ANSWER: Duration = Duration::from_secs(20);

/// How long the engine may take with one request before its answer begins, in seconds. Waiting for a container is one.
const REQUEST_SECONDS: u64 = 2 * 24 * 60 * 60;

/// An engine that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFound {
    /// `Docker` or `Podman`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it was found, such as `unix:///var/run/docker.sock`.
    pub address: String,
}

/// Why there is no engine.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EngineError {
    /// No socket is where they usually are.
    #[error("no container engine was found: neither DOCKER_HOST nor a socket of Docker or Podman is there")]
    NotFound,
    /// One was named that wants TLS, as the variables say that Docker's own programs go by.
    #[error(
        "the container engine at {address} wants TLS (DOCKER_TLS_VERIFY), which Pegboard does not speak: \
         name a socket in DOCKER_HOST, or a tunnel to one"
    )]
    Tls {
        /// Where.
        address: String,
    },
    /// One was named or found and does not answer.
    #[error("the container engine at {address} does not answer: {reason}")]
    Silent {
        /// Where.
        address: String,
        /// What went wrong.
        reason: String,
    },
}

/// Which engine answers; what differs between them hangs on this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EngineKind {
    Docker,
    Podman,
}

/// A connection to the engine.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) docker: Docker,
    pub(super) kind: EngineKind,
}

/// A connection to the engine, made when it is first needed.
pub(super) struct Engines {
    named: Option<String>,
    link: Mutex<Option<(Connection, EngineFound)>>,
}

impl Engines {
    /// `named` is the engine's address; `None` looks for one.
    pub(super) fn new(named: Option<String>) -> Self {
        Self { named, link: Mutex::default() }
    }

    /// The engine.
    pub(super) async fn get(&self) -> Result<(Connection, EngineFound), EngineError> {
        let mut link = self.link.lock().await;
        if let Some((connection, found)) = &*link {
            return Ok((connection.clone(), found.clone()));
        }
        let (connection, found) = find(self.named.as_deref()).await?;
        tracing::info!(
            engine = found.name,
            version = found.version,
            address = found.address,
            "found a container engine"
        );
        *link = Some((connection.clone(), found.clone()));
        Ok((connection, found))
    }

    /// Whether it was found before.
    pub(super) async fn is_known(&self) -> bool {
        self.link.lock().await.is_some()
    }

    /// Looks anew the next time: the engine did not answer.
    pub(super) async fn lose(&self) {
        *self.link.lock().await = None;
    }
}

async fn find(named: Option<&str>) -> Result<(Connection, EngineFound), EngineError> {
    let named =
        named.map(str::to_owned).or_else(|| env::var("DOCKER_HOST").ok().filter(|host| !host.is_empty()));
    if let Some(address) = named {
        if wants_tls(&address, env::var("DOCKER_TLS_VERIFY").ok().as_deref()) {
            return Err(EngineError::Tls { address: without_secrets(&address) });
        }
        return meet(&address).await;
    }
    let mut silent = EngineError::NotFound;
    for socket in usual_sockets().into_iter().filter(|socket| socket.exists()) {
        match meet(&format!("unix://{}", socket.display())).await {
            Ok(met) => return Ok(met),
            // Of several that do not answer, the first is the one that people mean.
            Err(error) if matches!(silent, EngineError::NotFound) => silent = error,
            Err(_) => {}
        }
    }
    Err(silent)
}

/// Where Docker and Podman listen, those of the user before those of the machine.
fn usual_sockets() -> Vec<PathBuf> {
    let run = env::var_os("XDG_RUNTIME_DIR").map_or_else(
        || PathBuf::from(format!("/run/user/{}", rustix::process::getuid().as_raw())),
        PathBuf::from,
    );
    let home = env::var_os("HOME").map(PathBuf::from);
    let of_home = |path: &str| home.as_ref().map(|home| home.join(path));
    let sockets = [
        Some(PathBuf::from("/var/run/docker.sock")),
        Some(run.join("docker.sock")),
        of_home(".docker/run/docker.sock"),
        of_home(".docker/desktop/docker.sock"),
        of_home(".colima/default/docker.sock"),
        Some(run.join("podman/podman.sock")),
        Some(Path::new("/run/podman/podman.sock").to_owned()),
        of_home(".local/share/containers/podman/machine/podman.sock"),
    ];
    sockets.into_iter().flatten().collect()
}

async fn meet(address: &str) -> Result<(Connection, EngineFound), EngineError> {
    let silent = |reason: String| EngineError::Silent { address: without_secrets(address), reason };
    let docker = connect(address).map_err(|error| silent(error.to_string()))?;
    let greet = async {
        let docker = docker.negotiate_version().await?;
        let version = docker.version().await?;
        Ok::<_, bollard::errors::Error>((docker, version))
    };
    let (docker, version) = match timeout(ANSWER, greet).await {
        Ok(Ok(met)) => met,
        Ok(Err(error)) => return Err(silent(error.to_string())),
        Err(_) => return Err(silent(format!("it said nothing for {} seconds", ANSWER.as_secs()))),
    };
    let parts = version.components.unwrap_or_default();
    let is_podman = parts.iter().any(|part| part.name.to_ascii_lowercase().contains("podman"));
    let kind = if is_podman { EngineKind::Podman } else { EngineKind::Docker };
    let found = EngineFound {
        name: if is_podman { "Podman" } else { "Docker" }.to_owned(),
        version: version.version.unwrap_or_default(),
        address: without_secrets(address),
    };
    Ok((Connection { docker, kind }, found))
}

/// Whether an engine at this address is to be spoken to with TLS. Any text but none says so, as for Docker's own programs.
fn wants_tls(address: &str, verify: Option<&str>) -> bool {
    address.starts_with("https://")
        || (address.starts_with("tcp://") && verify.is_some_and(|verify| !verify.is_empty()))
}

fn connect(address: &str) -> Result<Docker, bollard::errors::Error> {
    if address.starts_with("unix://") {
        return Docker::connect_with_unix(address, REQUEST_SECONDS, API_DEFAULT_VERSION);
    }
    if address.starts_with("tcp://") || address.starts_with("http://") {
        return Docker::connect_with_http(address, REQUEST_SECONDS, API_DEFAULT_VERSION);
    }
    Docker::connect_with_host(address)
}

/// An address without the password that it may hold.
fn without_secrets(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
}

#[cfg(test)]
mod tests {
    use super::{EngineError, wants_tls};

    #[test]
    fn tls_is_refused_and_not_left_out() {
        assert!(wants_tls("tcp://engine:2376", Some("1")) && wants_tls("https://engine:2376", None));
        assert!(!wants_tls("tcp://engine:2375", None) && !wants_tls("tcp://engine:2375", Some("")));
        assert!(!wants_tls("unix:///var/run/docker.sock", Some("1")), "a socket has no use for it");
        let error = EngineError::Tls { address: "tcp://engine:2376".to_owned() };
        assert!(error.to_string().contains("name a socket in DOCKER_HOST"), "{error}");
    }
}
