//! What stands beside a call: a Python process for each, and the disk alone.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
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

/// A file that has its size, as a database's log has most of the time: less is to be written than where a file grows.
pub(crate) struct InPlace {
    file: File,
    at: u64,
}

impl InPlace {
    const SIZE: u64 = 4 << 20;

    pub(crate) fn new() -> Self {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![7; Self::SIZE as usize]).unwrap();
        file.sync_all().unwrap();
        Self { file, at: 0 }
    }

    /// The time that the disk takes to keep 4 KiB in place of others.
    pub(crate) fn sync(&mut self) -> Duration {
        let start = Instant::now();
        self.file.write_all_at(&[8; 4096], self.at).unwrap();
        self.file.sync_data().unwrap();
        self.at = (self.at + 4096) % Self::SIZE;
        start.elapsed()
    }
}
