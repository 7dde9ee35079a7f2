//! `pegboard call`

use clap::Args;
use pegboard_model::call::Telemetry;
use pegboard_model::ids::{MessageId, ToolName};

use crate::cli::arguments;
use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::Output;
use crate::cli::progress::Spinner;
use crate::cli::show_call;
use crate::http::wire::call::{Call, CallRequest};
use crate::http::wire::tool::Tool;
use crate::http::wire::worker::Worker;

/// Call a tool on a chat's workspace and show what it did.
#[derive(Debug, Args)]
pub(crate) struct CallArgs {
    /// The tool's id or wire name, such as app-builder:write_file
    tool: String,
    /// key=value (made what the tool's schema asks for), key:=JSON, or key=@FILE
    #[arg(value_name = "KEY=VALUE")]
    pairs: Vec<String>,
    /// All arguments as a JSON object, @FILE, or - for standard input
    #[arg(long, value_name = "JSON", conflicts_with = "pairs")]
    args: Option<String>,
    /// The chat whose workspace the tool works on, by id or title
    #[arg(long, env = "PEGBOARD_CHAT", value_name = "CHAT")]
    chat: Option<String>,
    /// The message that the call hangs on [default: a new one below the active leaf]
    #[arg(long, value_name = "ID")]
    message: Option<MessageId>,
    /// Where and when you are, for container tools: a JSON object such as {"city": "Valletta"}, @FILE, or - for standard
    /// input
    #[arg(long, value_name = "JSON")]
    telemetry: Option<String>,
    /// The worker to call as: only its tools are there, and what it says of approval counts
    #[arg(long, value_name = "NAME")]
    worker: Option<ToolName>,
}

pub(crate) async fn run(asked: CallArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let args = match &asked.args {
        Some(text) => arguments::whole(text)?,
        None => {
            let tool = looked_up(client, &asked).await?;
            arguments::pairs(&asked.pairs, tool.as_ref().and_then(|tool| tool.input_schema.as_ref()))?
        }
    };
    let chat_id = chat_choice::chosen(client, asked.chat.as_deref()).await?;
    let telemetry = asked.telemetry.as_deref().map(telemetry).transpose()?;
    let request = CallRequest { args, chat_id, message_id: asked.message, worker: asked.worker, telemetry };
    let spinner = Spinner::start(format!("Calling {}", asked.tool));
    let call = client.post::<Call>(&["tools", &asked.tool, "call"], &request).await;
    drop(spinner);
    let call = call?;
    output.answer(&call, show_call::show);
    show_call::verdict(&call.body)
}

fn telemetry(text: &str) -> Result<Telemetry, Failure> {
    let said = arguments::whole(text)?;
    Telemetry::read(&said).map_err(|error| Failure::usage(format!("--telemetry: {error}")))
}

/// The tool that is meant, for its schema. A worker may call it by a name of its own.
async fn looked_up(client: &Client, asked: &CallArgs) -> Result<Option<Tool>, Failure> {
    if asked.pairs.is_empty() {
        return Ok(None);
    }
    let own = match &asked.worker {
        Some(worker) => own_id(client, worker, &asked.tool).await?,
        None => None,
    };
    let tool = own.as_deref().unwrap_or(&asked.tool);
    Ok(Some(client.get::<Tool>(&["tools", tool], &[]).await?.body))
}

async fn own_id(client: &Client, worker: &ToolName, tool: &str) -> Result<Option<String>, Failure> {
    let worker = client.get::<Worker>(&["workers", worker.as_str()], &[]).await?.body;
    let Some((name, rest)) = tool.split_once(':') else { return Ok(None) };
    let own = worker.definition.toolsets.into_iter().find(|toolset| toolset.name == name);
    Ok(own.map(|toolset| format!("{}:{rest}", toolset.toolset_id)))
}
