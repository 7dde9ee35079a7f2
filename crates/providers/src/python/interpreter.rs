//! Finds the Python interpreter that environments are made from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::program::{Program, ProgramError};
use crate::unheard::Unheard;
use crate::variables;

/// The oldest version that the SDK runs on.
const OLDEST: (u32, u32) = (3, 11);

/// How long an interpreter may take to tell its version.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// Looked for on `PATH`, in this order: what the person calls `python3` first.
const NAMES: [&str; 6] = ["python3", "python3.13", "python3.12", "python3.11", "python3.14", "python"];

const QUESTION: &str = "import os,sys; print(*sys.version_info[:3], sep='.'); print(os.path.realpath(sys.executable) if sys.prefix == sys.base_prefix else sys.executable)";

/// A Python interpreter that is new enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpreter {
    /// The program, absolute.
    pub file: PathBuf,
    /// Such as `3.11.7`.
    pub version: String,
}

/// No interpreter can be used.
#[derive(Debug, thiserror::Error)]
pub enum InterpreterError {
    /// The configured one does not run.
    #[error("the configured Python interpreter cannot be used: {0}")]
    Broken(#[source] ProgramError),
    /// The configured one is too old, or no Python.
    #[error(
        "the configured Python interpreter {} is not usable: Pegboard needs CPython 3.11 or newer, this says `{said}`",
        file.display()
    )]
    Unfit {
        /// The program.
        file: PathBuf,
        /// What it answered.
        said: String,
    },
    /// None on `PATH`.
    #[error(
        "no Python 3.11 or newer was found on PATH: install one (such as `apt install python3 python3-venv`, \
         `dnf install python3`, or from python.org), or name one in the configuration"
    )]
    NotFound,
}

/// The configured interpreter, or the first on `PATH` that is new enough.
pub(super) async fn find(configured: Option<&Path>, house: &str) -> Result<Interpreter, InterpreterError> {
    if let Some(file) = configured {
        let said = ask(file, house).await.map_err(InterpreterError::Broken)?;
        return understand(&said).ok_or_else(|| InterpreterError::Unfit {
            file: file.to_owned(),
            said: said.chars().take(200).collect(),
        });
    }
    for name in NAMES {
        for folder in variables::search_path() {
            let file = folder.join(name);
            if !file.is_file() {
                continue;
            }
            match ask(&file, house).await {
                Ok(said) => {
                    if let Some(interpreter) = understand(&said) {
                        return Ok(interpreter);
                    }
                }
                Err(fault) => tracing::debug!(%fault, "passing over an interpreter"),
            }
        }
    }
    Err(InterpreterError::NotFound)
}

async fn ask(file: &Path, house: &str) -> Result<String, ProgramError> {
    let mut program = Program::new(file, house, ANSWER_TIME);
    program.command().args(["-I", "-c", QUESTION]);
    program.run(&Unheard).await
}

fn understand(said: &str) -> Option<Interpreter> {
    let mut lines = said.lines();
    let (version, file) = (lines.next()?.trim(), PathBuf::from(lines.next()?));
    let mut numbers = version.split('.').map(str::parse::<u32>);
    let (major, minor) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    (major == OLDEST.0 && minor >= OLDEST.1 && file.is_absolute())
        .then(|| Interpreter { file, version: version.to_owned() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::understand;

    #[test]
    fn only_new_enough_ones_are_taken() {
        let found = understand("3.11.7\n/usr/bin/python3.11\n").unwrap();
        assert_eq!(found.version, "3.11.7");
        for said in ["3.10.9\n/usr/bin/python3\n", "2.7.18\n/x\n", "", "3.12.0\n", "x\ny\n"] {
            assert_eq!(understand(said), None, "{said:?}");
        }
    }
}
