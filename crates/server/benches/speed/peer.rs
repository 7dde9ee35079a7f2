//! What stands beside a call: a Python process for each, and the disk alone.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pegboard_testkit::House;

/// The interpreter of the base environment, in which the calls' runners live as well.
pub(crate) struct Python(PathBuf);

impl Python {
    /// Finds it; a call must have been made, which makes the environment. Its bytecode is compiled here, once, as for
    /// anybody who uses it every day.
    pub(crate) fn of(house: &House) -> Self {
        let environments = house.data().join("python/envs");
        let newest = std::fs::read_dir(environments)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.join("base-requirements.txt").is_file())
            .max_by_key(|path| path.metadata().unwrap().modified().unwrap());
        let python = Self(newest.unwrap().join("bin/python"));
        python.start();
        python.start();
        python
    }

    /// The time that one process takes, from its start to its end.
    pub(crate) fn start(&self) -> Duration {
        let start = Instant::now();
        let status = Command::new(&self.0)
            .args(["-c", "import pydantic"])
            .env_remove("PYTHONDONTWRITEBYTECODE")
            .stdin(Stdio::null())
            .status();
        let took = start.elapsed();
        assert!(status.unwrap().success());
        took
    }

    pub(crate) fn version(&self) -> String {
        let output = Command::new(&self.0).arg("--version").output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

/// The time that the disk takes to keep 4 KiB for good, below everything that is durable.
pub(crate) fn sync_file(file: &mut File) -> Duration {
    let start = Instant::now();
    file.write_all(&[7; 4096]).unwrap();
    file.sync_data().unwrap();
    start.elapsed()
}
