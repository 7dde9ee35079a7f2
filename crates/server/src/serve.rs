//! `pegboard serve`: opens the house, tells where it is, answers until told to stop.

mod accept;
mod address;
mod log_lines;
mod logging;
mod notes;
mod relevance;
mod sandbox;
mod tools_folder;

use std::fs;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{ArgAction, Args, Parser};
use pegboard_engine::{KnownSecrets, OpenError, WHOLE_LIST};
use pegboard_model::policy::KillSwitch;
use pegboard_providers::container::HostNetwork;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::cli::connection::token_file;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Format, Output, Tone};
use crate::http::hub::Hub;
use crate::http::limits::{ARCHIVES_MAX, LARGE_BODIES_MAX};
use crate::http::origin::AllowedHosts;
use crate::http::router::router;
use crate::http::sandbox::origins::Origins;
use crate::http::sandbox::{self as frames, Sandbox};
use crate::http::state::App;
use crate::mcp;
use crate::serve::logging::LogFormat;
use crate::serve::notes::RunningNote;
use crate::serve::relevance::RelevanceArgs;
use crate::serve::sandbox::{SandboxArgs, SandboxListener};
use crate::tour::{self, TourArgs, Toured};
use crate::wiring::{self, House, Terms, WiringError};

/// How long open requests may go on once the server was told to stop: longer than the engine lets calls go on.
const DRAIN: Duration = Duration::from_secs(10);

/// Run the server until it is interrupted.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address and port; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8321", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// A PostgreSQL address [default: SQLite in the data folder]
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    database_url: Option<String>,
    /// A further name under which clients reach the server, without a port; may be repeated
    #[arg(long, value_name = "NAME")]
    allowed_host: Vec<String>,
    /// Allow an address other than loopback: a proxy in front encrypts and this port is closed to others
    #[arg(long)]
    behind_proxy: bool,
    /// Let no tool run, whatever allows it
    #[arg(long, action = ArgAction::SetTrue)]
    no_tools: bool,
    /// Tools up to which agents are told of all of them; beyond, they find and activate what they need
    #[arg(long, default_value_t = WHOLE_LIST, value_name = "COUNT")]
    whole_list: usize,
    /// A folder of toolsets and container tools, each in a folder of its own, that are imported at start [default: tools in
    /// the data folder]
    #[arg(long, value_name = "DIR")]
    tools: Option<PathBuf>,
    /// Let container tools that ask for it use the machine's own network
    #[arg(long, action = ArgAction::SetTrue)]
    allow_host_network: bool,
    /// How the log on standard error is written; RUST_LOG says how much of it
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    #[command(flatten)]
    relevance: RelevanceArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    tour: TourArgs,
}

/// Whom the server tells that it answers, and how it is told to stop.
pub(crate) enum Audience<'a> {
    /// People, who interrupt it.
    People(&'a Output),
    /// A program, which is told the address and stops it by this token.
    Program(oneshot::Sender<Url>, CancellationToken),
}

impl ServeArgs {
    /// For a program of this machine: a free port, and no tour.
    pub(crate) fn embedded() -> Result<Self, Failure> {
        #[derive(Parser)]
        struct Only {
            #[command(flatten)]
            args: ServeArgs,
        }
        let parsed = Only::try_parse_from(["pegboard", "--listen", "127.0.0.1:0"]);
        parsed.map(|only| only.args).map_err(|error| Failure::usage(error.to_string()))
    }
}

pub(crate) async fn run(args: ServeArgs, data: PathBuf, audience: Audience<'_>) -> Result<(), Failure> {
    let secrets = Arc::new(KnownSecrets::default());
    logging::start(args.log_format, Arc::clone(&secrets));
    for listen in [Some(args.listen), args.sandbox.sandbox_listen].into_iter().flatten() {
        address::check(listen, args.behind_proxy)?;
    }
    address::check_database(args.database_url.as_deref())?;
    let data = make_data(&data)?;
    let kill_switch = if args.no_tools { KillSwitch::ToolsDisabled } else { KillSwitch::ToolsEnabled };
    let host_network = if args.allow_host_network { HostNetwork::Allowed } else { HostNetwork::Refused };
    let terms = Terms {
        database_url: args.database_url.clone(),
        kill_switch,
        whole_list: args.whole_list,
        relevance: args.relevance.config()?,
        host_network,
        secrets,
    };
    let opened = wiring::open(&data, terms).await;
    let house = opened.map_err(|error| not_opened(&error))?;
    match answer(&house, &args, &data, audience).await {
        Ok(serving) => {
            // Together: whoever waits for a call that is cancelled now is still told so.
            let (served, ()) = tokio::join!(serving, house.engine.close());
            served.map_err(|error| Failure::internal(format!("the server was cut off: {error}")))
        }
        Err(failure) => {
            house.engine.close().await;
            Err(failure)
        }
    }
}

/// Answers until the server is told to stop; gives back what still goes on then.
async fn answer(
    house: &House,
    args: &ServeArgs,
    data: &Path,
    audience: Audience<'_>,
) -> Result<JoinHandle<()>, Failure> {
    let stop = match &audience {
        Audience::People(_) => stop_signal()?,
        Audience::Program(_, stop) => stop.clone(),
    };
    let listen = args.listen;
    let listener = TcpListener::bind(listen).await.map_err(|error| not_bound(listen, &error))?;
    let address = listener.local_addr().map_err(|error| not_bound(listen, &error))?;
    let url = address::url(address)?;
    let names = AllowedHosts::new(args.allowed_host.iter().cloned());
    let beside = args.sandbox.open(address, &names).await?;
    let origins = Origins::new(beside.reach.clone(), address, &names);
    let events = Hub::of(&house.engine);
    let endpoint = mcp::open::open(&house.engine, &url);
    let app = App {
        engine: house.engine.clone(),
        events: events.clone(),
        mcp: endpoint.clone(),
        page: Arc::new(url.clone()),
        spool: Arc::new(make_spool(data)?),
        sandbox: Sandbox::new(origins, args.sandbox.frame_host.clone()),
        python: Arc::clone(&house.python),
        node: Arc::clone(&house.node),
        containers: Arc::clone(&house.containers),
        data: data.into(),
        large_bodies: Arc::new(Semaphore::new(LARGE_BODIES_MAX)),
        archives: Arc::new(Semaphore::new(ARCHIVES_MAX)),
    };
    let frames = serve_frames(beside, &app.sandbox, &args.allowed_host, &stop);
    let page = accept::serve(listener, router(app, names), stop.clone(), DRAIN);
    let serving = tokio::spawn(async move {
        tokio::join!(page, frames);
    });
    // From here on others find the server; the note goes away with this value.
    let _note = RunningNote::write(data, &url)?;
    let told = tell(audience, args, house, data, &url, &stop).await;
    told.inspect_err(|_| {
        stop.cancel();
        events.close();
        endpoint.close();
    })?;
    tools_folder::import(&house.engine, args.tools.as_deref(), data, &stop).await;
    stop.cancelled().await;
    // Streams would keep their connections open for ever.
    events.close();
    endpoint.close();
    Ok(serving)
}

/// Tells that the server answers; people see the tour before, where they want it.
async fn tell(
    audience: Audience<'_>,
    args: &ServeArgs,
    house: &House,
    data: &Path,
    url: &Url,
    stop: &CancellationToken,
) -> Result<(), Failure> {
    match audience {
        Audience::People(output) => {
            let toured = tokio::select! {
                toured = tour::run(&args.tour, house, data, output) => toured?,
                () = stop.cancelled() => Toured::Before,
            };
            announce(output, url, data, toured);
        }
        // A program that does not listen any more has its token to stop the server.
        Audience::Program(ready, _) => drop(ready.send(url.clone())),
    }
    Ok(())
}

/// Answers on the second listener, which knows frames and nothing else.
fn serve_frames(
    beside: SandboxListener,
    sandbox: &Sandbox,
    names: &[String],
    stop: &CancellationToken,
) -> impl Future<Output = ()> + use<> {
    let names = AllowedHosts::new(names.iter().cloned().chain(beside.name));
    let router = frames::router::router(sandbox.shown.clone(), &sandbox.origins, names);
    let listeners = beside.listeners.into_iter();
    let serving = listeners.map(|listener| accept::serve(listener, router.clone(), stop.clone(), DRAIN));
    let serving: Vec<_> = serving.collect();
    async move {
        futures::future::join_all(serving).await;
    }
}

/// Tells where the server is. A program reads the first line that is JSON.
fn announce(output: &Output, url: &Url, data: &Path, toured: Toured) {
    let token = token_file(data);
    if output.format() == Format::Json {
        return output.json_line(&serde_json::json!({
            "url": url, "page": format!("{url}ui/"), "docs": format!("{url}docs/"), "token_file": token,
        }));
    }
    output.line(Tone::Strong, &format!("Pegboard answers on {url}"));
    if toured == Toured::Before {
        return;
    }
    // Only to whoever sits before it: all else may be a log.
    let seen = toured == Toured::Now || std::io::stdout().is_terminal();
    match fs::read_to_string(&token) {
        Ok(secret) if seen => {
            output.line(Tone::Plain, &format!("  open the page    {url}ui/#token={}", secret.trim()));
        }
        _ => output.line(Tone::Plain, &format!("  open the page    {url}ui/")),
    }
    output.line(Tone::Plain, &format!("  browse the API   {url}docs/"));
    let token = token.display();
    output.line(Tone::Plain, &format!("  the first token  {token}"));
    let curl = format!("curl -H \"Authorization: Bearer $(cat {token})\" {url}toolsets");
    output.line(Tone::Plain, &format!("  try it           {curl}"));
}

/// Cancelled when the process is told to stop.
fn stop_signal() -> Result<CancellationToken, Failure> {
    let unheard = |error| Failure::internal(format!("signals cannot be heard: {error}"));
    let mut terminate = signal(SignalKind::terminate()).map_err(unheard)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(unheard)?;
    let stop = CancellationToken::new();
    let told = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("told to stop");
        told.cancel();
    });
    Ok(stop)
}

fn make_data(data: &Path) -> Result<PathBuf, Failure> {
    let unusable = |error| {
        Failure::internal(format!("the data folder {} cannot be used: {error}", data.display()))
            .hint("Name another one with --data.")
    };
    // What people and tools keep here is for the owner's eyes only.
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(data).map_err(unusable)?;
    data.canonicalize().map_err(unusable)
}

/// Where uploads wait. What a killed server left there is nobody's.
fn make_spool(data: &Path) -> Result<PathBuf, Failure> {
    let spool = data.join("spool");
    let unusable = |error| Failure::internal(format!("{} cannot be used: {error}", spool.display()));
    if spool.exists() {
        fs::remove_dir_all(&spool).map_err(unusable)?;
    }
    fs::create_dir(&spool).map_err(unusable)?;
    Ok(spool)
}

fn not_bound(listen: SocketAddr, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Refused, format!("{listen} cannot be listened on: {error}"))
        .hint("Name another address: --listen 127.0.0.1:0 takes a free port.")
}

fn not_opened(error: &WiringError) -> Failure {
    if let WiringError::Open(OpenError::InUse { .. }) = error {
        return Failure::new(Exit::Refused, error.to_string())
            .hint("Stop it first, or name another folder with --data.");
    }
    tracing::error!(?error, "the data folder could not be opened");
    let failure = Failure::internal(error.to_string());
    match error {
        WiringError::Open(OpenError::Store(_)) => {
            failure.hint("The log says why; with PostgreSQL, check --database-url.")
        }
        _ => failure.hint("The log says more."),
    }
}
