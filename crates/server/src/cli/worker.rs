//! `pegboard worker`

use std::path::{Path, PathBuf};

use clap::Subcommand;
use pegboard_model::worker::{FILE_EXTENSION, brought};
use reqwest::{Method, multipart};

use crate::cli::client::{Answer, Client};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output};
use crate::cli::progress::Spinner;
use crate::cli::toolset::import::streamed;
use crate::cli::{arguments, save, show_worker};
use crate::http::wire::page::Page;
use crate::http::wire::worker::{
    Worker, WorkerCheck, WorkerCheckRequest, WorkerImportFrom, WorkerImportRequest, WorkerRemoved,
    WorkerSummary, WorkerText,
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The workers that are kept
    List,
    /// One worker with how its toolsets stand
    Show { name: String },
    /// Say what is wrong with a worker's file, without keeping it
    Check {
        /// A NAME.worker file, or - for standard input
        file: String,
    },
    /// Keep a worker, in place of the one of its name
    Import {
        /// A NAME.worker file (with modules beside it: on the server's machine), or a ZIP with one
        file: PathBuf,
    },
    /// Write a worker and the modules beside it to a ZIP
    Export {
        name: String,
        /// Where to [default: NAME.zip; - is standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Remove a worker with the toolsets that it brought; its calls stay in the record
    Remove {
        name: String,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::List => {
            let page = client.get::<Page<WorkerSummary>>(&["workers"], &[]).await?;
            output.answer(&page, show_worker::list);
        }
        Command::Show { name } => {
            let worker = client.get::<Worker>(&["workers", &name], &[]).await?;
            output.answer(&worker, show_worker::one);
        }
        Command::Check { file } => return check(client, output, &file).await,
        Command::Import { file } => {
            let kept = import(client, &file).await?;
            output.answer(&kept, show_worker::kept);
        }
        Command::Export { name, output: file } => export(client, output, &name, file).await?,
        Command::Remove { name, yes } => {
            if !yes && !output.confirmed(&format!("Remove the worker `{name}` with what it brought?")) {
                return Err(Failure::usage("nothing was removed"));
            }
            let removed = client.delete::<WorkerRemoved>(&["workers", &name]).await?;
            output.answer(&removed, show_worker::removed);
        }
    }
    Ok(())
}

async fn check(client: &Client, output: &Output, file: &str) -> Result<(), Failure> {
    let text = arguments::document(file)?;
    let request = WorkerCheckRequest { text, name: name_of(Path::new(file)) };
    let answer = client.post::<WorkerCheck>(&["workers", "check"], &request).await?;
    output.answer(&answer, |output, check| show_worker::check(output, file, check));
    if answer.body.valid { Ok(()) } else { Err(Failure::silent(Exit::Usage)) }
}

/// What the worker of a file is called: what stands before `.worker`.
fn name_of(file: &Path) -> Option<String> {
    let is_worker = file.extension().is_some_and(|ending| ending == FILE_EXTENSION);
    file.file_stem().filter(|_| is_worker).map(|stem| stem.to_string_lossy().into_owned())
}

async fn import(client: &Client, file: &Path) -> Result<Answer<Worker>, Failure> {
    let unreadable =
        |error| Failure::new(Exit::NotFound, format!("{} cannot be read: {error}", file.display()));
    let size = tokio::fs::metadata(file).await.map_err(unreadable)?.len();
    let Some(name) = name_of(file) else {
        let (bar, part) = streamed(file, size, "Importing").await?;
        let form = multipart::Form::new().part("file", part);
        let request = client.request(Method::POST, &["workers", "import"]).multipart(form);
        let kept = client.send(request).await;
        bar.finish_and_clear();
        return kept;
    };
    let text = arguments::document(&file.to_string_lossy())?;
    let _spinner = Spinner::start(format!("Importing {}", file.display()));
    if !has_modules(&text) {
        return client.put(&["workers", &name], &WorkerText { text }).await;
    }
    let absolute = std::path::absolute(file).map_err(unreadable)?;
    let source_ref = absolute.to_string_lossy().into_owned();
    let request = WorkerImportRequest { source_type: WorkerImportFrom::Local, source_ref };
    client.post(&["workers", "import"], &request).await
}

/// Whether a worker names modules beside its file. What cannot be read is for the server to say.
fn has_modules(text: &str) -> bool {
    let worker = pegboard_model::worker::Worker::parse(text, "worker");
    worker.is_ok_and(|worker| brought(&worker).any(|one| one.module.is_some()))
}

async fn export(client: &Client, output: &Output, name: &str, file: Option<PathBuf>) -> Result<(), Failure> {
    let request = client.request(Method::GET, &["workers", name, "export"]);
    let place = file.unwrap_or_else(|| PathBuf::from(format!("{name}.zip")));
    let Some(bytes) = save::body(client, output, request, &place).await? else {
        return Ok(());
    };
    match output.format() {
        Format::Json => output.json(&serde_json::json!({"name": name, "file": place, "bytes": bytes})),
        Format::Human => save::said(output, &place, bytes),
    }
    Ok(())
}
