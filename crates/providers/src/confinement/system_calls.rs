//! A filter that has the kernel refuse some system calls, to a process and all that it becomes and starts.

use std::collections::BTreeMap;

use rustix::io::Errno;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

/// The numbers of calls on one kind of processor.
struct Numbers {
    socket: i64,
    truncate: i64,
    /// Added to a number for programs of the x32 kind, where there are such.
    x32: Option<i64>,
}

/// The same on every kind of processor.
const IO_URING_SETUP: i64 = 425;

fn numbers() -> Option<Numbers> {
    match std::env::consts::ARCH {
        "x86_64" => Some(Numbers { socket: 41, truncate: 76, x32: Some(0x4000_0000) }),
        "aarch64" | "riscv64" => Some(Numbers { socket: 198, truncate: 45, x32: None }),
        _ => None,
    }
}

/// Why system calls cannot be refused.
#[derive(Debug, thiserror::Error)]
pub enum RefuseError {
    /// The numbers are not known here.
    #[error("system calls cannot be refused on this kind of processor")]
    Processor,
    /// The filter cannot be made, or the kernel does not take it.
    #[error(transparent)]
    Filter(#[from] seccompiler::Error),
}

impl From<seccompiler::BackendError> for RefuseError {
    fn from(error: seccompiler::BackendError) -> Self {
        Self::Filter(error.into())
    }
}

/// Whether system calls can be refused on this kind of processor.
pub(super) fn are_known() -> bool {
    numbers().is_some()
}

/// Refuses what a network needs: every socket, and the way round `socket`. Those of Unix are among them, because
/// services that listen on one (a message bus, a container engine) have a network; pairs of sockets are not.
pub(super) fn refuse_network() -> Result<(), RefuseError> {
    let numbers = numbers().ok_or(RefuseError::Processor)?;
    refuse(&numbers, &[numbers.socket, IO_URING_SETUP])
}

/// Refuses to shorten a file by its path, which Landlock restricts only from its third version on.
pub(super) fn refuse_truncate() -> Result<(), RefuseError> {
    let numbers = numbers().ok_or(RefuseError::Processor)?;
    refuse(&numbers, &[numbers.truncate])
}

/// Has the kernel answer these calls with `EACCES`; it ends programs of another architecture, which number their calls
/// otherwise.
fn refuse(numbers: &Numbers, calls: &[i64]) -> Result<(), RefuseError> {
    let of_x32 = numbers.x32.iter().flat_map(|bit| calls.iter().map(move |call| call | bit));
    let rules: BTreeMap<_, _> = calls.iter().copied().chain(of_x32).map(|call| (call, Vec::new())).collect();
    let errno = Errno::ACCESS.raw_os_error().unsigned_abs();
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno), architecture)?;
    let program = BpfProgram::try_from(filter)?;
    Ok(apply_filter(&program)?)
}
