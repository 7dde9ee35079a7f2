//! `pegboard mcp`

mod add;
mod config;
mod endpoint;
mod export;
mod kept;
mod preview;
mod show;

use clap::{Args, Subcommand};

use crate::cli::client::Client;
use crate::cli::connection::ConnectionArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, Tone};
use crate::http::wire::mcp_server::{RegisteredServer, ServerLog, SignInBegun};
use crate::http::wire::mcp_trial::{TestServer, TestedServer};
use crate::http::wire::page::Page;
use crate::http::wire::toolset::EnableRequest;

/// Offer every tool over MCP on standard input and output, and look after MCP servers.
///
/// Without a command it is the endpoint for clients that start programs: it speaks for the server that runs on the data
/// folder, or that --url names; where none runs, one is started that ends with the input. Standard output carries the
/// protocol only.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct McpArgs {
    #[command(flatten)]
    endpoint: endpoint::EndpointArgs,
    #[command(subcommand)]
    command: Option<McpCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    /// Add a server: a program behind `--`, or an address
    #[command(after_help = add::EXAMPLES)]
    Add(add::AddArgs),
    /// Add the servers of another client's file, or one of the MCP registry
    Import(add::ImportArgs),
    /// All servers and how they stand
    List,
    /// One server
    Show { server: String },
    /// Remove a server that was added by itself
    Remove {
        server: String,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Switch a server on
    Enable { server: String },
    /// Switch a server off; its processes end
    Disable { server: String },
    /// End a server's connections and connect anew
    Reconnect { server: String },
    /// Connect to a server, list its tools and end it again
    Test { server: String },
    /// What a server wrote
    Log { server: String },
    /// Sign in at a server that wants it: prints the address to open
    Login { server: String },
    /// Forget what signing in gave
    Logout { server: String },
    /// Keep a value for a `${NAME}` of a server; it is read from standard input where it is not given
    Set { server: String, name: String, value: Option<String> },
    /// Forget a value
    Unset { server: String, name: String },
    /// Servers as `mcpServers` of other clients, or one as an MCP bundle; both without secrets
    Export(export::ExportArgs),
    /// How to connect a client to this Pegboard
    Config(config::ConfigArgs),
}

pub(crate) async fn run(args: McpArgs, connection: &ConnectionArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        Some(McpCommand::Config(args)) => config::run(&args, connection, output),
        Some(command) => ask(command, &connection.client()?, output).await,
        None => endpoint::run(args.endpoint, connection).await,
    }
}

async fn ask(command: McpCommand, client: &Client, output: &Output) -> Result<(), Failure> {
    match command {
        McpCommand::Add(args) => add::add(args, client, output).await,
        McpCommand::Import(args) => add::import(args, client, output).await,
        McpCommand::Export(args) => export::export(args, client, output).await,
        McpCommand::Set { server, name, value } => kept::set(&server, &name, value, client, output).await,
        McpCommand::Unset { server, name } => kept::unset(&server, &name, client, output).await,
        McpCommand::Remove { server, yes } => remove(&server, yes, client, output).await,
        McpCommand::Enable { server } => enable(&server, true, client, output).await,
        McpCommand::Disable { server } => enable(&server, false, client, output).await,
        McpCommand::Test { server } => test(server, client, output).await,
        McpCommand::Login { server } => login(&server, client, output).await,
        McpCommand::Logout { server } => {
            let path = ["mcp-servers", &server, "sign-out"];
            output.answer(&client.post::<RegisteredServer>(&path, &()).await?, show::signed_out);
            Ok(())
        }
        McpCommand::Reconnect { server } => {
            let path = ["mcp-servers", &server, "reconnect"];
            output.answer(&client.post::<RegisteredServer>(&path, &()).await?, show::one);
            Ok(())
        }
        McpCommand::List => {
            output.answer(&client.get::<Page<RegisteredServer>>(&["mcp-servers"], &[]).await?, show::list);
            Ok(())
        }
        McpCommand::Show { server } => {
            let path = ["mcp-servers", &server];
            output.answer(&client.get::<RegisteredServer>(&path, &[]).await?, show::one);
            Ok(())
        }
        McpCommand::Log { server } => {
            let log = client.get::<ServerLog>(&["mcp-servers", &server, "log"], &[]).await?;
            output.answer(&log, |output, log| output.line(Tone::Plain, log.log.trim_end()));
            Ok(())
        }
        McpCommand::Config(_) => Ok(()),
    }
}

async fn test(server: String, client: &Client, output: &Output) -> Result<(), Failure> {
    let request = TestServer { server_key: Some(server), server: None };
    let tested = client.post::<TestedServer>(&["mcp-servers", "test"], &request).await?;
    output.answer(&tested, show::tested);
    if tested.body.ok { Ok(()) } else { Err(Failure::silent(Exit::ToolFailed)) }
}

async fn login(server: &str, client: &Client, output: &Output) -> Result<(), Failure> {
    let begun = client.post::<SignInBegun>(&["mcp-servers", server, "sign-in"], &()).await?;
    output.answer(&begun, |output, begun| {
        output.note("Open this address, sign in, and come back:");
        output.line(Tone::Plain, &begun.open);
    });
    Ok(())
}

async fn remove(server: &str, yes: bool, client: &Client, output: &Output) -> Result<(), Failure> {
    if !yes && !output.confirmed(&format!("Remove the server `{server}` with its configuration?")) {
        return Err(Failure::usage("nothing was removed"));
    }
    client.open(client.request(reqwest::Method::DELETE, &["mcp-servers", server])).await?;
    show::done(output, server, "removed");
    Ok(())
}

async fn enable(server: &str, enabled: bool, client: &Client, output: &Output) -> Result<(), Failure> {
    let request = EnableRequest { enabled };
    let found = client.post::<RegisteredServer>(&["mcp-servers", server, "enable"], &request).await?;
    output.answer(&found, |output, found| {
        let state = if found.server.enabled { "on" } else { "off" };
        output.line(Tone::Plain, &format!("{} is {state}", found.server.server_key));
    });
    Ok(())
}
