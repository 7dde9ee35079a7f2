//! Finds Node and npm.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::program::{Program, ProgramError};
use crate::unheard::Unheard;
use crate::variables;

/// The oldest major version that is taken.
const OLDEST: u32 = 20;

/// How long `node --version` may take.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// A Node that is new enough, with its npm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeRuntime {
    /// The program, absolute.
    pub node: PathBuf,
    /// `npm`, absolute; `None` where there is none, so that nothing can be installed.
    pub npm: Option<PathBuf>,
    /// Such as `v22.18.0`.
    pub version: String,
}

/// No Node can be used.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// The configured one does not run.
    #[error("the configured Node cannot be used: {0}")]
    Broken(#[source] ProgramError),
    /// The configured one is too old.
    #[error("the configured Node {} is not usable: Pegboard needs {OLDEST} or newer, this says `{said}`", file.display())]
    Unfit {
        /// The program.
        file: PathBuf,
        /// What it answered.
        said: String,
    },
    /// None on `PATH`.
    #[error("no Node {OLDEST} or newer was found on PATH: install one (https://nodejs.org/en/download)")]
    NotFound,
}

/// The configured Node, or the first on `PATH` that is new enough.
pub(super) async fn find(configured: Option<&Path>, house: &str) -> Result<NodeRuntime, RuntimeError> {
    if let Some(file) = configured {
        let said = ask(file, house).await.map_err(RuntimeError::Broken)?;
        return understand(file, &said).ok_or_else(|| RuntimeError::Unfit {
            file: file.to_owned(),
            said: said.chars().take(200).collect(),
        });
    }
    for folder in variables::search_path() {
        let file = folder.join("node");
        if !file.is_file() {
            continue;
        }
        match ask(&file, house).await {
            Ok(said) => {
                if let Some(runtime) = understand(&file, &said) {
                    return Ok(runtime);
                }
            }
            Err(fault) => tracing::debug!(%fault, "passing over a Node"),
        }
    }
    Err(RuntimeError::NotFound)
}

async fn ask(file: &Path, house: &str) -> Result<String, ProgramError> {
    let mut program = Program::new(file, house, ANSWER_TIME);
    program.command().arg("--version");
    program.run(&Unheard).await
}

fn understand(file: &Path, said: &str) -> Option<NodeRuntime> {
    let version = said.trim();
    let major: u32 = version.strip_prefix('v')?.split('.').next()?.parse().ok()?;
    (major >= OLDEST).then(|| NodeRuntime {
        node: file.to_owned(),
        npm: npm_beside(file),
        version: version.to_owned(),
    })
}

fn npm_beside(node: &Path) -> Option<PathBuf> {
    let beside = node.parent().map(Path::to_path_buf);
    beside
        .into_iter()
        .chain(variables::search_path())
        .map(|folder| folder.join("npm"))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::understand;

    #[test]
    fn only_new_enough_ones_are_taken() {
        let at = Path::new("/nowhere/node");
        assert!(understand(at, "v20.1.0\n").is_some_and(|runtime| runtime.version == "v20.1.0"));
        assert!(understand(at, "v122.0.0").is_some());
        for said in ["v18.20.0", "20.0.0", "", "v", "vx.1"] {
            assert_eq!(understand(at, said), None, "{said:?}");
        }
    }
}
