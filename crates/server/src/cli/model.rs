//! `pegboard model`

use std::io::{IsTerminal, Read};

use clap::{Args, Subcommand};
use reqwest::Method;
use serde_json::json;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, Tone};
use crate::http::wire::model::{Model, ModelProtocol, ModelRequest, ModelTest, Models};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// All of them, without their keys
    List,
    /// Keep a language model under a name, in place of the one of that name
    Set(SetArgs),
    /// Forget a language model and its key
    Remove { name: String },
    /// Ask it for one word
    Test { name: String },
    /// Ask it where nobody names another
    Default { name: String },
}

#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// What you call it: lower-case letters, digits, `.`, `_` and `-`
    name: String,
    /// How its server is spoken to
    #[arg(long, value_enum)]
    protocol: ModelProtocol,
    /// What its server calls it
    #[arg(long)]
    model: String,
    /// Where its server is, with a version such as /v1; without it the protocol's own address
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Tokens that it reads and writes at once; without it what is usual for the protocol
    #[arg(long, value_name = "TOKENS")]
    context_window: Option<u32>,
    /// Tokens that it may write at once
    #[arg(long, value_name = "TOKENS")]
    max_output_tokens: Option<u32>,
    /// How freely it chooses words, 0 to 2
    #[arg(long)]
    temperature: Option<f64>,
    /// Whether it is shown the pictures of messages and tools; without it what is usual for the protocol
    #[arg(long, value_name = "BOOL")]
    pictures: Option<bool>,
    /// Read its key from standard input; else the one that is kept stays
    #[arg(long)]
    key_from_stdin: bool,
    /// Forget its key
    #[arg(long, conflicts_with = "key_from_stdin")]
    no_key: bool,
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::List => {
            let models = client.get::<Models>(&["models"], &[]).await?;
            output.answer(&models, |output, models| {
                if models.models.is_empty() {
                    output.note("There is no language model yet: pegboard model set --help");
                }
                output.table(["MODEL", "", "PROTOCOL", "AS", "AT", "KEY"], models.models.iter().map(row));
            });
        }
        Command::Set(args) => set(args, client, output).await?,
        Command::Remove { name } => {
            client.open(client.request(Method::DELETE, &["models", &name])).await?;
            output.note(&format!("removed {name}"));
        }
        Command::Test { name } => {
            let tested = client.post::<ModelTest>(&["models", &name, "test"], &json!({})).await?;
            output.answer(&tested, show_test);
            if !tested.body.ok {
                return Err(Failure::silent(Exit::Refused));
            }
        }
        Command::Default { name } => {
            let model = client.post::<Model>(&["models", &name, "default"], &json!({})).await?;
            output.answer(&model, |output, model| {
                output.line(Tone::Plain, &format!("{} is asked where nobody names another", model.name));
            });
        }
    }
    Ok(())
}

async fn set(args: SetArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let api_key = match (args.key_from_stdin, args.no_key) {
        (true, _) => Some(key_from_stdin(&args.name, output)?),
        (_, true) => Some(String::new()),
        _ => None,
    };
    let request = ModelRequest {
        protocol: args.protocol,
        base_url: args.base_url,
        model: args.model,
        context_window: args.context_window,
        max_output_tokens: args.max_output_tokens,
        temperature: args.temperature,
        pictures: args.pictures,
        api_key,
    };
    let model = client.put::<Model>(&["models", &args.name], &request).await?;
    output.answer(&model, |output, model| {
        let default = if model.default { ", and asked where nobody names another" } else { "" };
        output.line(Tone::Plain, &format!("kept {}{default}", model.name));
        if let Some(warning) = &model.warning {
            output.note(&format!("warning: {warning}"));
        }
    });
    Ok(())
}

fn key_from_stdin(name: &str, output: &Output) -> Result<String, Failure> {
    if std::io::stdin().is_terminal() {
        output.note(&format!("The key of {name}, and then Ctrl D:"));
    }
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::usage(format!("no key could be read: {error}")))?;
    let key = text.trim();
    if key.is_empty() {
        return Err(
            Failure::usage("standard input has no key").hint("--no-key forgets the one that is kept.")
        );
    }
    Ok(key.to_owned())
}

fn row(model: &Model) -> [String; 6] {
    let default = if model.default { "default" } else { "" };
    [
        model.name.clone(),
        default.to_owned(),
        protocol(model.protocol).to_owned(),
        model.model.clone(),
        model.base_url.clone().unwrap_or_else(|| "-".to_owned()),
        model.api_key.clone().unwrap_or_else(|| "-".to_owned()),
    ]
}

fn protocol(protocol: ModelProtocol) -> &'static str {
    pegboard_model::inference::ModelProtocol::from(protocol).as_str()
}

fn show_test(output: &Output, tested: &ModelTest) {
    let took = tested.duration_ms.map(|ms| format!(" ({ms} ms)")).unwrap_or_default();
    output.line(Tone::Plain, &format!("{}{took}", tested.message));
    if let Some(hint) = &tested.hint {
        output.note(hint);
    }
}
