//! Finds processes by a mark in their environment, and ends them.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::python::variables::{HOUSE, RUNNER};

/// How much of a process's environment is looked at.
const MAX_ENVIRONMENT: u64 = 4 << 20;

/// How often to look again for what the last look's processes started while they were ended.
const MAX_PASSES: usize = 32;

/// How long the kernel may take to end what was killed, in one pass.
const END_TIME: Duration = Duration::from_secs(5);

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

/// An environment variable with its value, which processes inherit from each other.
#[derive(Debug, Clone)]
pub(super) struct Mark(Vec<u8>);

impl Mark {
    /// What all processes of one runner carry.
    pub(super) fn runner(id: &str) -> Self {
        Self(format!("{RUNNER}={id}").into_bytes())
    }

    /// What all processes of one data folder carry.
    fn house(house: &str) -> Self {
        Self(format!("{HOUSE}={house}").into_bytes())
    }
}

/// Ends the processes that a killed server left behind: all that carry `PEGBOARD_HOUSE=<house>`, but not this process.
/// Gives their number. Blocks, for milliseconds where there is nothing to do; meant for the start of the server.
///
/// # Errors
/// When processes cannot be listed, or do not end.
pub fn sweep(house: &str) -> Result<usize, SweepError> {
    end_marked(&Mark::house(house))
}

/// Ends every other process that carries the mark, and waits for their end.
pub(super) fn end_marked(mark: &Mark) -> Result<usize, SweepError> {
    let mut ended = 0;
    for _ in 0..MAX_PASSES {
        let found = marked(mark)?;
        if found.is_empty() {
            return Ok(ended);
        }
        ended += kill_all(&found, mark)?;
    }
    match marked(mark)?.len() {
        0 => Ok(ended),
        left => Err(SweepError::Stubborn(left)),
    }
}

/// The processes with the mark, those further down first.
fn marked(mark: &Mark) -> Result<Vec<i32>, SweepError> {
    let own = i32::try_from(std::process::id()).unwrap_or_default();
    let mut parents = HashMap::new();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        if let Some(parent) = parent_of(pid) {
            parents.insert(pid, parent);
        }
        if pid != own && carries(pid, mark) {
            found.push(pid);
        }
    }
    let depth = |pid: &i32| {
        std::iter::successors(Some(*pid), |pid| parents.get(pid).copied())
            .take(MAX_DEPTH)
            .count()
    };
    found.sort_by_key(|pid| std::cmp::Reverse(depth(pid)));
    Ok(found)
}

fn parent_of(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The command in parentheses may hold anything; after the last one stand state and parent.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}

/// Whether a process carries the mark; a process of somebody else, or one that is gone, does not.
fn carries(pid: i32, mark: &Mark) -> bool {
    let mut environment = Vec::new();
    let read = fs::File::open(format!("/proc/{pid}/environ"))
        .and_then(|file| file.take(MAX_ENVIRONMENT).read_to_end(&mut environment));
    read.is_ok()
        && environment
            .split(|byte| *byte == 0)
            .any(|one| one == mark.0)
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
        if carries(pid.as_raw_nonzero().get(), mark)
            && pidfd_send_signal(&handle, Signal::KILL).is_ok()
        {
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
        let mut polled: Vec<_> = handles
            .iter()
            .map(|handle| PollFd::new(handle, PollFlags::IN))
            .collect();
        poll(&mut polled, Some(&timeout)).map_err(io::Error::from)?;
        let mut living: Vec<bool> = polled.iter().map(|one| one.revents().is_empty()).collect();
        living.reverse();
        handles.retain(|_| living.pop().unwrap_or(false));
    }
    Ok(())
}
