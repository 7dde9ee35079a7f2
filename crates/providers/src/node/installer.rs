//! Runs npm in a folder that holds a `package.json`.

use std::path::Path;
use std::time::Duration;

use pegboard_model::provider::Progress;

use crate::node::runtime::NodeRuntime;
use crate::program::{Program, ProgramError};
use crate::variables;

/// How npm finds out what to install.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// What the lock file says, to the byte.
    Locked,
    /// What is wanted, as a lock file has it where there is one.
    Wanted,
}

/// Installs into `folder/node_modules`. No script of a package runs.
pub(super) async fn install(
    runtime: &NodeRuntime,
    npm: &Path,
    folder: &Path,
    way: Way,
    house: &str,
    limit: Duration,
    progress: &dyn Progress,
) -> Result<(), ProgramError> {
    let mut program = Program::new(npm, house, limit);
    let command = program.command();
    command
        .arg(match way {
            Way::Locked => "ci",
            Way::Wanted => "install",
        })
        .args(["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--no-progress"])
        .args(["--no-update-notifier", "--loglevel=error"])
        .current_dir(folder);
    if let Some(programs) = runtime.node.parent() {
        command.env("PATH", variables::path_with(programs));
    }
    program.run(progress).await.map(drop)
}
