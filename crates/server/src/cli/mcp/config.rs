//! `pegboard mcp config`

use clap::Args;
use serde_json::json;

use crate::cli::connection::ConnectionArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{Format, Output, Tone};
use crate::mcp_clients::{Client, Pegboard, Snippet, program, snippets};

#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// Which client; generic suits most others
    client: Client,
}

pub(super) fn run(args: &ConfigArgs, connection: &ConnectionArgs, output: &Output) -> Result<(), Failure> {
    let data = std::path::absolute(connection.data()).unwrap_or_else(|_| connection.data());
    let address = connection.address();
    let pegboard = Pegboard {
        program: program(),
        data: Some(data.display().to_string()),
        url: format!("{}/mcp", address.as_deref().unwrap_or("http://127.0.0.1:8321").trim_end_matches('/')),
    };
    let snippets = snippets(args.client, &pegboard);
    match output.format() {
        Format::Json => {
            let snippets: Vec<_> = snippets.iter().map(|snippet| snippet.to_json(args.client)).collect();
            output.json(&json!({"client": args.client.as_str(), "snippets": snippets}));
        }
        Format::Human => {
            for snippet in &snippets {
                show(output, args.client, snippet);
            }
            if address.is_none() {
                output.note("No server runs on this data folder: its address may be another one.");
            }
            output.note("A token for the client: pegboard token create NAME --scope run");
        }
    }
    Ok(())
}

fn show(output: &Output, client: Client, snippet: &Snippet) {
    output.note(&format!("# {}", snippet.how.about()));
    for place in client.places() {
        output.note(&format!("# {place}"));
    }
    output.line(Tone::Plain, snippet.text.trim_end());
    output.note("");
}
