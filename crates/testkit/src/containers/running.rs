//! A running engine, and the commands that it is asked with.

use std::process::Command;

use super::own::Own;

/// A running engine: the shared one of this test run, or an own one that ends with this value.
#[derive(Debug)]
pub struct Containers {
    pub(super) host: String,
    /// Held only to end the engine when this value is dropped.
    #[expect(dead_code, reason = "its drop ends the engine")]
    pub(super) own: Option<Own>,
}

impl Containers {
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

pub(super) fn docker(host: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("docker");
    command.args(["--host", host]).args(arguments).env_remove("DOCKER_HOST").env_remove("DOCKER_CONTEXT");
    command
}
