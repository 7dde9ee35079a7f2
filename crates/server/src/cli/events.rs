//! `pegboard events`

use std::io;

use clap::Args;
use futures::TryStreamExt;
use reqwest::Method;
use tokio::io::{AsyncBufReadExt, AsyncReadExt};
use tokio_util::io::StreamReader;

use crate::cli::chat_choice;
use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output, Tone};
use crate::cli::text::moment;
use crate::http::wire::event::{Event, Happening};

/// Bytes of one event's line.
const LINE_MAX: u64 = 1 << 20;

/// Follow what happens until interrupted.
#[derive(Debug, Args)]
pub(crate) struct EventsArgs {
    /// Only those of this chat, by id or title
    #[arg(long)]
    chat: Option<String>,
}

pub(crate) async fn run(args: EventsArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let mut request = client.request(Method::GET, &["events"]);
    if let Some(chat) =
        chat_choice::chosen(client, args.chat.as_deref()).await?.filter(|_| args.chat.is_some())
    {
        request = request.query(&[("chat_id", chat.to_string())]);
    }
    let response = client.open(request).await?;
    let mut reader = StreamReader::new(response.bytes_stream().map_err(io::Error::other));
    let broken = |error: io::Error| Failure::new(Exit::Unreachable, format!("the stream broke: {error}"));
    loop {
        let mut line = String::new();
        let read = (&mut reader).take(LINE_MAX).read_line(&mut line).await.map_err(broken)?;
        if read == 0 {
            return Err(
                Failure::new(Exit::Unreachable, "the server ended the stream").hint("Was it stopped?")
            );
        }
        // The server writes each event's data on one line.
        if let Some(data) = line.strip_prefix("data:") {
            tell(data.trim(), output);
        }
    }
}

fn tell(data: &str, output: &Output) {
    if output.format() == Format::Json {
        if let Ok(value) = serde_json::from_str(data) {
            output.json_line(&value);
        }
        return;
    }
    match serde_json::from_str::<Event>(data) {
        Ok(event) => output.line(Tone::Plain, &format!("{}  {}", moment(event.at), sentence(&event.what))),
        Err(_) => output.line(Tone::Changed, "events were missed"),
    }
}

fn sentence(what: &Happening) -> String {
    match what {
        Happening::CallPending { call_id, tool_id, rule, .. } => {
            format!("{tool_id} waits for approval: {rule} (call {call_id})")
        }
        Happening::CallPreviewed { call_id, .. } => format!("what call {call_id} would do can be seen"),
        Happening::CallStarted { call_id, tool_id, .. } => format!("{tool_id} runs (call {call_id})"),
        Happening::CallLog { text, .. } => text.trim_end().to_owned(),
        Happening::CallFinished { call_id, tool_id, status, .. } => {
            format!("{tool_id} ended: {status} (call {call_id})")
        }
        Happening::ToolsetProgress { text, .. } => text.clone(),
        Happening::ToolsetInstalled { toolset_id, version } => format!("{toolset_id} {version} installed"),
        Happening::ToolsetChanged { toolset_id } => format!("{toolset_id} changed"),
        Happening::ToolsetRemoved { toolset_id } => format!("{toolset_id} removed"),
        Happening::ToolBuild { tool_id, line: Some(line), .. } => format!("{tool_id}: {line}"),
        Happening::ToolBuild { tool_id, state, line: None } => format!("the image of {tool_id} is {state}"),
        Happening::ServerStatus { server_key, state } => format!("{server_key} is {state}"),
        Happening::ServerTools { server_key } => format!("{server_key} told of its tools"),
        Happening::ServerNotified { server_key, method } => format!("{server_key} says {method}"),
        Happening::GrantsChanged { chat_id } => format!("grants of chat {chat_id} changed"),
        Happening::ChestChanged { chat_id } => format!("the toolsets at hand in chat {chat_id} changed"),
        Happening::PolicyChanged { tools_enabled: true } => "the policy changed".to_owned(),
        Happening::PolicyChanged { tools_enabled: false } => "all tools are switched off".to_owned(),
        Happening::WorkersChanged { worker } => format!("the worker {worker} changed"),
        Happening::ChatCreated { chat_id } => format!("chat {chat_id} begun"),
        Happening::ChatChanged { chat_id } => format!("chat {chat_id} has another title"),
        Happening::MessageAdded { chat_id, message_id } => format!("message {message_id} in chat {chat_id}"),
        Happening::ReplyChanged { chat_id, status, .. } => format!("the reply in chat {chat_id} is {status}"),
        Happening::LeafMoved { chat_id, message_id } => {
            format!("chat {chat_id} stands at message {message_id}")
        }
        Happening::WorkspaceChanged { chat_id, manifest_id } => match manifest_id {
            Some(manifest) => format!("workspace of chat {chat_id} is at manifest {manifest}"),
            None => format!("workspace of chat {chat_id} is empty"),
        },
        Happening::ScheduleChanged { tool_id } => format!("the schedule of {tool_id} changed, or it ran"),
        Happening::PromptAdded { prompt_id } => format!("prompt {prompt_id} waits"),
        Happening::Lagged => "events were missed".to_owned(),
    }
}
