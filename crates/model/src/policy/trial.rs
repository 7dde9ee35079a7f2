//! Whether a call that waits for a person may be tried out before they decide.

use crate::call::Resolved;
use crate::fingerprint::Fingerprint;
use crate::policy::decision::{KillSwitch, Lapsed, still_as_asked};
use crate::policy::permit::{Rule, TrialPermit};

/// Whether everything that a tool may do stays in its workspace when its network is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contained {
    /// It does, and what enforces it is known to be there or refuses to run the tool where it is not.
    Yes,
    /// It may not, or nobody knows. The sentence says why.
    No(String),
}

/// Why a call is not tried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTrial {
    /// The tool is not what the person was asked about, or was forbidden since.
    #[error(transparent)]
    Lapsed(#[from] Lapsed),
    /// What it does might not stay in the copy.
    #[error("its effect cannot be shown before it runs: {0}")]
    NotContained(String),
}

/// Lets a pending call be tried out in a copy of its workspace. It needs nobody's yes, because nothing of it stays.
///
/// `asked` is the fingerprint that was stored with the pending call.
pub fn try_out(
    resolved: &Resolved,
    asked: &Fingerprint,
    kill_switch: KillSwitch,
    contained: Contained,
) -> Result<TrialPermit, NoTrial> {
    still_as_asked(resolved, asked, kill_switch)?;
    match contained {
        Contained::Yes => Ok(TrialPermit::new(resolved, Rule::new("tried out in a copy of the workspace"))),
        Contained::No(why) => Err(NoTrial::NotContained(why)),
    }
}
