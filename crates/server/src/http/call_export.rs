//! Calls as lines of a file, read a page at a time.

use std::io::{self, Write};

use pegboard_engine::record::{Cursor, PageRequest};
use pegboard_engine::{CallFilter, Engine, StoreError};
use pegboard_model::time::Timestamp;
use tokio::runtime::Handle;

use crate::http::csv;
use crate::http::wire::call::Call;
use crate::http::wire::outcome::ExportFormat;
use crate::http::wire::token::Scope;

/// Calls that are held at a time.
const ROWS: u64 = 50;

const COLUMNS: [&str; 20] = [
    "id",
    "created_at",
    "started_at",
    "finished_at",
    "duration_ms",
    "status",
    "failure",
    "message",
    "tool_id",
    "toolset_id",
    "provider",
    "caller",
    "worker",
    "rule",
    "chat_id",
    "parent_id",
    "files_changed",
    "args",
    "result",
    "log",
];

/// What is exported.
pub(crate) struct Export {
    pub(crate) engine: Engine,
    /// Of whoever reads it.
    pub(crate) scope: Scope,
    pub(crate) format: ExportFormat,
    pub(crate) filter: CallFilter,
    pub(crate) begin: Option<Cursor>,
    /// The most rows; `None` is all.
    pub(crate) most: Option<u64>,
}

/// The file broke off.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExportError {
    #[error("the calls could not be read")]
    Store(#[from] StoreError),
    #[error("a call could not be written")]
    Json(#[from] serde_json::Error),
    #[error("nobody takes the file any more")]
    Io(#[from] io::Error),
}

/// Writes all of it. For a thread that may block.
pub(crate) fn write(export: &Export, out: &mut impl Write) -> Result<(), ExportError> {
    let runtime = Handle::current();
    let mut left = export.most.unwrap_or(u64::MAX);
    let mut cursor = export.begin;
    if export.format == ExportFormat::Csv {
        csv::write_row(out, COLUMNS.iter().map(|column| (*column).to_owned()))?;
    }
    while left > 0 {
        let page = PageRequest { limit: ROWS.min(left), cursor };
        let page = runtime.block_on(export.engine.calls(&export.filter, page))?;
        left = left.saturating_sub(u64::try_from(page.items.len()).unwrap_or(u64::MAX));
        for call in page.items {
            let call = Call::shown_to(export.scope, call);
            match export.format {
                ExportFormat::Csv => csv::write_row(out, cells(call)?)?,
                ExportFormat::Jsonl => {
                    serde_json::to_writer(&mut *out, &call)?;
                    out.write_all(b"\n")?;
                }
            }
        }
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    Ok(())
}

/// In the order of [`COLUMNS`].
fn cells(call: Call) -> Result<[String; COLUMNS.len()], serde_json::Error> {
    let at = |at: Option<Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
    let changes = &call.changes;
    let changed = changes.added.len() + changes.modified.len() + changes.removed.len();
    let (failure, message) =
        call.error.map(|error| (error.kind.as_str().to_owned(), error.message)).unwrap_or_default();
    Ok([
        call.id.to_string(),
        at(Some(call.created_at)),
        at(call.started_at),
        at(call.finished_at),
        call.duration_ms.map(|ms| ms.to_string()).unwrap_or_default(),
        call.status.to_string(),
        failure,
        message,
        call.tool_id,
        call.toolset_id.unwrap_or_default(),
        call.provider.unwrap_or_default(),
        call.caller,
        call.worker.unwrap_or_default(),
        call.rule,
        call.chat_id.to_string(),
        call.parent_id.map(|id| id.to_string()).unwrap_or_default(),
        changed.to_string(),
        serde_json::to_string(&call.args)?,
        call.result.map(|result| serde_json::to_string(&result)).transpose()?.unwrap_or_default(),
        call.log.unwrap_or_default(),
    ])
}
