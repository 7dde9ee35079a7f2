//! The command line. Every command but `serve`, `mcp`, `doctor`, `openapi` and `completions` talks to a running server.

pub(crate) mod activity;
pub(crate) mod arguments;
pub(crate) mod ask;
pub(crate) mod call;
pub(crate) mod calls;
pub(crate) mod chat;
pub(crate) mod chat_choice;
pub(crate) mod chest;
pub(crate) mod client;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod confine;
pub(crate) mod connection;
pub(crate) mod doctor;
pub(crate) mod events;
pub(crate) mod exit;
pub(crate) mod guard;
pub(crate) mod mcp;
pub(crate) mod model;
pub(crate) mod openapi;
pub(crate) mod output;
pub(crate) mod policy;
pub(crate) mod progress;
pub(crate) mod prompt;
pub(crate) mod reply;
pub(crate) mod retention;
pub(crate) mod save;
pub(crate) mod schedule;
pub(crate) mod secret;
pub(crate) mod show_call;
pub(crate) mod show_preview;
pub(crate) mod show_stats;
pub(crate) mod show_toolset;
pub(crate) mod show_worker;
pub(crate) mod text;
pub(crate) mod token;
pub(crate) mod tool;
mod tool_build;
pub(crate) mod toolset;
pub(crate) mod worker;
pub(crate) mod workspace;

use clap::{Args, Parser, Subcommand};

use crate::cli::connection::ConnectionArgs;
use crate::cli::exit::Failure;
use crate::cli::output::Output;
use crate::serve::{self, Audience, ServeArgs};

/// Every tool an AI agent can use, within reach.
#[derive(Debug, Parser)]
#[command(name = "pegboard", version, after_long_help = exit::TABLE, propagate_version = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Args)]
struct Global {
    #[command(flatten)]
    connection: ConnectionArgs,
    /// Print the same objects as the REST API
    #[arg(long, global = true, help_heading = "Global options")]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server
    Serve(ServeArgs),
    /// Offer every tool over MCP on standard input and output, and look after MCP servers
    Mcp(mcp::McpArgs),
    /// Install, look at, export, switch and remove toolsets
    #[command(subcommand)]
    Toolset(toolset::Command),
    /// Look at tools and change what shows of them
    #[command(subcommand)]
    Tool(tool::Command),
    /// Call a tool
    Call(call::CallArgs),
    /// Ask a model, which may use the tools, and print what it answers
    Ask(reply::ask::AskArgs),
    /// What was called, and what waits for approval
    #[command(subcommand)]
    Calls(calls::Command),
    /// Tools that run by themselves
    #[command(subcommand)]
    Schedule(schedule::Command),
    /// What models are to be asked, because tools that nobody called have answered
    #[command(subcommand)]
    Prompt(prompt::Command),
    /// How long records of calls are kept
    Retention(retention::RetentionArgs),
    /// How many calls there were, how many failed, how long they took
    Activity(activity::ActivityArgs),
    /// Talk with a model at the terminal; conversations and their branches
    Chat(chat::ChatArgs),
    /// Which toolsets a chat has at hand
    Chest(chest::ChestArgs),
    /// The files of a chat at each moment
    #[command(subcommand)]
    Workspace(workspace::Command),
    /// Agents that are files: keep, look at, take along and remove them
    #[command(subcommand)]
    Worker(worker::Command),
    /// What may run without asking, what never runs, and what was granted
    #[command(subcommand)]
    Policy(policy::Command),
    /// Language models that can be asked, and their keys
    #[command(subcommand)]
    Model(model::Command),
    /// The key of what is kept encrypted
    #[command(subcommand)]
    Secret(secret::Command),
    /// Who may use the server
    #[command(subcommand)]
    Token(token::Command),
    /// Follow what happens until interrupted
    Events(events::EventsArgs),
    /// What is present, what is missing, and how to get it
    Doctor(doctor::DoctorArgs),
    /// Print the OpenAPI document
    Openapi,
    /// Stand by to end the processes of MCP servers when the server is killed
    #[command(hide = true)]
    Guard(guard::GuardArgs),
    /// Take bounds and become another program
    #[command(hide = true)]
    Confine(confine::ConfineArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
}

impl Cli {
    /// Whether the user wants objects rather than text.
    pub(crate) fn json(&self) -> bool {
        self.global.json
    }

    pub(crate) async fn run(self, output: &Output) -> Result<(), Failure> {
        let connection = self.global.connection;
        let client = || connection.client();
        match self.command {
            Command::Serve(args) => {
                Box::pin(serve::run(args, connection.data(), Audience::People(output))).await
            }
            // Boxed: it may hold a whole server.
            Command::Mcp(args) => Box::pin(mcp::run(args, &connection, output)).await,
            Command::Toolset(command) => toolset::run(command, &client()?, output).await,
            Command::Tool(command) => tool::run(command, &client()?, output).await,
            Command::Call(args) => call::run(args, &client()?, output).await,
            Command::Ask(args) => Box::pin(reply::ask::run(args, &client()?, output)).await,
            Command::Calls(command) => calls::run(command, &client()?, output).await,
            Command::Schedule(command) => schedule::run(command, &client()?, output).await,
            Command::Prompt(command) => prompt::run(command, &client()?, output).await,
            Command::Retention(args) => retention::run(args, &client()?, output).await,
            Command::Activity(args) => activity::run(args, &client()?, output).await,
            Command::Chat(args) => chat::run(args, &client()?, output).await,
            Command::Chest(args) => chest::run(args, &client()?, output).await,
            Command::Workspace(command) => workspace::run(command, &client()?, output).await,
            Command::Worker(command) => worker::run(command, &client()?, output).await,
            Command::Policy(command) => policy::run(command, &client()?, output).await,
            Command::Model(command) => model::run(command, &client()?, output).await,
            Command::Secret(command) => secret::run(&command, &client()?, output).await,
            Command::Token(command) => token::run(command, &client()?, output).await,
            Command::Events(args) => events::run(args, &client()?, output).await,
            Command::Doctor(args) => doctor::run(args, &connection, output).await,
            Command::Guard(args) => guard::run(&args),
            Command::Confine(args) => confine::run(&args),
            Command::Openapi => openapi::run(output),
            Command::Completions(args) => completions::run::<Self>(&args, output),
        }
    }
}

#[cfg(test)]
mod tests;
