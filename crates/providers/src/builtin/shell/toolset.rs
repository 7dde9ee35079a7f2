//! What people and models are told of the shell.

use pegboard_model::builtin::{Builtin, BuiltinToolset, Effect};

use super::super::definition::{Argument, number, text, tool};

/// The toolset.
pub(crate) fn toolset() -> BuiltinToolset {
    let run_command = tool(
        "run_command",
        "Run command",
        Effect::Runs,
        "Run a command line with bash in the workspace. Gives its exit code and what it printed; of much output the \
         beginning and the end. Nothing that it starts outlives it.",
        &[
            Argument::required("command", text("The command line")),
            Argument::optional(
                "timeout_seconds",
                number("How long it may take; no longer than any call", 1, 24 * 60 * 60),
            ),
        ],
    );
    BuiltinToolset {
        builtin: Builtin::Shell,
        title: "Shell",
        description: "Run commands in the workspace, by rules.",
        prompt_section: Some(
            "Commands run in the workspace, one line at a time; nothing keeps running in the background. They write there \
             and below $TMPDIR, unless the policy opens more. Simple \
             commands that the rules know run at once, others wait for a person, so prefer several plain commands over \
             one clever line.",
        ),
        tools: run_command.into_iter().collect(),
    }
}
