//! The provider itself.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{FailureKind, NeedsApproval, Outcome, ProviderKind, Resolved, ToolFailure};
use pegboard_model::ids::ToolsetId;
use pegboard_model::policy::Permit;
use pegboard_model::provider::{
    Bundle, Contained, Declared, Definition, Discovery, Host, Job, Network, Progress, Provider, RunLimits,
};
use pegboard_model::toolset::{Hooks, Writes};
use serde_json::{Map, Value};

use crate::fault;
use crate::python::bounds::Reach;
use crate::python::config::PythonConfig;
use crate::python::doctor::{self, PythonHealth};
use crate::python::environment::EnvironmentError;
use crate::python::invocation::{self, Invocation};
use crate::python::launch::LaunchError;
use crate::python::pool::Pool;
use crate::python::protocol::{Context, Described, Limits, Request};
use crate::python::runner::Runner;
use crate::scratch::Scratch;
use crate::unheard::{Logged, Unheard};

/// How many runners a call is offered to, where each is gone before it hears of the call.
const MAX_OFFERS: usize = 3;

/// The id of a discovery among a runner's calls; it has a runner of its own.
const DESCRIBE: &str = "describe";

/// Runs Python tools.
pub struct PythonProvider {
    config: PythonConfig,
    pool: Pool,
}

impl PythonProvider {
    /// Looks for nothing and starts nothing yet.
    pub fn new(config: PythonConfig) -> Self {
        Self { pool: Pool::new(config.clone()), config }
    }

    /// Makes the environment for these requirement lines (none: the base one) ahead of its first use.
    ///
    /// # Errors
    /// When there is no interpreter or installer, a line is refused, or a package cannot be installed.
    pub async fn prepare(
        &self,
        requirements: &[String],
        progress: &dyn Progress,
    ) -> Result<(), EnvironmentError> {
        let environments = &self.pool.launcher.environments;
        environments.python(requirements, progress).await.map(drop)
    }

    /// What it was told at start.
    pub fn config(&self) -> &PythonConfig {
        &self.config
    }

    /// What this machine has for Python tools. Makes and installs nothing.
    pub async fn doctor(&self) -> PythonHealth {
        doctor::examine(&self.pool.launcher.environments, &self.config.house).await
    }

    /// A temporary folder for one call.
    fn scratch(&self) -> Result<Scratch, ToolFailure> {
        let parent = &self.config.scratch;
        let made = match Scratch::new(parent) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(parent).and_then(|()| Scratch::new(parent))
            }
            made => made,
        };
        made.map_err(|cause| unavailable(&format!("no temporary folder could be made for the call: {cause}")))
    }

    /// Hands a call to a runner that takes it.
    async fn place(&self, job: &Job) -> Result<Invocation, ToolFailure> {
        let call = job.call.to_string();
        let mut last = None;
        for _ in 0..MAX_OFFERS {
            let runner = self.pool.runner(&job.bundle, &Logged).await.map_err(not_launched)?;
            let Some(exit) = runner.begin(&call) else {
                continue;
            };
            match invocation::begin(runner, call.clone(), exit).await {
                Ok(invocation) => return Ok(invocation),
                Err(cause) => last = Some(cause),
            }
        }
        Err(not_taken(last))
    }

    async fn describe(
        &self,
        bundle: &Bundle,
        tools: &[Declared],
        progress: &dyn Progress,
    ) -> Result<Value, ToolFailure> {
        let launcher = &self.pool.launcher;
        // One of its own: a bundle is looked into before it stands in its place, and what is warm stays untouched.
        // Looking at it calls none of its code.
        let bundle = &Bundle { hooks: Hooks::default(), ..bundle.clone() };
        let scratch = self.scratch()?;
        let request = Request::Describe {
            entrypoints: tools.iter().map(|tool| tool.entrypoint.as_str()).collect(),
            context: Context {
                workspace: scratch.path(),
                chat_id: String::new(),
                call_id: DESCRIBE.to_owned(),
                toolset_id: bundle.toolset.as_str(),
                toolset_root: &bundle.root,
                config: Map::new(),
            },
            scratch: scratch.path(),
        };
        let limits = RunLimits { timeout: self.config.load_timeout, ..RunLimits::default() };
        let order = OneCall { id: DESCRIBE.to_owned(), request: encode(&request)?, limits };
        let runner = launcher.launch(bundle, progress).await.map_err(not_launched)?;
        only_call(runner, order, &Unheard).await.result
    }

    /// Runs a call whose network is closed, on a runner of its own: what is warm may have a connection open, and reaches
    /// every workspace. Without the sandbox that closes both, it does not run.
    async fn run_closed(&self, job: &Job, request: Vec<u8>, scratch: &Scratch, host: &dyn Host) -> Outcome {
        let bundle = Bundle { sandbox: job.bundle.sandbox.closed(), ..Bundle::clone(&job.bundle) };
        let reach = Reach { workspaces: &job.workspace, scratch: scratch.path() };
        let cancelled = host.cancelled();
        let launched = tokio::select! {
            biased;
            () = cancelled.cancelled() => Err(stopped()),
            launched = self.pool.launcher.launch_within(&bundle, reach, &Logged) => launched.map_err(not_launched),
        };
        match launched {
            Ok(runner) => {
                let order = OneCall { id: job.call.to_string(), request, limits: job.limits };
                only_call(runner, order, host).await
            }
            Err(failure) => Outcome::failed(failure),
        }
    }
}

/// A call for a runner that gets no other.
struct OneCall {
    id: String,
    request: Vec<u8>,
    limits: RunLimits,
}

/// Has a runner do one call, and ends it.
async fn only_call(runner: Arc<Runner>, call: OneCall, host: &dyn Host) -> Outcome {
    let _ended = runner.end.clone().drop_guard();
    let Some(exit) = runner.begin(&call.id) else {
        return Outcome::failed(not_taken(None));
    };
    let outcome = match invocation::begin(Arc::clone(&runner), call.id, exit).await {
        Ok(invocation) => invocation.complete(call.request, call.limits, host).await,
        Err(cause) => Outcome::failed(not_taken(Some(cause))),
    };
    runner.end.cancel();
    runner.gone.cancelled().await;
    outcome
}

#[async_trait]
impl Provider for PythonProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Python
    }

    async fn discover(
        &self,
        bundle: &Bundle,
        tools: &[Declared],
        progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        let value = self.describe(bundle, tools, progress).await?;
        let mut described: BTreeMap<String, Described> = serde_json::from_value(value).map_err(|cause| {
            ToolFailure::new(
                FailureKind::Crashed,
                "The toolset's code could not be looked into: its process gave no definitions.",
            )
            .with_detail(cause.to_string())
        })?;
        // Two tools may share one function, so each definition is taken once and then copied.
        let mut found = BTreeMap::new();
        Ok(tools
            .iter()
            .map(|tool| Discovery {
                tool: tool.tool.clone(),
                found: found
                    .entry(tool.entrypoint.as_str())
                    .or_insert_with_key(|entrypoint| definition(entrypoint, described.remove(*entrypoint)))
                    .clone(),
            })
            .collect())
    }

    async fn initialise(&self, bundle: &Bundle, progress: &dyn Progress) -> Result<(), ToolFailure> {
        if bundle.hooks.is_empty() {
            return Ok(());
        }
        let runner = self.pool.initialised(bundle, progress).await.map_err(not_launched)?;
        runner.uninitialised.get().cloned().map_or(Ok(()), Err)
    }

    fn contains(&self, bundle: &Bundle, _resolved: &Resolved) -> Contained {
        match bundle.sandbox.writes() {
            Writes::Workspace => Contained::Yes,
            Writes::Anywhere => Contained::No(
                "its toolset may write outside of the workspace (`writes: anywhere`)".to_owned(),
            ),
        }
    }

    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        if !permit.covers(&job.resolved, job.network) {
            return Outcome::failed(ToolFailure::new(
                FailureKind::Denied,
                "The permit was given for another tool, or for another version of it.",
            ));
        }
        let prepared = self.scratch().and_then(|scratch| Ok((request(&job, &scratch)?, scratch)));
        // The folder goes when the call has ended.
        let (request, scratch) = match prepared {
            Ok(prepared) => prepared,
            Err(failure) => return Outcome::failed(failure),
        };
        if job.network == Network::Closed {
            return self.run_closed(&job, request, &scratch, host).await;
        }
        let cancelled = host.cancelled();
        // The time limit is the tool's: it starts when a runner has the call, not when an environment is made for it.
        let placed = tokio::select! {
            biased;
            () = cancelled.cancelled() => Err(stopped()),
            placed = self.place(&job) => placed,
        };
        match placed {
            Ok(invocation) => invocation.complete(request, job.limits, host).await,
            Err(failure) => Outcome::failed(failure),
        }
    }

    async fn release(&self, toolset: &ToolsetId) {
        self.pool.release(toolset).await;
    }

    async fn shutdown(&self) {
        self.pool.shutdown().await;
    }
}

fn request(job: &Job, scratch: &Scratch) -> Result<Vec<u8>, ToolFailure> {
    let Some(entrypoint) = job.resolved.entrypoint.as_deref() else {
        return Err(ToolFailure::new(
            FailureKind::Missing,
            "The tool names no function: give it an `entrypoint` (`module.path:function`) in toolset.yaml.",
        ));
    };
    encode(&Request::Call {
        entrypoint,
        args: &job.resolved.args,
        context: Context {
            workspace: &job.workspace,
            chat_id: job.chat.to_string(),
            call_id: job.call.to_string(),
            toolset_id: job.bundle.toolset.as_str(),
            toolset_root: &job.bundle.root,
            config: job.settings.expose_json(),
        },
        scratch: scratch.path(),
        limits: Limits {
            memory_bytes: Some(job.bundle.sandbox.memory_bytes()),
            processes: Some(job.bundle.sandbox.processes().into()),
            result_bytes: job.limits.result_bytes,
        },
    })
}

/// A path that is no UTF-8 is the one thing that cannot be written.
fn encode(request: &Request<'_>) -> Result<Vec<u8>, ToolFailure> {
    serde_json::to_vec(request)
        .map_err(|cause| unavailable(&format!("the call cannot be written down: {cause}")))
}

fn definition(entrypoint: &str, described: Option<Described>) -> Result<Definition, ToolFailure> {
    let Some(described) = described else {
        let message = format!("The toolset's code says nothing of `{entrypoint}`.");
        return Err(ToolFailure::new(FailureKind::Missing, message));
    };
    if let Some(fault) = described.error {
        return Err(fault::failure(fault.kind, fault.message, fault.traceback));
    }
    Ok(Definition {
        name: described.name,
        description: described.description,
        input_schema: described.input_schema,
        // What is not asked for is not said: `false` is what `@tool` has by itself.
        needs_approval: described.requires_confirmation.filter(|asks| *asks).map(|_| NeedsApproval::Always),
        category: described.category,
        entrypoint: None,
    })
}

fn not_launched(fault: LaunchError) -> ToolFailure {
    let kind = match &fault {
        LaunchError::Environment(_)
        | LaunchError::System(_)
        | LaunchError::Unconfinable(_)
        | LaunchError::Protocol(_) => FailureKind::Unavailable,
        LaunchError::Stuck { .. } => FailureKind::Import,
        LaunchError::Stopping => FailureKind::Interrupted,
    };
    let failure = ToolFailure::new(kind, sentence(&fault.to_string()));
    match fault {
        LaunchError::Stuck { log, .. } if !log.trim().is_empty() => failure.with_detail(log),
        _ => failure,
    }
}

fn not_taken(cause: Option<io::Error>) -> ToolFailure {
    let failure = unavailable("the toolset's runner went before it took the call; call again");
    match cause {
        Some(cause) => failure.with_detail(cause.to_string()),
        None => failure,
    }
}

fn stopped() -> ToolFailure {
    ToolFailure::new(FailureKind::Cancelled, "The call was cancelled.")
}

fn unavailable(message: &str) -> ToolFailure {
    ToolFailure::new(FailureKind::Unavailable, sentence(message))
}

/// With a capital first letter.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
