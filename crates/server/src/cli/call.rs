//! `pegboard call`

use clap::Args;
use pegboard_model::ids::MessageId;

use crate::cli::arguments;
use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::Failure;
use crate::cli::output::Output;
use crate::cli::progress::Spinner;
use crate::cli::show_call;
use crate::http::wire::call::{Call, CallRequest};
use crate::http::wire::tool::Tool;

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
}

pub(crate) async fn run(asked: CallArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let args = match &asked.args {
        Some(text) => arguments::whole(text)?,
        None => {
            let tool = client.get::<Tool>(&["tools", &asked.tool], &[]).await?;
            arguments::pairs(&asked.pairs, tool.body.input_schema.as_ref())?
        }
    };
    let chat_id = chat_choice::chosen(client, asked.chat.as_deref()).await?;
    let request = CallRequest { args, chat_id, message_id: asked.message };
    let spinner = Spinner::start(format!("Calling {}", asked.tool));
    let call = client.post::<Call>(&["tools", &asked.tool, "call"], &request).await;
    drop(spinner);
    let call = call?;
    output.answer(&call, show_call::show);
    show_call::verdict(&call.body)
}
