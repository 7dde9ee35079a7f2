//! What people and models are told of the file tools.

use pegboard_model::builtin::{Builtin, BuiltinToolset, Effect};
use serde_json::json;

use super::super::definition::{Argument, number, switch, text, tool};
use super::list::ENTRIES_MAX;
use super::search::MATCHES_MAX;

const PATH: &str = "Relative to the workspace, with `/`";

/// The toolset.
pub(crate) fn toolset() -> BuiltinToolset {
    BuiltinToolset {
        builtin: Builtin::Filesystem,
        title: "Filesystem",
        description: "Read, write, edit, find and move files of the workspace.",
        prompt_section: Some(
            "Files: paths are relative to the workspace, with `/`. Look before you change: read_file gives line \
             numbers to ask on with, search_files finds text. Prefer edit_file over write_file for small changes. \
             Every change is a commit and can be undone.",
        ),
        tools: [reading(), changing()].into_iter().flatten().collect(),
    }
}

fn reading() -> Vec<pegboard_model::builtin::BuiltinTool> {
    let path = || Argument::required("path", text(PATH));
    [
        tool(
            "read_file",
            "Read file",
            Effect::Reads,
            "Read a file: text by lines, up to 256 KiB a call (`next_offset` says where to go on); what is not text as \
             base64, up to 1 MiB.",
            &[
                path(),
                Argument::optional("offset", number("The first line wanted, from 1", 1, u64::from(u32::MAX))),
                Argument::optional("limit", number("Lines wanted", 1, u64::from(u32::MAX))),
            ],
        ),
        tool(
            "list_files",
            "List files",
            Effect::Reads,
            "List a folder: path, kind and size of each entry, by name.",
            &[
                Argument::optional("path", text("A folder; the workspace where it is left out")),
                Argument::optional("recursive", switch("With everything below")),
                Argument::optional("glob", text("Only paths like this: `*.rs`, `src/**/*.ts`")),
                Argument::optional("limit", number("Entries wanted", 1, ENTRIES_MAX as u64)),
            ],
        ),
        tool(
            "search_files",
            "Search files",
            Effect::Reads,
            "Find a regular expression in text files, line by line. What .gitignore and .ignore name is left out.",
            &[
                Argument::required("pattern", text("A regular expression (Rust syntax)")),
                Argument::optional("path", text("A folder; the workspace where it is left out")),
                Argument::optional("glob", text("Only paths like this: `*.rs`, `src/**/*.ts`")),
                Argument::optional("ignore_case", switch("Capitals do not count")),
                Argument::optional("include_ignored", switch("Also what ignore files name")),
                Argument::optional("limit", number("Matches wanted", 1, MATCHES_MAX as u64)),
            ],
        ),
        tool("file_exists", "File exists", Effect::Reads, "Say whether a path is there, and as what.", &[path()]),
        tool(
            "file_info",
            "File info",
            Effect::Reads,
            "Kind, size, time of the last change and executable bit of a path.",
            &[path()],
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn changing() -> Vec<pegboard_model::builtin::BuiltinTool> {
    let path = || Argument::required("path", text(PATH));
    let mode = json!({
        "type": "string",
        "enum": ["overwrite", "create", "append"],
        "default": "overwrite",
        "description": "What becomes of a file that is there; `create` fails then",
    });
    [
        tool(
            "write_file",
            "Write file",
            Effect::Writes,
            "Write a text file, with the folders on the way.",
            &[
                path(),
                Argument::required("content", text("All of it")),
                Argument::optional("mode", mode),
            ],
        ),
        tool(
            "edit_file",
            "Edit file",
            Effect::Writes,
            "Replace a text in a file by another. The old text must be in the file exactly once, or `replace_all` be said.",
            &[
                path(),
                Argument::required("old_text", text("Exactly as it stands in the file, spaces and line ends included")),
                Argument::required("new_text", text("What comes in its place")),
                Argument::optional("replace_all", switch("Every place, instead of the only one")),
            ],
        ),
        tool(
            "move_file",
            "Move file",
            Effect::Moves,
            "Move or rename a file or a folder, with the folders on the way.",
            &[
                Argument::required("from", text(PATH)),
                Argument::required("to", text(PATH)),
                Argument::optional("overwrite", switch("Replace a file that is there")),
            ],
        ),
        tool(
            "delete_file",
            "Delete file",
            Effect::Deletes,
            "Delete a file, or an empty folder.",
            &[path(), Argument::optional("recursive", switch("A folder with everything in it"))],
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}
