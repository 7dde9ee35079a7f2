//! `serve --tour`: on the first start, sets everything up and shows one real call.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use pegboard_engine::record::ChatRecord;
use pegboard_engine::{Consent, ImportSource};
use pegboard_model::call::{ApprovalMode, Call as Asked, Caller, Telemetry};
use serde_json::json;

use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output, Tone};
use crate::cli::progress::Steps;
use crate::cli::show_call;
use crate::http::wire::call::Call;
use crate::wiring::House;

/// Where a source tree has its examples.
const EXAMPLES: &str = "examples/toolsets";
/// The note that says that the tour was made.
const DONE: &str = "tour-done";
/// The tool that is shown.
const SHOWN: &str = "app-builder:write_file";

#[derive(Debug, Args)]
pub(crate) struct TourArgs {
    /// On the first start, install the examples and make a call to show
    #[arg(long)]
    tour: bool,
    /// The examples' folder [default: examples/toolsets, where there is one]
    #[arg(long, value_name = "DIR")]
    examples: Option<PathBuf>,
}

/// Whether the user has seen what there is to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toured {
    /// On this start.
    Now,
    /// They did not ask to.
    NotAsked,
    /// On an earlier start.
    Before,
}

/// Makes the tour where it is asked for and was not made yet.
///
/// # Errors
/// When a step fails; the next start tries again.
pub(crate) async fn run(
    args: &TourArgs,
    house: &House,
    data: &Path,
    output: &Output,
) -> Result<Toured, Failure> {
    if !args.tour {
        return Ok(Toured::NotAsked);
    }
    if data.join(DONE).exists() {
        return Ok(Toured::Before);
    }
    prepare(house, output).await?;
    install(&examples(args)?, house, output).await?;
    let chat = house.engine.create_chat(Some("Demo".to_owned())).await;
    let chat = chat.map_err(|error| failed("make the demo chat", &error))?;
    show(house, &chat, output).await?;
    fs::write(data.join(DONE), "").map_err(|error| failed("note that the tour was made", &error))?;
    Ok(Toured::Now)
}

async fn prepare(house: &House, output: &Output) -> Result<(), Failure> {
    told(output, Tone::Strong, "Making the Python base environment");
    let steps = Steps::start();
    let prepared = house.python.prepare(&[], &steps).await;
    drop(steps);
    prepared.map_err(|error| {
        failed("make the Python base environment", &error).hint("pegboard doctor says what is missing.")
    })
}

fn examples(args: &TourArgs) -> Result<PathBuf, Failure> {
    let folder = args.examples.clone().unwrap_or_else(|| PathBuf::from(EXAMPLES));
    folder.canonicalize().map_err(|error| {
        Failure::usage(format!("there are no examples in {}: {error}", folder.display()))
            .hint("Name their folder with --examples, or leave --tour out.")
    })
}

/// Installs every toolset of the folder, in the order of their names.
async fn install(folder: &Path, house: &House, output: &Output) -> Result<(), Failure> {
    told(output, Tone::Strong, "Installing the example toolsets");
    let entries = fs::read_dir(folder).map_err(|error| failed("read the examples", &error))?;
    let mut toolsets = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| failed("read the examples", &error))?.path();
        if path.join("toolset.yaml").is_file() {
            toolsets.push(path);
        }
    }
    toolsets.sort();
    for path in toolsets {
        let source = ImportSource::Folder(path.clone());
        let imported = house.engine.import(source, Consent::Whatever, Arc::new(Steps::start())).await;
        let imported = imported.map_err(|error| failed(&format!("install {}", path.display()), &error))?;
        let toolset = &imported.toolset;
        told(
            output,
            Tone::Good,
            &format!("  {} {} ({} tools)", toolset.id, toolset.version, imported.tools.len()),
        );
    }
    Ok(())
}

async fn show(house: &House, chat: &ChatRecord, output: &Output) -> Result<(), Failure> {
    let args = json!({"path": "hello/app.py", "content": "print(\"Hello from Pegboard\")\n"});
    told(output, Tone::Strong, "Calling a tool in the chat `Demo`");
    told(
        output,
        Tone::Plain,
        &format!("  pegboard call {SHOWN} --chat Demo path=hello/app.py content='print(\"Hello…\")'"),
    );
    let asked = Asked {
        tool: SHOWN.to_owned(),
        args: args.as_object().cloned().unwrap_or_default(),
        chat: Some(chat.id),
        message: None,
        worker: None,
        parent: None,
        triggered: None,
        id: None,
        telemetry: Telemetry::default(),
        caller: Caller { name: "tour".to_owned(), mode: ApprovalMode::AutoDeny },
        line: None,
    };
    let call = house.engine.call(asked).await.map_err(|error| failed(&format!("call {SHOWN}"), &error))?;
    let call = Call::from(call);
    match output.format() {
        Format::Human => show_call::show(output, &call),
        Format::Json => {}
    }
    Ok(())
}

/// What goes on is for people; a program waits for the line with the address.
fn told(output: &Output, tone: Tone, text: &str) {
    if output.format() == Format::Human {
        output.line(tone, text);
    }
}

fn failed(what: &str, error: &dyn std::error::Error) -> Failure {
    tracing::error!(?error, "the tour came to a halt");
    Failure::internal(format!("the tour could not {what}: {error}"))
}
