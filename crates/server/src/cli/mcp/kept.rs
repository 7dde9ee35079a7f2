//! Values that are kept for servers.

use std::io::{IsTerminal, Read};

use reqwest::Method;

use super::show;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::Output;
use crate::http::wire::mcp_server::{RegisteredServer, VariableValue};

pub(super) async fn set(
    server: &str,
    name: &str,
    value: Option<String>,
    client: &Client,
    output: &Output,
) -> Result<(), Failure> {
    let found = client.get::<RegisteredServer>(&["mcp-servers", server], &[]).await?.body;
    let value = match value {
        Some(value) => value,
        None => {
            if std::io::stdin().is_terminal() {
                output.note(&format!("The value of {name}, and then Ctrl D:"));
            }
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| Failure::usage(format!("no value could be read: {error}")))?;
            text.trim_end_matches(['\r', '\n']).to_owned()
        }
    };
    let path = ["toolsets", &found.toolset_id, "variables", name];
    client.open(client.request(Method::PUT, &path).json(&VariableValue { value })).await?;
    show::done(output, &found.server.server_key, &format!("{name} is kept for"));
    Ok(())
}

pub(super) async fn unset(server: &str, name: &str, client: &Client, output: &Output) -> Result<(), Failure> {
    let found = client.get::<RegisteredServer>(&["mcp-servers", server], &[]).await?.body;
    client.open(client.request(Method::DELETE, &["toolsets", &found.toolset_id, "variables", name])).await?;
    show::done(output, &found.server.server_key, &format!("{name} is forgotten for"));
    Ok(())
}
