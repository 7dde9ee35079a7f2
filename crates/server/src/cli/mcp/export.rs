//! Taking servers along.

use std::path::{Path, PathBuf};

use clap::Args;
use reqwest::Method;
use serde_json::{Value, json};

use super::show;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output};
use crate::cli::save;
use crate::http::wire::mcp_server::{ExportFormat, RegisteredServer};

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Only this server
    #[arg(required_if_eq("format", "mcpb"))]
    server: Option<String>,
    /// `json` is `mcpServers` of other clients, `mcpb` a bundle with the server's files
    #[arg(long, value_enum, default_value_t)]
    format: ExportFormat,
    /// Where to; - is standard output [default: standard output, or SERVER.mcpb]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) async fn export(args: ExportArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    match (args.format, args.server) {
        (ExportFormat::Mcpb, Some(server)) => bundle(&server, args.output, client, output).await,
        (_, server) => {
            let one = server.as_deref().map(|server| vec!["mcp-servers", server, "export"]);
            let path = one.unwrap_or_else(|| vec!["mcp-servers", "export"]);
            let exported = client.get::<Value>(&path, &[]).await?;
            settings(&exported.raw, args.output.as_deref().filter(|file| file.as_os_str() != "-"), output)
        }
    }
}

fn settings(exported: &Value, file: Option<&Path>, output: &Output) -> Result<(), Failure> {
    let Some(file) = file else {
        output.json(exported);
        return Ok(());
    };
    let text = serde_json::to_string_pretty(exported)
        .map_err(|error| Failure::internal(format!("the servers cannot be written: {error}")))?;
    std::fs::write(file, text + "\n")
        .map_err(|error| Failure::usage(format!("{} cannot be written: {error}", file.display())))?;
    show::done(output, &file.display().to_string(), "written to");
    Ok(())
}

async fn bundle(
    server: &str,
    file: Option<PathBuf>,
    client: &Client,
    output: &Output,
) -> Result<(), Failure> {
    let found = client.get::<RegisteredServer>(&["mcp-servers", server], &[]).await?.body;
    let place = file.unwrap_or_else(|| PathBuf::from(format!("{}.mcpb", found.server.id)));
    let path = ["mcp-servers", &found.server.server_key, "export"];
    let request = client.request(Method::GET, &path).query(&[("format", "mcpb")]);
    let Some(bytes) = save::body(client, output, request, &place).await? else {
        return Ok(());
    };
    match output.format() {
        Format::Json => {
            output.json(&json!({"server": found.server.server_key, "file": place, "bytes": bytes}));
        }
        Format::Human => save::said(output, &place, bytes),
    }
    Ok(())
}
