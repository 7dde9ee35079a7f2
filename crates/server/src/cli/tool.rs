//! `pegboard tool`

use clap::{Args, Subcommand, ValueEnum};
use pegboard_model::time::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use crate::cli::client::Client;
use crate::cli::config::{self, ConfigArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{Output, Tone};
use crate::cli::show_stats;
use crate::cli::show_toolset;
use crate::cli::text::first_line;
use crate::cli::tool_build;
use crate::http::wire::chest::{FoundTool, ToolSearch};
use crate::http::wire::hook::{MakeWebhook, Webhook};
use crate::http::wire::outcome::ToolStats;
use crate::http::wire::page::Page;
use crate::http::wire::schema::ToolSchemas;
use crate::http::wire::tool::{OverrideRequest, Tool, ToolGroup};

/// Characters of a description in a listing.
const ABOUT_WIDTH: usize = 80;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// All tools, grouped by where they come from
    List,
    /// Find tools by what they do
    Search {
        /// What the tool is to do
        #[arg(required = true)]
        words: Vec<String>,
        /// Tools wanted, at most 100
        #[arg(long, default_value_t = 10)]
        limit: usize,
    },
    /// One tool with its schema
    Show {
        /// Id or wire name
        id: String,
        /// Only what a model is told of it, as JSON in this format
        #[arg(long, value_enum, value_name = "FORMAT")]
        schema: Option<SchemaFormat>,
    },
    /// How its calls went: counts, times, the last failures
    Stats {
        /// Id or wire name
        id: String,
        /// Only calls that ended at this time or later [default: the last thirty days]
        #[arg(long, value_name = "TIME")]
        since: Option<Timestamp>,
    },
    /// Say that a tool has what it may spend again
    ResetBudget {
        /// Id or wire name
        id: String,
    },
    /// Make the webhook of a tool, in place of the one before; its address is shown this once
    Webhook {
        /// Id or wire name
        id: String,
        /// What the result's text is appended to
        #[arg(long, default_value = "")]
        prompt: String,
        /// Take only what is signed
        #[arg(long)]
        require_signature: bool,
        /// Remove it instead
        #[arg(long, conflicts_with_all = ["prompt", "require_signature"])]
        remove: bool,
    },
    /// How the image of a container tool was built, with the log
    Build {
        /// Id, wire name, or the name of a folder that is one tool
        id: String,
        /// Build it anew and follow that to its end
        #[arg(long)]
        again: bool,
    },
    /// What a tool wants to be told once, such as keys of an API: show it, set it, forget it
    Config(ConfigArgs),
    /// Change what shows of a tool; what is not named keeps its override
    Override(Box<OverrideArgs>),
}

/// Whose format a tool is described in.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SchemaFormat {
    Openai,
    OpenaiResponses,
    Anthropic,
    Mcp,
}

#[derive(Debug, Args)]
pub(crate) struct OverrideArgs {
    /// Id or wire name
    id: String,
    /// The display name
    #[arg(long)]
    name: Option<String>,
    /// The description
    #[arg(long)]
    description: Option<String>,
    /// Whether a person must see each call
    #[arg(long, value_name = "true|false")]
    confirm: Option<bool>,
    /// Whether the tool is on
    #[arg(long, value_name = "true|false")]
    enabled: Option<bool>,
    /// What shows its results: code, document, html, frame, card or app
    #[arg(long)]
    renderer: Option<String>,
    /// The renderer's configuration, a JSON object
    #[arg(long, value_name = "JSON", requires = "renderer")]
    renderer_config: Option<String>,
    /// First drop all overrides of yours
    #[arg(long)]
    reset: bool,
}

pub(crate) async fn run(command: Command, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        Command::List => {
            let groups = client.get::<Page<ToolGroup>>(&["tools"], &[]).await?;
            output.answer(&groups, |output, page| {
                for group in &page.items {
                    output.line(Tone::Strong, &format!("{} ({})", group.name, group.source));
                    show_toolset::tools(output, &group.tools);
                }
            });
        }
        Command::Search { words, limit } => {
            let query = [("q", words.join(" ")), ("limit", limit.to_string())];
            let found = client.get::<ToolSearch>(&["tools", "search"], &query).await?;
            output.answer(&found, search);
        }
        Command::Show { id, schema: Some(format) } => {
            let schemas = client.get::<ToolSchemas>(&["tools", &id, "schemas"], &[]).await?.body;
            output.json(match format {
                SchemaFormat::Openai => &schemas.openai,
                SchemaFormat::OpenaiResponses => &schemas.openai_responses,
                SchemaFormat::Anthropic => &schemas.anthropic,
                SchemaFormat::Mcp => &schemas.mcp,
            });
        }
        Command::Show { id, schema: None } => {
            let tool = client.get::<Tool>(&["tools", &id], &[]).await?;
            output.answer(&tool, show);
        }
        Command::Stats { id, since } => {
            let query: Vec<_> = since.into_iter().map(|since| ("since", since.to_string())).collect();
            let stats = client.get::<ToolStats>(&["tools", &id, "stats"], &query).await?;
            output.answer(&stats, show_stats::show);
        }
        Command::ResetBudget { id } => {
            let stats = client.post::<ToolStats>(&["tools", &id, "budget", "reset"], &json!({})).await?;
            output.answer(&stats, show_stats::show);
        }
        Command::Webhook { id, remove: true, .. } => {
            client.open(client.request(Method::DELETE, &["tools", &id, "webhook"])).await?;
            output.note(&format!("the webhook of {id} is gone"));
        }
        Command::Webhook { id, prompt, require_signature, remove: false } => {
            let wanted = MakeWebhook { prompt, require_signature };
            let made = client.post::<Webhook>(&["tools", &id, "webhook"], &wanted).await?;
            output.answer(&made, |output, hook| {
                output.line(Tone::Strong, hook.url.as_deref().unwrap_or_default());
                let key = hook.secret.as_deref().unwrap_or_default();
                output.line(Tone::Plain, &format!("key of signatures: {key}"));
            });
        }
        Command::Build { id, again } => tool_build::run(&id, again, client, output).await?,
        Command::Config(args) => config::run(args, client, output).await?,
        Command::Override(args) => {
            let tool = client.get::<Tool>(&["tools", &args.id], &[]).await?.body;
            let request = args.over(tool.overrides.user)?;
            let tool = client.put::<Tool>(&["tools", &tool.id, "override"], &request).await?;
            output.answer(&tool, show);
        }
    }
    Ok(())
}

impl OverrideArgs {
    /// What is to hold: these over what held before.
    fn over(self, before: Option<OverrideRequest>) -> Result<OverrideRequest, Failure> {
        let before = before.filter(|_| !self.reset).unwrap_or_default();
        let config = self.renderer_config.as_deref().map(serde_json::from_str::<Value>).transpose();
        let config =
            config.map_err(|error| Failure::usage(format!("--renderer-config is not JSON: {error}")))?;
        let (renderer, renderer_config) = match self.renderer {
            Some(renderer) => (Some(renderer), config),
            None => (before.renderer, before.renderer_config),
        };
        Ok(OverrideRequest {
            renderer,
            renderer_config,
            name_override: self.name.or(before.name_override),
            description_override: self.description.or(before.description_override),
            requires_confirmation: self.confirm.or(before.requires_confirmation),
            enabled: self.enabled.or(before.enabled),
        })
    }
}

fn search(output: &Output, found: &ToolSearch) {
    if let Some(reason) = &found.reason {
        output.note(&format!("Found by words alone: {reason}."));
    }
    if found.results.is_empty() {
        output.note("No tool has any of these words. `pegboard tool list` shows all tools.");
        return;
    }
    if !found.results.iter().any(|tool| tool.fits) {
        output.note(&format!("None of them fits well: the nearest is below {}.", found.threshold));
    }
    let near = |tool: &FoundTool| tool.cosine.map_or_else(String::new, |cosine| format!("{cosine:.2}"));
    let row =
        |tool: &FoundTool| [tool.tool_id.clone(), near(tool), first_line(&tool.description, ABOUT_WIDTH)];
    output.table(["TOOL", "NEAR", "ABOUT"], found.results.iter().map(row));
}

fn show(output: &Output, tool: &Tool) {
    output.line(Tone::Strong, &format!("{} ({})", tool.name, tool.id));
    output.line(Tone::Plain, &tool.description);
    let state = if tool.enabled { "on" } else { "off" };
    let asks = if tool.requires_confirmation { "a person must see each call" } else { "runs at once" };
    output.line(Tone::Plain, &format!("{state}, {asks}, wire name {}", tool.wire_name));
    if let Some(problem) = &tool.problem {
        output.note(&format!("warning: {problem}"));
    }
    let described = [("shown as", &tool.renderer_config), ("arguments", &tool.input_schema)];
    for (title, value) in described {
        let Some(value) = value else { continue };
        let title = match (&tool.renderer, title) {
            (Some(renderer), "shown as") => format!("shown as {renderer}"),
            _ => title.to_owned(),
        };
        output.line(Tone::Strong, &title);
        output.line(Tone::Plain, &serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string()));
    }
}
