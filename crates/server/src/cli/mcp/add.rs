//! Adding servers.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::show;
use crate::cli::ask::{ask, can_ask};
use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Output;
use crate::cli::toolset::import::Terms;
use crate::cli::{show_toolset, toolset};
use crate::http::wire::mcp_proposal::{
    AddServers, AddedServers, ProposedBundle, ServerSettings, ServersPreview,
};

/// Answers by server id, then by variable.
type Answers = BTreeMap<String, BTreeMap<String, String>>;

pub(super) const EXAMPLES: &str = "\
Examples:
  pegboard mcp add time -- uvx mcp-server-time
  pegboard mcp add files --scope chat -- npx -y @modelcontextprotocol/server-filesystem '$workspace'
  pegboard mcp add github --env GITHUB_TOKEN=… -- docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server
  pegboard mcp add sentry https://mcp.sentry.dev/mcp --header 'Authorization: Bearer …'";

#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    /// Its id from now on
    name: String,
    /// Its address
    #[arg(required_unless_present = "command", conflicts_with = "command", value_name = "URL")]
    address: Option<String>,
    /// The program with its arguments
    #[arg(last = true)]
    command: Vec<String>,
    /// A variable of the program's environment; its value is kept encrypted
    #[arg(long, short, value_name = "NAME=VALUE")]
    env: Vec<String>,
    /// A header of every request; its value is kept encrypted
    #[arg(long, short = 'H', value_name = "NAME: VALUE")]
    header: Vec<String>,
    /// How the server is reached [default: stdio for a program, http for an address]
    #[arg(long, short, value_parser = ["stdio", "http", "sse"])]
    transport: Option<String>,
    /// One process for everybody, or one per chat
    #[arg(long, value_parser = ["shared", "chat"])]
    scope: Option<String>,
    /// The program's working directory
    #[arg(long, value_name = "DIR")]
    cwd: Option<String>,
    /// Display name
    #[arg(long)]
    title: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// `mcp.json` of another client, or `server.json` of the registry; - is standard input
    file: PathBuf,
    /// Only these servers
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// An answer to what the preview asks
    #[arg(long, value_name = "ID.NAME=VALUE")]
    answer: Vec<String>,
    /// Which way of a registry entry
    #[arg(long, value_name = "NUMBER")]
    choice: Option<usize>,
    /// Only say what would be added
    #[arg(long)]
    dry_run: bool,
}

pub(super) async fn add(args: AddArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let request = AddServers { server: Some(settings(args)?), ..AddServers::default() };
    let added = client.post::<AddedServers>(&["mcp-servers"], &request).await?;
    output.answer(&added, show::added);
    Ok(())
}

fn settings(args: AddArgs) -> Result<ServerSettings, Failure> {
    if args.address.as_ref().is_some_and(|url| !url.starts_with("http://") && !url.starts_with("https://")) {
        return Err(Failure::usage("an address begins with http:// or https://")
            .hint("A program goes behind two hyphens: pegboard mcp add NAME -- COMMAND …"));
    }
    let mut command = args.command.into_iter();
    let pairs = |texts: Vec<String>, sign: char| {
        let pair = |text: String| match text.split_once(sign) {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim_start().to_owned())),
            // The text is not repeated: it may be a secret.
            None => {
                Err(Failure::usage(format!("a name and a value with `{sign}` between them were expected")))
            }
        };
        texts.into_iter().map(pair).collect::<Result<_, Failure>>()
    };
    Ok(ServerSettings {
        id: Some(args.name),
        title: args.title,
        transport: args.transport,
        command: command.next(),
        args: command.collect(),
        cwd: args.cwd,
        env: pairs(args.env, '=')?,
        url: args.address,
        headers: pairs(args.header, ':')?,
        scope: args.scope,
        ..ServerSettings::default()
    })
}

pub(super) async fn import(args: ImportArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let text = read(&args.file)?;
    let mut request = AddServers {
        choice: args.choice,
        only: (!args.only.is_empty()).then_some(args.only),
        ..AddServers::default()
    };
    for answer in args.answer {
        let parts = answer.split_once('=').and_then(|(name, value)| Some((name.split_once('.')?, value)));
        let Some(((id, name), value)) = parts else {
            return Err(Failure::usage("--answer takes ID.NAME=VALUE"));
        };
        request.answers.entry(id.to_owned()).or_default().insert(name.to_owned(), value.to_owned());
    }
    if is_registry_entry(&text) {
        request.registry_entry = Some(Value::String(text));
    } else {
        request.config = Some(Value::String(text));
    }
    let registry = request.registry_entry.is_some();
    if args.dry_run || registry || can_ask(output) {
        let preview = client.post::<ServersPreview>(&["mcp-servers", "preview"], &request).await?;
        if args.dry_run {
            output.answer(&preview, super::preview::show);
            return Ok(());
        }
        let choice = request.choice.unwrap_or(0);
        if let Some(bundle) = preview.body.bundles.iter().find(|bundle| bundle.choice == choice) {
            return import_bundle(bundle, request.answers, client, output).await;
        }
        if can_ask(output) {
            ask_all(&preview.body, &mut request)?;
        }
    }
    let added = client.post::<AddedServers>(&["mcp-servers"], &request).await?;
    output.answer(&added, show::added);
    Ok(())
}

/// A bundle becomes a toolset; only the file that the entry promised is unpacked.
async fn import_bundle(
    bundle: &ProposedBundle,
    answers: Answers,
    client: &Client,
    output: &Output,
) -> Result<(), Failure> {
    // The bundle says itself what it is called, so the server's id in an answer says nothing here.
    let answers = answers.into_values().flatten().collect();
    let terms = Terms { sha256: Some(bundle.sha256.clone()), answers, fingerprint: None };
    let imported = toolset::import::import(client, output, &bundle.url, terms).await?;
    output.answer(&imported, show_toolset::imported);
    Ok(())
}

/// Asks for what the servers need that would be added.
fn ask_all(preview: &ServersPreview, request: &mut AddServers) -> Result<(), Failure> {
    let choice = request.choice.unwrap_or(0);
    for proposed in &preview.servers {
        let id = &proposed.server.id;
        let other = proposed.choice.is_some_and(|own| own != choice);
        let left_out = request.only.as_ref().is_some_and(|only| !only.contains(id));
        if other || left_out || proposed.exists || proposed.questions.is_empty() {
            continue;
        }
        ask(&proposed.questions, request.answers.entry(id.clone()).or_default())?;
    }
    Ok(())
}

fn read(file: &std::path::Path) -> Result<String, Failure> {
    let text = if file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    text.map_err(|error| {
        Failure::new(Exit::NotFound, format!("{} cannot be read: {error}", file.display()))
            .hint("Name a file, or - for standard input.")
    })
}

/// Whether a document is an entry of the registry rather than a client's file.
fn is_registry_entry(text: &str) -> bool {
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    let entry = document.get("server").filter(|inner| inner.is_object()).unwrap_or(&document);
    entry.get("name").is_some_and(Value::is_string)
        && ["packages", "remotes"].iter().any(|key| entry.get(key).is_some_and(Value::is_array))
}
