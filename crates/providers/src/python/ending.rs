//! How a call without an answer is told to its caller.

use pegboard_model::call::ToolFailure;

use crate::ending;
use crate::python::exit::Exit;

/// What the caller is told of a call whose process ended without an answer.
pub(super) fn crashed(exit: &Exit, runner_log: &str, call_log: &str) -> ToolFailure {
    let log = match exit {
        Exit::RunnerGone(_) => runner_log,
        Exit::Code(_) | Exit::Signal(_) | Exit::OverBudget(_) | Exit::Refused(_) => call_log,
    };
    ending::crashed(exit.sentence(), log)
}
