//! Where the figures come from.

use std::fs;
use std::process::Command;

/// The machine and the tools, in one paragraph.
pub(crate) fn paragraph() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kernel = read("/proc/sys/kernel/osrelease");
    let folder = std::env::temp_dir();
    let file_system = output("df", &["--output=fstype", &folder.to_string_lossy()]);
    let file_system = file_system.lines().last().unwrap_or("unknown");
    let date = output("date", &["--utc", "+%Y-%m-%d"]);
    let git = output("git", &["--version"]);
    format!(
        "Measured on {date} on {cores} cores ({}) with {:.1} GB of memory, Linux {kernel}, {file_system}, {git}. \
         The server is the one that `make run` starts, with its defaults: SQLite, and at the end of every call a \
         wait for the disk. Client, server and Python share the cores. Times are in ms, from the request to the last \
         byte of the answer; p50 is the median.",
        field("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        memory_bytes() / 1e9,
    )
}

fn memory_bytes() -> f64 {
    let total = field("/proc/meminfo", "MemTotal").unwrap_or_default();
    kilobytes(&total) * 1024.0
}

/// The memory that a process really has, in MB (10⁶ bytes).
pub(crate) fn resident_megabytes(pid: u32) -> f64 {
    let resident = field(&format!("/proc/{pid}/status"), "VmRSS").unwrap_or_default();
    kilobytes(&resident) * 1024.0 / 1e6
}

/// All processes below this one.
pub(crate) fn descendants(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut next = vec![pid];
    while let Some(pid) = next.pop() {
        let tasks = fs::read_dir(format!("/proc/{pid}/task"));
        for task in tasks.into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            next.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
        found.push(pid);
    }
    found.retain(|found| *found != pid);
    found
}

/// A value as `/proc` writes it: `123456 kB`.
fn kilobytes(text: &str) -> f64 {
    let number = text.split_whitespace().next();
    number.and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
}

/// The value of the first line `name: value`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = read(file);
    let mut lines = text.lines().filter_map(|line| line.split_once(':'));
    let (_, value) = lines.find(|(key, _)| key.trim() == name)?;
    Some(value.trim().to_owned())
}

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_default().trim().to_owned()
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
