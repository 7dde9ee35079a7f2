//! Reading and changing files of the workspace, and nothing beside it.
//!
//! Invariant: every file is opened from a handle of the workspace's folder, name by name, never by a path that the system
//! looks up from its root. So neither `..`, nor an absolute path, nor a link that somebody puts in the way at the last
//! moment leads out of it. Reading follows links that stay inside; changing follows none.

mod bounds;
mod change;
mod edit;
mod error;
mod list;
mod look;
mod place;
mod read;
mod search;
mod toolset;
mod workspace;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::provider::{Host, Job};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use self::bounds::Bounds;
use self::error::FileError;
pub use self::list::ENTRIES_MAX;
pub use self::read::{BINARY_MAX, FILE_MAX, TEXT_MAX};
pub use self::search::{MATCHES_MAX, SEARCHED_MAX};
pub(super) use self::toolset::toolset;
use self::workspace::Workspace;

/// Runs one of the tools.
pub(super) async fn run(tool: &str, job: &Job, host: &dyn Host) -> Result<Value, ToolFailure> {
    let bounds = Bounds::new(host.cancelled(), job.limits.timeout);
    let (tool, args, root) = (tool.to_owned(), job.resolved.args.clone(), job.workspace.clone());
    let work = tokio::task::spawn_blocking(move || {
        let workspace = Workspace::open(&root)?;
        dispatch(&tool, args, &workspace, &bounds)
    });
    match work.await {
        Ok(result) => result.map_err(Into::into),
        Err(error) => {
            Err(ToolFailure::new(FailureKind::Crashed, "the tool broke off; the log of the server says why")
                .with_detail(error.to_string()))
        }
    }
}

/// The tools, by the name that they are called by.
const TOOLS: [&str; 9] = [
    "read_file",
    "write_file",
    "edit_file",
    "list_files",
    "search_files",
    "delete_file",
    "move_file",
    "file_exists",
    "file_info",
];

/// Whether this is one of the tools.
pub(super) fn has(tool: &str) -> bool {
    TOOLS.contains(&tool)
}

fn dispatch(
    tool: &str,
    args: Map<String, Value>,
    workspace: &Workspace,
    bounds: &Bounds,
) -> Result<Value, FileError> {
    match tool {
        "read_file" => read::read_file(workspace, &taken(args)?),
        "write_file" => change::write_file(workspace, &taken(args)?),
        "edit_file" => edit::edit_file(workspace, &taken(args)?),
        "list_files" => list::list_files(workspace, &taken(args)?, bounds),
        "search_files" => search::search_files(workspace, &taken(args)?, bounds),
        "delete_file" => change::delete_file(workspace, &taken(args)?),
        "move_file" => change::move_file(workspace, &taken(args)?),
        "file_exists" => look::file_exists(workspace, &taken(args)?),
        "file_info" => look::file_info(workspace, &taken(args)?),
        _ => Err(FileError::NoTool(tool.to_owned())),
    }
}

/// The arguments as the tool takes them. The schema was checked before; what it cannot say is said here.
fn taken<T: DeserializeOwned>(args: Map<String, Value>) -> Result<T, FileError> {
    serde_json::from_value(Value::Object(args)).map_err(|error| FileError::Arguments(error.to_string()))
}
