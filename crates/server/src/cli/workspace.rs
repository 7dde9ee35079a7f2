//! `pegboard workspace`

pub(crate) mod diff;
pub(crate) mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use pegboard_model::ids::{ManifestId, MessageId};
use reqwest::{Body, Method};
use tokio_util::io::ReaderStream;

use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output};
use crate::cli::progress::Spinner;
use crate::cli::save;
use crate::http::wire::page::Page;
use crate::http::wire::workspace::{Files, Manifest, ManifestChange, MoveRequest, RestoreRequest};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The files of the workspace
    Ls {
        #[command(flatten)]
        of: Of,
        #[command(flatten)]
        at: At,
    },
    /// One file's content
    Cat {
        path: String,
        #[command(flatten)]
        of: Of,
        #[command(flatten)]
        at: At,
    },
    /// Write a file of yours into the workspace
    Put {
        /// What to write; - is standard input
        file: PathBuf,
        /// Where, relative to the workspace [default: the file's name]
        path: Option<String>,
        /// Why, for the record
        #[arg(long, value_enum, default_value = "upload")]
        source: Source,
        #[command(flatten)]
        of: Of,
    },
    /// Remove a file
    Rm {
        path: String,
        /// Also a folder with all that is in it
        #[arg(long, short)]
        recursive: bool,
        #[command(flatten)]
        of: Of,
    },
    /// Give a file or a folder another path; nothing is overwritten
    Mv {
        from: String,
        to: String,
        #[command(flatten)]
        of: Of,
    },
    /// Save all files as a ZIP
    Download {
        /// Where to; - is standard output [default: workspace.zip]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        of: Of,
        #[command(flatten)]
        at: At,
    },
    /// What differs between two states
    Diff {
        /// A manifest's id [default: the state before the last change]
        from: Option<ManifestId>,
        /// A manifest's id [default: the active state]
        to: Option<ManifestId>,
        /// Also show the lines that differ
        #[arg(long, short)]
        patch: bool,
        #[command(flatten)]
        of: Of,
    },
    /// Go back to an earlier state, as a new one: nothing is lost
    Restore {
        manifest: ManifestId,
        #[command(flatten)]
        of: Of,
    },
    /// The states of the workspace, newest first
    Log {
        /// Rows wanted, at most 500
        #[arg(long, default_value_t = 20)]
        limit: u64,
        /// Where a page before ended
        #[arg(long)]
        cursor: Option<String>,
        #[command(flatten)]
        of: Of,
    },
}

/// Whose workspace.
#[derive(Debug, Args)]
pub(crate) struct Of {
    /// The chat, by id or title
    #[arg(long, env = "PEGBOARD_CHAT")]
    chat: Option<String>,
}

/// Which state of it.
#[derive(Debug, Args)]
pub(crate) struct At {
    /// The state with this id
    #[arg(long, value_name = "ID", conflicts_with = "message")]
    manifest: Option<ManifestId>,
    /// The state after this message
    #[arg(long, value_name = "ID")]
    message: Option<MessageId>,
}

/// Why a file is written.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Source {
    Upload,
    Edit,
}

impl At {
    fn query(&self) -> Vec<(&'static str, String)> {
        let manifest = self.manifest.map(|id| ("manifest_id", id.to_string()));
        let message = self.message.map(|id| ("message_id", id.to_string()));
        manifest.into_iter().chain(message).collect()
    }
}

/// The segments of a path of the workspace API.
pub(crate) fn segments<'a>(chat: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&["chats", chat, "workspace"], rest].concat()
}

/// The segments of a file's path: its own `/` stay.
pub(crate) fn file_segments<'a>(chat: &'a str, path: &'a str) -> Vec<&'a str> {
    let mut all = segments(chat, &["files"]);
    all.extend(path.split('/'));
    all
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Ls { of, at } => {
            let chat = of.segment(client).await?;
            let files = client.get::<Files>(&segments(&chat, &["files"]), &at.query()).await?;
            output.answer(&files, show::files);
        }
        Command::Cat { path, of, at } => cat(client, output, &path, &of, &at).await?,
        Command::Put { file, path, source, of } => put(client, output, file, path, source, &of).await?,
        Command::Rm { path, recursive, of } => {
            let chat = of.segment(client).await?;
            let request = client.request(Method::DELETE, &file_segments(&chat, &path));
            let request = request.query(&[("recursive", recursive)]);
            output.answer(&client.send::<ManifestChange>(request).await?, show::change);
        }
        Command::Mv { from, to, of } => {
            let chat = of.segment(client).await?;
            let request = MoveRequest { from, to };
            let change = client.post::<ManifestChange>(&segments(&chat, &["move"]), &request).await?;
            output.answer(&change, show::change);
        }
        Command::Download { output: file, of, at } => download(client, output, file, &of, &at).await?,
        Command::Diff { from, to, patch, of } => {
            let chat = of.segment(client).await?;
            diff::run(client, output, &chat, (from, to), patch).await?;
        }
        Command::Restore { manifest, of } => {
            let chat = of.segment(client).await?;
            let request = RestoreRequest { manifest_id: manifest };
            let change = client.post::<ManifestChange>(&segments(&chat, &["restore"]), &request).await?;
            output.answer(&change, show::change);
        }
        Command::Log { limit, cursor, of } => {
            let chat = of.segment(client).await?;
            let mut query = vec![("limit", limit.to_string())];
            query.extend(cursor.map(|cursor| ("cursor", cursor)));
            let page = client.get::<Page<Manifest>>(&segments(&chat, &["manifests"]), &query).await?;
            output.answer(&page, show::log);
        }
    }
    Ok(())
}

async fn cat(client: &Client, output: &Output, path: &str, of: &Of, at: &At) -> Result<(), Failure> {
    let chat = of.segment(client).await?;
    let request = client.request(Method::GET, &file_segments(&chat, path)).query(&at.query());
    let mut response = client.open(request).await?;
    while let Some(piece) = response.chunk().await.map_err(|error| client.broken(&error))? {
        output.bytes(&piece);
    }
    Ok(())
}

async fn download(
    client: &Client,
    output: &Output,
    file: Option<PathBuf>,
    of: &Of,
    at: &At,
) -> Result<(), Failure> {
    let chat = of.segment(client).await?;
    let request = client.request(Method::GET, &segments(&chat, &["archive"])).query(&at.query());
    let place = file.unwrap_or_else(|| PathBuf::from("workspace.zip"));
    let Some(bytes) = save::body(client, output, request, &place).await? else {
        return Ok(());
    };
    match output.format() {
        Format::Json => output.json(&serde_json::json!({"file": place, "bytes": bytes})),
        Format::Human => save::said(output, &place, bytes),
    }
    Ok(())
}

impl Of {
    async fn segment(&self, client: &Client) -> Result<String, Failure> {
        chat_choice::segment(client, self.chat.as_deref()).await
    }
}

async fn put(
    client: &Client,
    output: &Output,
    file: PathBuf,
    path: Option<String>,
    source: Source,
    of: &Of,
) -> Result<(), Failure> {
    let input = file.as_os_str() == "-";
    let own_name = file.file_name().filter(|_| !input).map(|name| name.to_string_lossy().into_owned());
    let path = path.or(own_name).ok_or_else(|| {
        Failure::usage("standard input has no name").hint("Name the place: pegboard workspace put - PATH")
    })?;
    let body = if input {
        Body::wrap_stream(ReaderStream::new(tokio::io::stdin()))
    } else {
        let unreadable =
            |error: std::io::Error| Failure::usage(format!("{} cannot be read: {error}", file.display()));
        Body::from(tokio::fs::File::open(&file).await.map_err(unreadable)?)
    };
    let chat = of.segment(client).await?;
    let source = match source {
        Source::Upload => "upload",
        Source::Edit => "edit",
    };
    let request =
        client.request(Method::PUT, &file_segments(&chat, &path)).query(&[("source", source)]).body(body);
    let spinner = Spinner::start(format!("Writing {path}"));
    let change = client.send::<ManifestChange>(request).await;
    drop(spinner);
    output.answer(&change?, show::change);
    Ok(())
}
