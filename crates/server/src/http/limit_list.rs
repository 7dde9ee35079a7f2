//! All limits in one list, taken from the very values that bind.

mod builtins;
mod cards;
mod item;
mod mcp;
mod models;
mod runners;
mod triggers;

use pegboard_engine::record::PAGE_MAX;
use pegboard_engine::{
    ARCHIVE_BLOBS_MAX, ARCHIVE_LINE_MAX, ARCHIVE_LINES_MAX, ARCHIVE_UNPACKED_MAX, BundleLimits,
    CALL_TIME_MAX, CALLS_READ_MAX, CHAT_TITLE_MAX, Limits, PATH_MAX_BYTES, PATH_NAME_MAX_BYTES, TRIALS_MAX,
    WORKERS_MAX,
};
use pegboard_model::activity::SPAN_MAX_DAYS;
use pegboard_model::arguments::ARGUMENTS_MAX_DEPTH;
use pegboard_model::attachment;
use pegboard_model::saved_input::{INPUT_NAME_MAX, SAVED_INPUT_BYTES, SAVED_INPUTS_MAX};
use pegboard_model::worker::{INSTRUCTIONS_MAX, WORKER_MAX};
use pegboard_providers::container::ContainerConfig;
use pegboard_providers::node::NodeConfig;
use pegboard_providers::python::PythonConfig;

use self::item::{bytes, characters, count, item, seconds};
use crate::http::frames::{check, view};
use crate::http::limits::{
    ANSWERS_MAX, ARCHIVES_MAX, BODY_STALL_MAX, CONNECTIONS_MAX, HEADER_MAX, HEADER_TIMEOUT, JSON_BODY_MAX,
    LARGE_BODIES_MAX, REQUESTS_MAX, STREAM_BODY_MIB, UPLOAD_MAX,
};
use crate::http::sandbox::{reach, shown};
use crate::http::wire::system::{Limit, LimitUnit};
use crate::http::{hub, tokens};

/// Every limit of this server.
pub(crate) fn list(
    engine: &Limits,
    python: &PythonConfig,
    node: &NodeConfig,
    containers: &ContainerConfig,
) -> Vec<Limit> {
    [
        requests(),
        bundles(),
        workers(),
        calls(engine),
        workspaces(engine),
        lists(engine),
        triggers::triggers(),
        frames(),
        cards::cards(),
        builtins::policy(),
        builtins::chests(engine),
        builtins::file_tools(),
        mcp::mcp(),
        mcp::mcp_servers(),
        models::models(),
        runners::python(python),
        runners::node(node),
        runners::containers(containers),
    ]
    .concat()
}

fn requests() -> Vec<Limit> {
    vec![
        bytes("json_body", JSON_BODY_MAX, "A JSON body"),
        bytes(
            "message_body",
            STREAM_BODY_MIB << 20,
            "A body that brings what a person says, with its files in base64",
        ),
        count(
            "large_bodies",
            LARGE_BODIES_MAX,
            "Such bodies above `json_body` at once; further ones are told `busy`",
        ),
        count("message_files", attachment::FILES_MAX, "Files of one message"),
        bytes("message_file", attachment::FILE_BYTES_MAX, "One of them"),
        bytes("message_files_bytes", attachment::FILES_BYTES_MAX, "All of them together"),
        bytes("upload", UPLOAD_MAX, "An uploaded toolset or workspace file; it goes to disk as it comes"),
        seconds(
            "upload_pause",
            BODY_STALL_MAX,
            "The pause between two pieces of an upload or of a ZIP that is sent",
        ),
        bytes("request_head", HEADER_MAX, "The head of a request"),
        seconds("request_head_time", HEADER_TIMEOUT, "The time that the head of a request may take"),
        count("requests", REQUESTS_MAX, "Requests answered at once; further ones are told `busy`"),
        count("connections", CONNECTIONS_MAX, "Open connections; further ones wait"),
        count("events_kept", hub::KEPT, "Events kept for clients that come back"),
        characters("token_name", tokens::NAME_MAX, "The name of a token"),
    ]
}

fn workers() -> Vec<Limit> {
    vec![
        count("workers", WORKERS_MAX, "Workers"),
        bytes("worker_file", WORKER_MAX, "A worker's file"),
        bytes("worker_instructions", INSTRUCTIONS_MAX, "The instructions in it"),
    ]
}

fn bundles() -> Vec<Limit> {
    let bundle = BundleLimits::default();
    vec![
        bytes("bundle_archive", bundle.archive_bytes, "A toolset's archive"),
        count("bundle_entries", bundle.entries, "Files and folders of a toolset"),
        bytes("bundle_unpacked", bundle.total_bytes, "A toolset, unpacked"),
        bytes("bundle_file", bundle.file_bytes, "One file of a toolset"),
        count("bundle_ratio", bundle.ratio, "Unpacked bytes of a toolset per packed one"),
        bytes("toolset_manifest", bundle.manifest_bytes, "`toolset.yaml`"),
        bytes("bundle_answers", ANSWERS_MAX, "Answers that go with an uploaded bundle"),
        seconds(
            "download_time",
            bundle.download_time,
            "The time that a toolset's download from an address may take",
        ),
    ]
}

fn calls(engine: &Limits) -> Vec<Limit> {
    let run = engine.run;
    vec![
        bytes("call_arguments", engine.args_bytes, "A call's arguments as JSON"),
        count("call_arguments_depth", ARGUMENTS_MAX_DEPTH, "Levels of a call's arguments"),
        seconds("call_time", run.timeout, "A call, unless its toolset names another time"),
        seconds("call_time_max", CALL_TIME_MAX, "A call, whatever its toolset names"),
        bytes("call_result", run.result_bytes, "A call's result as JSON"),
        bytes(
            "call_result_kept",
            engine.inline_result_bytes,
            "A result in the record; a larger one becomes a file",
        ),
        bytes("call_log", run.log_bytes, "What is kept of a call's log: its beginning and its end"),
        seconds("call_grace", engine.grace, "What running calls get when the server is told to stop"),
    ]
}

fn workspaces(engine: &Limits) -> Vec<Limit> {
    let workspace = engine.workspace;
    vec![
        count("workspace_files", workspace.files, "Files and folders of a workspace"),
        bytes("workspace", workspace.total_bytes, "A workspace"),
        bytes("workspace_file", workspace.file_bytes, "One file of a workspace"),
        count("workspace_depth", workspace.depth, "Folders in one another in a workspace"),
        bytes("path", PATH_MAX_BYTES, "A path in a workspace"),
        bytes("path_name", PATH_NAME_MAX_BYTES, "One name in such a path"),
        count(
            "previews",
            TRIALS_MAX,
            "Pending calls that are previewed at once; further ones are told `busy`",
        ),
        count(
            "archives",
            ARCHIVES_MAX,
            "Workspaces sent as ZIP and exports of calls at once; further ones are told `busy`",
        ),
    ]
}

fn lists(engine: &Limits) -> Vec<Limit> {
    vec![
        bytes("message", engine.message_bytes, "A message as JSON"),
        characters("chat_title", CHAT_TITLE_MAX, "The title of a chat; what is longer is cut"),
        bytes("chat_archive", ARCHIVE_UNPACKED_MAX, "A chat's archive, unpacked"),
        count("chat_archive_contents", ARCHIVE_BLOBS_MAX, "Contents of files in it"),
        count("chat_archive_lines", ARCHIVE_LINES_MAX, "Lines of one of its files"),
        bytes("chat_archive_line", ARCHIVE_LINE_MAX, "One of them"),
        count("saved_inputs", SAVED_INPUTS_MAX, "Saved inputs of a tool"),
        bytes("saved_input", SAVED_INPUT_BYTES, "A saved input's arguments as JSON"),
        characters("saved_input_name", INPUT_NAME_MAX, "The name of a saved input"),
        count("page", PAGE_MAX, "Rows of one page of a list"),
        count("activity_calls", CALLS_READ_MAX, "Calls that activity counts; the newest are taken"),
        item("activity_span", SPAN_MAX_DAYS.unsigned_abs(), LimitUnit::Days, "The span of activity"),
    ]
}

fn frames() -> Vec<Limit> {
    vec![
        bytes("frame_page", view::PAGE_MAX, "A template, an app, an HTML or SVG file in a frame"),
        bytes("frame_pdf", view::PDF_MAX, "A PDF in a frame"),
        count("frames", shown::COUNT_MAX, "Frames that can be loaded; the oldest make room"),
        bytes("frames_held", shown::BYTES_MAX, "All frames that can be loaded; the oldest make room"),
        seconds("frame_life", shown::LIFE, "How long a frame can be loaded"),
        count(
            "app_hosts",
            reach::HOSTS_MAX,
            "Hosts of one kind that an app may ask for; further ones are left out",
        ),
        bytes("frame_check_address", check::URL_MAX, "An address that is checked"),
        count("frame_check_redirects", check::REDIRECTS_MAX, "Redirects of an address that is checked"),
        seconds("frame_check_time", check::TIME_MAX, "The check of an address"),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use pegboard_engine::Limits;
    use pegboard_providers::container::ContainerConfig;
    use pegboard_providers::node::NodeConfig;
    use pegboard_providers::python::PythonConfig;

    use super::{Limit, LimitUnit, list};

    fn shown(limit: &Limit) -> String {
        let value = limit.value;
        match limit.unit {
            LimitUnit::Bytes if value.is_multiple_of(1 << 30) => format!("{} GiB", value >> 30),
            LimitUnit::Bytes if value.is_multiple_of(1 << 20) => format!("{} MiB", value >> 20),
            LimitUnit::Bytes if value.is_multiple_of(1 << 10) && value > 4096 => {
                format!("{} KiB", value >> 10)
            }
            unit => format!("{value} {unit:?}").to_lowercase(),
        }
    }

    /// What people rely on, as a reviewer should read it.
    #[test]
    fn every_limit_has_a_name_of_its_own_and_says_what_it_binds() {
        let (python, node) = (PythonConfig::new("/data", "house"), NodeConfig::new("/data", "house"));
        let containers = ContainerConfig::new(Path::new("/data"), "house".to_owned());
        let limits = list(&Limits::default(), &python, &node, &containers);
        let names: BTreeSet<_> = limits.iter().map(|limit| limit.name.as_str()).collect();
        assert_eq!(names.len(), limits.len());
        let line = |limit: &Limit| format!("{:<22} {:<16} {}", limit.name, shown(limit), limit.about);
        insta::assert_snapshot!(limits.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
}
