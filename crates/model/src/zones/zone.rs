//! Zones as they are written, and what they say together.

use serde::{Deserialize, Serialize};

use crate::approval::Approval;
use crate::zones::path::WorkspacePath;
use crate::zones::verdict::{FileEffect, ZoneReason, ZoneVerdict};

/// The most zones.
pub const ZONES_MAX: usize = 200;

/// One zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The folder or file.
    pub path: WorkspacePath,
    /// Whether it may be changed at all.
    pub mode: Mode,
    /// What becomes of changes in it, where it may be changed.
    #[serde(default)]
    pub approval: ZoneApproval,
}

/// Whether a zone may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It can be read only.
    Ro,
    /// It can be read and changed.
    Rw,
}

/// What becomes of changes. What is not said is pre-approved: `mode: rw` has allowed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ZoneApproval {
    /// Of creating and changing files.
    pub write: Approval,
    /// Of removing them.
    pub delete: Approval,
}

impl Default for ZoneApproval {
    fn default() -> Self {
        Self { write: Approval::PreApproved, delete: Approval::PreApproved }
    }
}

/// Zones that belong together, each path once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Zone>", into = "Vec<Zone>")]
pub struct Zones(Vec<Zone>);

/// Why zones are refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ZonesError {
    /// More than [`ZONES_MAX`].
    #[error("there are at most {ZONES_MAX} zones")]
    TooMany,
    /// A path comes twice.
    #[error("the zone `{0}` is here twice")]
    Twice(WorkspacePath),
}

impl Zones {
    /// Checks zones; their order does not matter.
    ///
    /// # Errors
    /// [`ZonesError`] when there are too many, or one path has two.
    pub fn new(zones: Vec<Zone>) -> Result<Self, ZonesError> {
        if zones.len() > ZONES_MAX {
            return Err(ZonesError::TooMany);
        }
        let twice =
            zones.iter().enumerate().find(|(at, zone)| zones.iter().take(*at).any(|z| z.path == zone.path));
        match twice {
            Some((_, zone)) => Err(ZonesError::Twice(zone.path.clone())),
            None => Ok(Self(zones)),
        }
    }

    /// The zones as they are written.
    pub fn all(&self) -> &[Zone] {
        &self.0
    }

    /// Whether a tool may do that to a path, and why.
    ///
    /// Deleting a folder deletes the zones in it: the strictest word of all of them counts.
    pub fn judge(&self, effect: FileEffect, path: &WorkspacePath) -> ZoneVerdict {
        let own = self.of(effect, path);
        if effect != FileEffect::Delete {
            return own;
        }
        let inner =
            self.0.iter().filter(|zone| zone.path.is_within(path) && zone.path != *path).map(|zone| {
                ZoneVerdict {
                    decision: verdict_of(zone, effect).decision,
                    reason: ZoneReason::Inner(zone.path.clone()),
                }
            });
        inner.fold(own, |strictest, next| if next.decision > strictest.decision { next } else { strictest })
    }

    fn of(&self, effect: FileEffect, path: &WorkspacePath) -> ZoneVerdict {
        if self.0.is_empty() {
            return ZoneVerdict { decision: Approval::PreApproved, reason: ZoneReason::NoZones };
        }
        if effect == FileEffect::Read {
            return ZoneVerdict { decision: Approval::PreApproved, reason: ZoneReason::Read };
        }
        let containing = self.0.iter().filter(|zone| path.is_within(&zone.path));
        match containing.max_by_key(|zone| zone.path.names().len()) {
            Some(zone) => verdict_of(zone, effect),
            None => ZoneVerdict { decision: Approval::Blocked, reason: ZoneReason::Outside },
        }
    }
}

fn verdict_of(zone: &Zone, effect: FileEffect) -> ZoneVerdict {
    let decision = match (effect, zone.mode) {
        (FileEffect::Read, _) => Approval::PreApproved,
        (_, Mode::Ro) => {
            return ZoneVerdict {
                decision: Approval::Blocked,
                reason: ZoneReason::ReadOnly(zone.path.clone()),
            };
        }
        (FileEffect::Write, Mode::Rw) => zone.approval.write,
        (FileEffect::Delete, Mode::Rw) => zone.approval.delete,
    };
    ZoneVerdict { decision, reason: ZoneReason::Zone(zone.path.clone(), effect) }
}

impl TryFrom<Vec<Zone>> for Zones {
    type Error = ZonesError;

    fn try_from(zones: Vec<Zone>) -> Result<Self, ZonesError> {
        Self::new(zones)
    }
}

impl From<Zones> for Vec<Zone> {
    fn from(zones: Zones) -> Self {
        zones.0
    }
}
