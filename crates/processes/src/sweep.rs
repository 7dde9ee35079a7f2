//! Finds processes by a mark in their environment, and ends them.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::mark::Mark;

/// How much of a process's environment is looked at.
const MAX_ENVIRONMENT: u64 = 4 << 20;

/// How often to look again for what the last look's processes started while they were ended.
const MAX_PASSES: usize = 32;

/// How long the kernel may take to end what was killed, in one pass.
const END_TIME: Duration = Duration::from_secs(5);

/// How long to wait before looking again at a process that is between two programs, and how often.
const UNCLEAR_TIME: Duration = Duration::from_millis(1);
const MAX_UNCLEAR: usize = 500;

/// How many parents are followed to tell which process is below which.
const MAX_DEPTH: usize = 256;

/// Left-over processes could not be found or ended.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// `/proc` cannot be read.
    #[error("the system's processes cannot be listed: {0}")]
    List(#[from] io::Error),
    /// They do not end.
    #[error("{0} processes could not be ended")]
    Stubborn(usize),
}

/// Ends the processes that a killed server left behind: all that carry `PEGBOARD_HOUSE=<house>`, but not this process.
/// Gives their number. Blocks, for milliseconds where there is nothing to do; meant for the start of the server.
///
/// # Errors
/// When processes cannot be listed, or do not end.
pub fn sweep(house: &str) -> Result<usize, SweepError> {
    end_marked(&Mark::house(house))
}

/// Ends every other process that carries the mark, and waits for their end. Gives their number. Blocks.
///
/// # Errors
/// When processes cannot be listed, or do not end.
pub fn end_marked(mark: &Mark) -> Result<usize, SweepError> {
    let mut ended = 0;
    let mut unclear = 0;
    let mut passes = 0;
    loop {
        let sighting = look(mark)?;
        if !sighting.marked.is_empty() {
            passes += 1;
            if passes > MAX_PASSES {
                return Err(SweepError::Stubborn(sighting.marked.len()));
            }
            ended += kill_all(&sighting.marked, mark)?;
        } else if sighting.unclear && unclear < MAX_UNCLEAR {
            unclear += 1;
            // The kernel tells nobody when a process has its new program.
            std::thread::sleep(UNCLEAR_TIME);
        } else {
            return Ok(ended);
        }
    }
}

/// What one look at all processes shows.
struct Sighting {
    /// Those with the mark, those further down first.
    marked: Vec<i32>,
    /// Whether there is one that may yet turn out to have it.
    unclear: bool,
}

fn look(mark: &Mark) -> Result<Sighting, SweepError> {
    let own = i32::try_from(std::process::id()).unwrap_or_default();
    let mut parents = HashMap::new();
    let mut marked = Vec::new();
    let mut unclear = false;
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let Some(status) = Status::of(pid) else {
            continue;
        };
        parents.insert(pid, status.parent);
        if pid == own {
            continue;
        }
        match carries(pid, mark, &status) {
            Carries::Yes => marked.push(pid),
            Carries::No => {}
            Carries::Unclear => unclear = true,
        }
    }
    let depth = |pid: &i32| {
        std::iter::successors(Some(*pid), |pid| parents.get(pid).copied()).take(MAX_DEPTH).count()
    };
    marked.sort_by_key(|pid| std::cmp::Reverse(depth(pid)));
    Ok(Sighting { marked, unclear })
}

/// What `/proc/<pid>/stat` says.
struct Status {
    parent: i32,
    /// Whether it runs a program: it is no dead process and no thread of the kernel.
    has_program: bool,
}

impl Status {
    fn of(pid: i32) -> Option<Self> {
        /// From <linux/sched.h>.
        const PF_KTHREAD: u32 = 0x0020_0000;
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The command in parentheses may hold anything; after the last one stand state, parent, four more, flags.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok()?;
        let flags: u32 = fields.nth(4)?.parse().ok()?;
        Some(Self { parent, has_program: !matches!(state, "Z" | "X") && flags & PF_KTHREAD == 0 })
    }
}

/// Whether a process carries a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carries {
    Yes,
    /// Nor does one of somebody else, or one that is gone.
    No,
    /// It is between two programs: the kernel has taken the old environment away and not yet laid down the new one.
    Unclear,
}

fn carries(pid: i32, mark: &Mark, status: &Status) -> Carries {
    let Some(mut environment) = read(pid, "environ") else {
        return Carries::No;
    };
    if environment.is_empty() && status.has_program {
        match read(pid, "cmdline") {
            Some(line) if line.is_empty() => return Carries::Unclear,
            // It has its new program by now, or was started without an environment.
            Some(_) => environment = read(pid, "environ").unwrap_or_default(),
            None => return Carries::No,
        }
    }
    if mark.is_in(&environment) { Carries::Yes } else { Carries::No }
}

fn read(pid: i32, file: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(format!("/proc/{pid}/{file}")).ok()?;
    file.take(MAX_ENVIRONMENT).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Kills these processes, then waits until they are gone; gives how many there were.
fn kill_all(found: &[i32], mark: &Mark) -> Result<usize, SweepError> {
    let mut handles = Vec::with_capacity(found.len());
    for pid in found {
        let Some(pid) = Pid::from_raw(*pid) else {
            continue;
        };
        let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else {
            continue;
        };
        // The number may have gone to another process since it was read; the handle cannot.
        let number = pid.as_raw_nonzero().get();
        let still = Status::of(number).is_some_and(|status| carries(number, mark, &status) == Carries::Yes);
        if still && pidfd_send_signal(&handle, Signal::KILL).is_ok() {
            handles.push(handle);
        }
    }
    let killed = handles.len();
    wait_for_end(handles)?;
    Ok(killed)
}

/// A process handle is readable once its process has ended.
fn wait_for_end(mut handles: Vec<OwnedFd>) -> Result<(), SweepError> {
    let deadline = Instant::now() + END_TIME;
    while !handles.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(SweepError::Stubborn(handles.len()));
        }
        let timeout = Timespec::try_from(left).map_err(io::Error::other)?;
        let mut polled: Vec<_> = handles.iter().map(|handle| PollFd::new(handle, PollFlags::IN)).collect();
        poll(&mut polled, Some(&timeout)).map_err(io::Error::from)?;
        let mut living: Vec<bool> = polled.iter().map(|one| one.revents().is_empty()).collect();
        living.reverse();
        handles.retain(|_| living.pop().unwrap_or(false));
    }
    Ok(())
}
