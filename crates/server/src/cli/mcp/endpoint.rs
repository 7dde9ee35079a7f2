//! `pegboard mcp`: MCP on standard input and output.

use clap::Args;
use pegboard_mcp::endpoint::CHAT_HEADER;
use pegboard_mcp::relay::Relay;
use pegboard_model::ids::{ChatId, ToolName, ToolsetId};
use reqwest::Method;
use tokio::io::BufReader;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::cli::client::Client;
use crate::cli::connection::ConnectionArgs;
use crate::cli::exit::Failure;
use crate::serve::{self, Audience, ServeArgs};

/// Whom and what the endpoint on standard input and output serves.
#[derive(Debug, Args)]
pub(crate) struct EndpointArgs {
    /// Offer one toolset's tools only, under their own names
    #[arg(long, value_name = "ID")]
    toolset: Option<ToolsetId>,
    /// Offer one worker's tools only; calls are that worker's
    #[arg(long, value_name = "NAME", conflicts_with = "toolset")]
    worker: Option<ToolName>,
    /// Work on this chat's workspace [default: a new chat for each session]
    #[arg(long, value_name = "ID")]
    chat: Option<ChatId>,
}

pub(crate) async fn run(args: EndpointArgs, connection: &ConnectionArgs) -> Result<(), Failure> {
    if connection.names_server() {
        return relay(&args, &connection.client()?).await;
    }
    // The note of a killed server stays behind: only one that answers counts.
    if let Ok(client) = connection.client()
        && answers(&client).await
    {
        return relay(&args, &client).await;
    }
    Box::pin(embedded(&args, connection)).await
}

async fn answers(client: &Client) -> bool {
    client.request(Method::GET, &["healthz"]).send().await.is_ok_and(|answer| answer.status().is_success())
}

/// Starts a server that ends with the input.
async fn embedded(args: &EndpointArgs, connection: &ConnectionArgs) -> Result<(), Failure> {
    let (ready, told) = oneshot::channel();
    let stop = CancellationToken::new();
    let serving =
        serve::run(ServeArgs::embedded()?, connection.data(), Audience::Program(ready, stop.clone()));
    let relaying = async {
        // It was not started; it says why itself.
        if told.await.is_err() {
            return Ok(());
        }
        let relayed = match connection.client() {
            Ok(client) => relay(args, &client).await,
            Err(failure) => Err(failure),
        };
        stop.cancel();
        relayed
    };
    let (served, relayed) = tokio::join!(serving, relaying);
    served.and(relayed)
}

async fn relay(args: &EndpointArgs, client: &Client) -> Result<(), Failure> {
    let worker = args.worker.iter().flat_map(|worker| ["workers", worker.as_str()]);
    let place = args.toolset.iter().map(ToolsetId::as_str).chain(worker);
    let path: Vec<&str> = ["mcp"].into_iter().chain(place).collect();
    let relay = Relay {
        url: client.address(&path),
        token: client.token().to_owned(),
        client: client.http().clone(),
        header: args.chat.map(|chat| (CHAT_HEADER, chat.to_string())),
    };
    let relayed = relay.run(BufReader::new(tokio::io::stdin()), tokio::io::stdout()).await;
    relayed.map_err(|error| Failure::internal(format!("standard input and output broke: {error}")))
}
