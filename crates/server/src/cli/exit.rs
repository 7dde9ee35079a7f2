//! How a command ends. `docs/CLI.md` has the same table.

use std::process::ExitCode;

use crate::http::wire::problem::Problem;

/// The table of exit codes, as `--help` shows it.
pub(crate) const TABLE: &str = "\
Exit codes:
   0  done
   1  the tool failed
   2  the command or its arguments do not hold
   3  not found
   4  the call waits for approval
   5  refused: the token, the policy or the state of things does not allow it
   6  no server could be reached
   7  the model's reply failed, or ended half-way
   8  the model's reply was stopped
  70  the server or this program failed";

/// One exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    ToolFailed = 1,
    Usage = 2,
    NotFound = 3,
    Pending = 4,
    Refused = 5,
    Unreachable = 6,
    ReplyFailed = 7,
    Stopped = 8,
    Internal = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// `None` when all was said already, as with a call that is shown with its failure.
    pub(crate) told: Option<Told>,
}

/// What a person is told of a failure.
#[derive(Debug)]
pub(crate) struct Told {
    /// One line: what happened.
    pub(crate) what: String,
    /// More of it, a line each.
    pub(crate) notes: Vec<String>,
    /// One line: what to do.
    pub(crate) hint: Option<String>,
    /// The server's own words.
    pub(crate) problem: Option<Box<Problem>>,
}

impl Failure {
    pub(crate) fn new(exit: Exit, what: impl Into<String>) -> Self {
        let told = Told { what: what.into(), notes: Vec::new(), hint: None, problem: None };
        Self { exit, told: Some(told) }
    }

    /// All was said already.
    pub(crate) fn silent(exit: Exit) -> Self {
        Self { exit, told: None }
    }

    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self::new(Exit::Usage, what)
    }

    pub(crate) fn internal(what: impl Into<String>) -> Self {
        Self::new(Exit::Internal, what)
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        if let Some(told) = &mut self.told {
            told.hint = Some(hint.into());
        }
        self
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let exit = match problem.status {
            404 => Exit::NotFound,
            400 | 405 | 413 | 415 | 422 => Exit::Usage,
            401 | 403 | 409 | 412 | 421 | 429 => Exit::Refused,
            503 => Exit::Unreachable,
            _ => Exit::Internal,
        };
        let violation = |v: &crate::http::wire::problem::Violation| {
            let place = if v.path.is_empty() { "arguments" } else { &v.path };
            format!("{place}: {}", v.message)
        };
        let mut notes: Vec<String> = problem.violations.iter().map(violation).collect();
        // The first candidate is the hint already.
        if problem.near.len() > 1 {
            notes.push(format!("near: {}", problem.near.join(", ")));
        }
        let told = Told {
            what: problem.detail.clone(),
            notes,
            hint: problem.hint.as_deref().map(for_command_line),
            problem: Some(Box::new(problem)),
        };
        Self { exit, told: Some(told) }
    }
}

/// The server's hints speak of its API; where a command does the same, that one is named.
fn for_command_line(hint: &str) -> String {
    const COMMANDS: [(&str, &str); 19] = [
        ("GET /mcp-servers lists the servers.", "pegboard mcp list"),
        (
            "GET /mcp-servers/{server_key}/log shows what the server wrote; POST …/reconnect tries again.",
            "pegboard mcp log SERVER shows what it wrote; pegboard mcp reconnect SERVER tries again.",
        ),
        (
            "Set it: PUT /toolsets/{toolset_id}/variables/{name}, or in the environment of `pegboard serve`.",
            "Set it: pegboard mcp set SERVER NAME, or in the environment of `pegboard serve`.",
        ),
        ("POST /mcp-servers/{server_key}/sign-in gives the address to open.", "pegboard mcp login SERVER"),
        ("POST /mcp-servers/preview shows the ids.", "pegboard mcp import --dry-run shows the ids."),
        (
            "Change it with PUT /mcp-servers/{server_key}, remove it, or name the others in `only`.",
            "Remove it first (pegboard mcp remove), or name the others with --only.",
        ),
        ("GET /tools lists the tools.", "pegboard tool list"),
        ("GET /toolsets lists the toolsets.", "pegboard toolset list"),
        ("GET /calls lists the calls.", "pegboard calls list"),
        ("GET /calls?status=pending lists those that wait.", "pegboard calls list --status pending"),
        ("GET /chats lists the chats.", "pegboard chat list"),
        ("GET /chats/{chat_id} lists the chat's messages.", "pegboard chat show"),
        ("GET /chats/{chat_id}/workspace/manifests lists the states.", "pegboard workspace log"),
        ("GET /chats/{chat_id}/workspace/files lists the files.", "pegboard workspace ls"),
        ("Say so: ?recursive=true", "Say so: pegboard workspace rm --recursive"),
        ("GET /tokens lists the tokens.", "pegboard token list"),
        ("GET /workers lists the workers.", "pegboard worker list"),
        (
            "POST /workers/import brings the modules: name the file on the server's machine, or send a ZIP.",
            "pegboard worker import brings the modules: name a NAME.worker file, or a ZIP with them.",
        ),
        ("GET /chats lists the chats and their ids.", "pegboard chat list"),
    ];
    if let Some(tool) =
        hint.strip_prefix("GET /tools/").and_then(|rest| rest.strip_suffix(" shows the schema."))
    {
        return format!("pegboard tool show {tool}");
    }
    let command = COMMANDS.iter().find(|(api, _)| *api == hint);
    command.map_or(hint, |(_, command)| command).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Exit, Failure};
    use crate::http::problem::{Problem, kinds};

    #[test]
    fn every_kind_of_problem_has_an_exit_code() {
        let mut table = String::new();
        for kind in kinds::ALL {
            let failure = Failure::from(Problem::new(*kind, "x").document().clone());
            table += &format!("{:<20} {} -> {:?}\n", kind.name, kind.status, failure.exit);
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn the_codes_are_those_of_the_table() {
        for exit in [
            Exit::ToolFailed,
            Exit::Usage,
            Exit::NotFound,
            Exit::Pending,
            Exit::Refused,
            Exit::Unreachable,
            Exit::ReplyFailed,
            Exit::Stopped,
            Exit::Internal,
        ] {
            let code = format!("\n{:>4}  ", exit as u8);
            assert!(super::TABLE.contains(&code), "{exit:?}");
        }
    }
}
