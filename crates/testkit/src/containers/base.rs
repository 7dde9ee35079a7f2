//! What the base images are made of: programs of this machine, packed once for all engines of a run.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::error::{ContainersError, io_error};
use super::running::docker;

/// Names under which Dockerfiles of tests and examples ask for an image. It has bash, jq, Python and GNU's usual programs, and an
/// `apk` that installs nothing, because all is there.
pub const BASE_IMAGES: [&str; 2] = ["alpine:3.19", "python:3.12-slim"];

/// Makes the archive of a root file system from packages that are installed here. Arguments: the archive.
const SCRIPT: &str = include_str!("base.sh");

/// The archive of a root file system.
pub(super) struct Base(TempDir);

impl Base {
    /// Packs it, which takes a few seconds.
    pub(super) fn pack() -> Result<Self, ContainersError> {
        let base = Self(tempfile::tempdir().map_err(io_error("making a folder for the base image"))?);
        let output = Command::new("bash")
            .args(["-c", SCRIPT, "base"])
            .arg(base.archive())
            .stdin(Stdio::null())
            .output()
            .map_err(io_error("starting bash"))?;
        if output.status.success() {
            return Ok(base);
        }
        Err(ContainersError::Base(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
    }

    /// Makes the base images of an engine.
    pub(super) fn import(&self, host: &str) -> Result<(), ContainersError> {
        let [first, others @ ..] = BASE_IMAGES;
        let path = self.archive().to_string_lossy().into_owned();
        let change = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        run(host, &["import", "--change", change, &path, first])?;
        others.iter().try_for_each(|image| run(host, &["tag", first, image]))
    }

    fn archive(&self) -> PathBuf {
        self.0.path().join("base.tar")
    }
}

fn run(host: &str, arguments: &[&str]) -> Result<(), ContainersError> {
    let output = docker(host, arguments).output().map_err(io_error("starting docker"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(ContainersError::Base(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}
