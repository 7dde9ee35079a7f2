//! What zones say of one effect on one path.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::approval::Approval;
use crate::zones::path::WorkspacePath;

/// What a tool does to a path. Moving a file deletes one and writes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileEffect {
    /// It reads or lists.
    Read,
    /// It creates or changes.
    Write,
    /// It removes.
    Delete,
}

/// Whether it may, and why. As text: one sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ZoneVerdict {
    /// What becomes of it.
    pub decision: Approval,
    /// Why.
    #[serde(serialize_with = "as_text")]
    pub reason: ZoneReason,
}

/// Why zones decide as they do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZoneReason {
    /// There are no zones.
    NoZones,
    /// Reading is free everywhere.
    Read,
    /// The path lies in no zone.
    Outside,
    /// The zone is read-only.
    ReadOnly(WorkspacePath),
    /// The zone says so of this effect.
    Zone(WorkspacePath, FileEffect),
    /// A folder is deleted in which this zone lies, which says so.
    Inner(WorkspacePath),
}

impl fmt::Display for FileEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "reading",
            Self::Write => "writing",
            Self::Delete => "deleting",
        })
    }
}

impl fmt::Display for ZoneReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoZones => f.write_str("there are no zones"),
            Self::Read => f.write_str("everything in the workspace can be read"),
            Self::Outside => f.write_str("it lies in no zone"),
            Self::ReadOnly(zone) => write!(f, "the zone `{zone}` is read-only"),
            Self::Zone(zone, effect) => write!(f, "the zone `{zone}` says so of {effect}"),
            Self::Inner(zone) => write!(f, "the zone `{zone}` lies in it"),
        }
    }
}

impl fmt::Display for ZoneVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.decision, self.reason)
    }
}

fn as_text<S: Serializer>(reason: &ZoneReason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}
