//! `pegboard tool config`

use std::collections::BTreeMap;
use std::io::{IsTerminal, Read};

use clap::Args;

use crate::cli::client::Client;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, Tone};
use crate::http::wire::config::{Config, ConfigKey, ConfigStatus, ConfigTest, ConfigValues};

/// Without an option: show what can be set, and what is.
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// Id or wire name of a tool; the tools of a toolset share one config
    tool: String,
    /// Set a value; may be repeated. A secret is better given by --set-from-stdin: other programs see arguments
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
    /// Set a value that is read from standard input
    #[arg(long, value_name = "KEY")]
    set_from_stdin: Option<String>,
    /// Forget a value; may be repeated
    #[arg(long, value_name = "KEY")]
    unset: Vec<String>,
    /// Then say whether all is there that the tool requires
    #[arg(long)]
    test: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

pub(crate) async fn run(args: ConfigArgs, client: &Client, output: &Output) -> Result<(), Failure> {
    let ConfigArgs { tool, set, set_from_stdin, unset, test } = args;
    let path = ["tools", &tool, "config"];
    let mut values: BTreeMap<String, String> = set.into_iter().collect();
    if let Some(key) = set_from_stdin {
        let value = from_stdin(&key, output)?;
        values.insert(key, value);
    }
    for key in &unset {
        client.delete::<Config>(&["tools", &tool, "config", key]).await?;
    }
    let config = if values.is_empty() {
        client.get::<Config>(&path, &[]).await?
    } else {
        client.put::<Config>(&path, &ConfigValues(values)).await?
    };
    if !test {
        output.answer(&config, show);
        return Ok(());
    }
    let tested = client.post::<ConfigTest>(&["tools", &tool, "test"], &serde_json::json!({})).await?;
    output.answer(&tested, |output, tested| output.line(Tone::Plain, &tested.message));
    if tested.body.ok { Ok(()) } else { Err(Failure::silent(Exit::Refused)) }
}

fn from_stdin(key: &str, output: &Output) -> Result<String, Failure> {
    if std::io::stdin().is_terminal() {
        output.note(&format!("The value of {key}, and then Ctrl D:"));
    }
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::usage(format!("no value could be read: {error}")))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

fn show(output: &Output, config: &Config) {
    let of = config.tool_id.as_deref().unwrap_or(&config.toolset_id);
    let stands = match config.status {
        ConfigStatus::System => "has nothing to configure",
        ConfigStatus::Available => "is not configured yet",
        ConfigStatus::Connected => "is configured",
    };
    output.line(Tone::Strong, &format!("{of} {stands}"));
    if !config.keys.is_empty() {
        output.table(["KEY", "VALUE", "", "ABOUT"], config.keys.iter().map(row));
    }
}

fn row(key: &ConfigKey) -> [String; 4] {
    let value = key.value.clone().unwrap_or_else(|| "-".to_owned());
    let note = match (key.set, &key.value, key.required) {
        (true, ..) => "",
        (false, Some(_), _) => "default",
        (false, None, true) => "required",
        (false, None, false) => "optional",
    };
    [key.key.clone(), value, note.to_owned(), key.description.clone()]
}
