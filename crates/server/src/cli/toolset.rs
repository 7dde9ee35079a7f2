//! `pegboard toolset`

pub(crate) mod import;

use std::path::PathBuf;

use clap::Subcommand;
use reqwest::Method;

use crate::cli::ask::pairs;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output, Tone};
use crate::cli::toolset::import::Terms;
use crate::cli::{save, show_preview, show_toolset};
use crate::http::wire::page::Page;
use crate::http::wire::preview::UninstallPreview;
use crate::http::wire::toolset::{EnableRequest, Toolset, ToolsetWithParts, Uninstalled};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Install a toolset, or bring an installed one to another state
    Import {
        /// A ZIP, a folder on the server's machine, or an http(s) address
        source: String,
        /// Only say what the import would do
        #[arg(long)]
        dry_run: bool,
        /// An answer to what an MCP bundle asks; it is kept encrypted
        #[arg(long, value_name = "NAME=VALUE")]
        answer: Vec<String>,
        /// The SHA-256 that the file at an address must have
        #[arg(long, value_name = "HEX")]
        sha256: Option<String>,
    },
    /// The installed toolsets
    List,
    /// One toolset with its tools, files and MCP servers
    Show { id: String },
    /// Write a toolset to a ZIP
    Export {
        id: String,
        /// Where to [default: ID.zip; - is standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Switch a toolset on
    Enable { id: String },
    /// Switch a toolset off with all its tools
    Disable { id: String },
    /// Remove a toolset; its calls stay in the record
    Remove {
        id: String,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::Import { source, dry_run, answer, sha256 } => {
            let terms = Terms { sha256, answers: pairs(answer)?, ..Terms::default() };
            if dry_run {
                let preview = import::preview(client, &source, &terms).await?;
                output.answer(&preview, show_preview::import);
                return Ok(());
            }
            let imported = import::import(client, output, &source, terms).await?;
            output.answer(&imported, show_toolset::imported);
            Ok(())
        }
        Command::List => {
            let page = client.get::<Page<Toolset>>(&["toolsets"], &[]).await?;
            output.answer(&page, show_toolset::list);
            Ok(())
        }
        Command::Show { id } => {
            let toolset = client.get::<ToolsetWithParts>(&["toolsets", &id], &[]).await?;
            output.answer(&toolset, show_toolset::one);
            Ok(())
        }
        Command::Export { id, output: file } => export(client, &id, file, output).await,
        Command::Enable { id } => enable(client, &id, true, output).await,
        Command::Disable { id } => enable(client, &id, false, output).await,
        Command::Remove { id, yes } => remove(client, &id, yes, output).await,
    }
}

async fn enable(client: &Client, id: &str, enabled: bool, output: &Output) -> Result<(), Failure> {
    let request = EnableRequest { enabled };
    let toolset = client.post::<Toolset>(&["toolsets", id, "enable"], &request).await?;
    output.answer(&toolset, |output, toolset| {
        let state = if toolset.enabled { "on" } else { "off" };
        output.line(Tone::Plain, &format!("{} is {state}", toolset.id));
    });
    Ok(())
}

async fn remove(client: &Client, id: &str, yes: bool, output: &Output) -> Result<(), Failure> {
    if output.format() == Format::Human {
        let preview = client.get::<UninstallPreview>(&["toolsets", id, "uninstall-preview"], &[]).await?;
        show_preview::removal(output, id, &preview.body);
    }
    if !yes && !output.confirmed(&format!("Remove the toolset `{id}` with its configuration?")) {
        return Err(Failure::usage("nothing was removed"));
    }
    let gone = client.delete::<Uninstalled>(&["toolsets", id]).await?;
    output.answer(&gone, |output, gone| {
        let removed = &gone.removed;
        let counts = [
            (removed.tools, "tools"),
            (removed.files, "files"),
            (removed.mcp_servers, "MCP servers"),
            (removed.overrides, "overrides"),
        ];
        let counts = counts.iter().map(|(count, what)| format!("{count} {what}"));
        let counts: Vec<_> = counts.chain([format!("{} saved inputs", removed.saved_inputs)]).collect();
        output.line(Tone::Plain, &format!("removed {}: {}", gone.id, counts.join(", ")));
    });
    Ok(())
}

async fn export(client: &Client, id: &str, file: Option<PathBuf>, output: &Output) -> Result<(), Failure> {
    let request = client.request(Method::GET, &["toolsets", id, "export"]);
    let place = file.unwrap_or_else(|| PathBuf::from(format!("{id}.zip")));
    let Some(bytes) = save::body(client, output, request, &place).await? else {
        return Ok(());
    };
    match output.format() {
        Format::Json => output.json(&serde_json::json!({"id": id, "file": place, "bytes": bytes})),
        Format::Human => save::said(output, &place, bytes),
    }
    Ok(())
}
