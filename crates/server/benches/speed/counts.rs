//! How much is measured.

/// Numbers of repetitions and sizes.
pub(crate) struct Counts {
    /// Calls before anything is measured, so that runners are up and caches warm.
    pub(crate) warm_up: usize,
    /// Rounds in which the calls of one chat and the peer take turns.
    pub(crate) rounds: usize,
    /// Calls of one chat in a round.
    pub(crate) calls: usize,
    /// Starts of the peer in a round.
    pub(crate) peers: usize,
    /// Calls of each chat when several call at once.
    pub(crate) calls_at_once: usize,
    /// Calls at each point of a growing chat or workspace.
    pub(crate) window: usize,
    /// Calls in the chat at which its next calls are measured.
    pub(crate) histories: &'static [usize],
    /// Files in the workspace.
    pub(crate) workspaces: &'static [usize],
    /// Installed toolsets.
    pub(crate) toolsets: &'static [usize],
    /// Starts of the server.
    pub(crate) starts: usize,
}

impl Counts {
    /// For figures.
    pub(crate) fn full() -> Self {
        Self {
            warm_up: 20,
            rounds: 10,
            calls: 100,
            peers: 4,
            calls_at_once: 200,
            window: 200,
            histories: &[1, 1_000, 10_000],
            workspaces: &[10, 1_000, 10_000],
            toolsets: &[1, 100],
            starts: 15,
        }
    }

    /// To see in seconds whether everything works.
    pub(crate) fn quick() -> Self {
        Self {
            warm_up: 1,
            rounds: 1,
            calls: 5,
            peers: 1,
            calls_at_once: 3,
            window: 5,
            histories: &[1, 20],
            workspaces: &[10, 100],
            toolsets: &[1, 3],
            starts: 2,
        }
    }
}
