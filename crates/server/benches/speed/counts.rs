//! How much is measured.

use std::time::Duration;

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
    /// Calls of one MCP session in a round, through each way to the server.
    pub(crate) mcp_calls: usize,
    /// Rounds in which several MCP sessions call at once.
    pub(crate) mcp_rounds: usize,
    /// How long they do, each time.
    pub(crate) mcp_time: Duration,
    /// Calls of one MCP session after which the server's memory is looked at.
    pub(crate) mcp_long: &'static [usize],
    /// How often its MCP server is reconnected after that.
    pub(crate) mcp_reconnects: usize,
    /// Tools of the house that has many.
    pub(crate) many_tools: usize,
    /// Requests of each sort to it.
    pub(crate) requests: usize,
    /// Replies that are written at the same time.
    pub(crate) replies_at_once: usize,
    /// Installed toolsets, and MCP servers beside them.
    pub(crate) installed: &'static [(usize, usize)],
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
            mcp_calls: 200,
            mcp_rounds: 3,
            mcp_time: Duration::from_secs(3),
            mcp_long: &[0, 2_500, 5_000, 10_000],
            mcp_reconnects: 200,
            many_tools: 1_000,
            requests: 200,
            replies_at_once: 100,
            installed: &[(1, 0), (100, 0), (100, 50)],
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
            mcp_calls: 5,
            mcp_rounds: 1,
            mcp_time: Duration::from_millis(100),
            mcp_long: &[0, 10, 20],
            mcp_reconnects: 2,
            many_tools: 40,
            requests: 5,
            replies_at_once: 3,
            installed: &[(1, 0), (3, 0), (3, 2)],
            starts: 2,
        }
    }
}
