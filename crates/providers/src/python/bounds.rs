//! What a runner is told of its toolset's sandbox.

use std::path::Path;

use pegboard_model::toolset::{Insistence, Sandbox};
use serde::{Deserialize, Serialize};

use crate::python::config::PythonConfig;

/// The `sandbox` of a `load` order.
#[derive(Debug, Serialize)]
pub(super) struct Bounds<'a> {
    writes: &'static str,
    network: &'static str,
    /// Whether no code may run without them.
    required: bool,
    memory_bytes: u64,
    processes: u32,
    hidden: Vec<&'a Path>,
    workspaces: Vec<&'a Path>,
    scratch: Vec<&'a Path>,
    readable: Vec<&'a Path>,
}

/// The folders below which a runner and its calls may write, where its sandbox says so.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach<'a> {
    /// The workspaces of its calls.
    pub(super) workspaces: &'a Path,
    /// The temporary folders of its calls, and its own.
    pub(super) scratch: &'a Path,
}

impl<'a> Bounds<'a> {
    /// Those of a toolset in the folder `root`, in this house.
    pub(super) fn of(sandbox: &Sandbox, root: &'a Path, reach: Reach<'a>, config: &'a PythonConfig) -> Self {
        Self {
            writes: sandbox.writes().as_str(),
            network: sandbox.network().as_str(),
            required: sandbox.insistence() == Insistence::Required,
            memory_bytes: sandbox.memory_bytes(),
            processes: sandbox.processes(),
            hidden: vec![&config.data],
            workspaces: vec![reach.workspaces],
            scratch: vec![reach.scratch],
            readable: vec![&config.folder, root],
        }
    }
}

/// What a call had too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Excess {
    Memory,
    Processes,
}

impl Excess {
    /// What happened to the call, and what to do.
    pub(super) fn sentence(self, sandbox: &Sandbox) -> String {
        let (used, key) = match self {
            Self::Memory => {
                (format!("more than {} MiB of memory", sandbox.memory_bytes() >> 20), "memory_mb")
            }
            Self::Processes => {
                (format!("more than {} processes and threads", sandbox.processes()), "processes")
            }
        };
        format!(
            "The tool had {used}, which is all that its sandbox gives it, and was ended. Give it less to do, or set \
             `python: {{sandbox: {{{key}: …}}}}` in its toolset.yaml."
        )
    }
}
