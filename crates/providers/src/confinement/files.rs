//! Landlock: the kernel's way for a process to give up rights to files, for itself and all that it becomes and starts.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, make_bitflags,
};

use crate::confinement::bounds::Files;
use crate::confinement::places::around;
use crate::confinement::privileges::drop_capabilities;
use crate::confinement::system_calls::{RefuseError, refuse_truncate};

/// Why files cannot be confined.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The kernel has no Landlock.
    #[error("this kernel has no Landlock switched on")]
    NoLandlock,
    /// Rules could not be made.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// Capabilities could not be given up.
    #[error("privileges could not be given up: {0}")]
    Privileges(#[source] io::Error),
    /// What Landlock does not restrict here could not be refused.
    #[error(transparent)]
    Refuse(#[from] RefuseError),
}

/// What is known of Landlock: everything that can be done with files. Older kernels restrict what they can.
const FILES: ABI = ABI::V5;
/// Signals and abstract sockets beyond the bounds.
const SCOPES: ABI = ABI::V6;

const READ: BitFlags<AccessFs> = make_bitflags!(AccessFs::{Execute | ReadFile | ReadDir});
const WRITE: BitFlags<AccessFs> = make_bitflags!(AccessFs::{
    WriteFile | RemoveDir | RemoveFile | MakeDir | MakeReg | MakeSock | MakeFifo | MakeSym | Refer | Truncate
});
const USE: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate | IoctlDev});
const SHARED_MEMORY: BitFlags<AccessFs> =
    make_bitflags!(AccessFs::{ReadFile | WriteFile | MakeReg | RemoveFile | Truncate});
const READ_ALONE: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile});

/// All that is open of `/dev`: a disk's device would show what the file system hides.
const DEVICES: [(&str, BitFlags<AccessFs>); 6] = [
    ("/dev/null", USE),
    ("/dev/zero", USE),
    ("/dev/full", USE),
    ("/dev/random", READ_ALONE),
    ("/dev/urandom", READ_ALONE),
    // Shared memory of libraries and browsers.
    ("/dev/shm", SHARED_MEMORY),
];

/// Whether this kernel has Landlock.
pub(super) fn can_be_confined() -> bool {
    let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    rules.handle_access(AccessFs::from_all(ABI::V1)).and_then(Ruleset::create).is_ok()
}

/// Confines this thread, which must be the one that becomes the program.
pub(super) fn confine(files: &Files) -> Result<(), FilesError> {
    let hidden = real(&files.hidden);
    let readable = around(&hidden).into_iter().chain(real(&files.readable)).map(|path| (path, READ));
    let writable = real(&files.writable).into_iter().map(|path| (path, READ | WRITE));
    let devices = DEVICES.iter().map(|(path, access)| (PathBuf::from(path), *access));
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(FILES))?
        .scope(Scope::from_all(SCOPES))?
        .create()?;
    for (path, access) in readable.chain(writable).chain(devices) {
        // Gone since, or closed to this user: then no rule opens it.
        if let Ok(place) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(place, access))?;
        }
    }
    drop_capabilities().map_err(FilesError::Privileges)?;
    let status = rules.restrict_self()?;
    match status.landlock {
        _ if status.ruleset == RulesetStatus::NotEnforced => Err(FilesError::NoLandlock),
        LandlockStatus::Available { effective_abi, .. } if effective_abi < ABI::V3 => Ok(refuse_truncate()?),
        _ => Ok(()),
    }
}

/// Rules hold for what a path leads to.
fn real(paths: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: &PathBuf| Path::canonicalize(path).unwrap_or_else(|_| path.clone());
    paths.iter().map(real).collect()
}
