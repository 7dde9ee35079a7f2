//! `pegboard prompt`

use clap::Subcommand;
use pegboard_model::ids::PromptId;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::cli::client::{Answer, Client};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, Tone};
use crate::cli::text::{first_line, moment};
use crate::http::wire::page::Page;
use crate::http::wire::prompt::{Prompt, TakePrompt};

/// Characters of a prompt in a listing.
const TEXT_WIDTH: usize = 60;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prompts, newest first
    List {
        /// Only those that are waiting, taken or done
        #[arg(long)]
        status: Option<String>,
        /// Rows wanted, at most 500
        #[arg(long, default_value_t = 20)]
        limit: u64,
    },
    /// Take the oldest prompt that waits
    Take {
        /// Seconds after which it waits again unless it was acknowledged
        #[arg(long, value_name = "SECONDS", default_value_t = 300)]
        r#for: u32,
    },
    /// Say that a prompt is done with
    Ack { id: PromptId },
    /// Remove a prompt
    Remove { id: PromptId },
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::List { status, limit } => {
            let mut query = vec![("limit", limit.to_string())];
            query.extend(status.map(|status| ("status", status)));
            let page = client.get::<Page<Prompt>>(&["prompts"], &query).await?;
            output.answer(&page, list);
        }
        Command::Take { r#for: seconds } => take(seconds, client, output).await?,
        Command::Ack { id } => {
            let prompt = client.post::<Prompt>(&["prompts", &id.to_string(), "ack"], &json!({})).await?;
            output.answer(&prompt, |output, prompt| {
                output.note(&format!("prompt {} is done", prompt.id));
            });
        }
        Command::Remove { id } => {
            client.open(client.request(Method::DELETE, &["prompts", &id.to_string()])).await?;
            output.note(&format!("prompt {id} is gone"));
        }
    }
    Ok(())
}

async fn take(seconds: u32, client: &Client, output: &Output) -> Result<(), Failure> {
    let wanted = TakePrompt { for_seconds: seconds };
    let response = client.open(client.request(Method::POST, &["prompts", "take"]).json(&wanted)).await?;
    if response.status() == StatusCode::NO_CONTENT {
        return Err(Failure::new(Exit::NotFound, "no prompt waits"));
    }
    let raw: serde_json::Value = response.json().await.map_err(|error| client.broken(&error))?;
    let body: Prompt = serde_json::from_value(raw.clone())
        .map_err(|error| Failure::internal(format!("the server's answer is not understood: {error}")))?;
    output.answer(&Answer { raw, body }, |output, prompt| {
        output.line(
            Tone::Faint,
            &format!("prompt {} · {} · call {}", prompt.id, prompt.tool_id, prompt.call_id),
        );
        output.line(Tone::Plain, &prompt.text);
    });
    Ok(())
}

fn list(output: &Output, page: &Page<Prompt>) {
    let row = |prompt: &Prompt| {
        let text = first_line(&prompt.text, TEXT_WIDTH);
        [
            prompt.id.to_string(),
            prompt.status.clone(),
            prompt.tool_id.clone(),
            moment(prompt.created_at),
            text,
        ]
    };
    output.table(["PROMPT", "STATUS", "TOOL", "SINCE", "TEXT"], page.items.iter().map(row));
    if let Some(cursor) = &page.next_cursor {
        output.note(&format!("more: GET /prompts?cursor={cursor}"));
    }
}
