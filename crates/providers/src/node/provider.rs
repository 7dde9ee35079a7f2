//! The provider itself.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use pegboard_model::approval::Approval;
use pegboard_model::call::{FailureKind, Outcome, ProviderKind, Resolved, Statement, ToolFailure};
use pegboard_model::ids::{ToolName, ToolsetId};
use pegboard_model::policy::Permit;
use pegboard_model::provider::{
    Bundle, Contained, Declared, Discovery, Host, Job, Network, Progress, Provider, RunLimits,
};
use pegboard_model::toolset::Writes;
use pegboard_model::variables::Variables;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::node::config::NodeConfig;
use crate::node::discovery::{discoveries, nothing};
use crate::node::launch::{LaunchError, Launcher, Place, Prepared};
use crate::node::protocol::{Event, Fault, Order};
use crate::node::runner::Runner;
use crate::node::runtime::{NodeRuntime, RuntimeError};
use crate::node::spares::{Key, Spares};
use crate::node::{answer, invocation};
use crate::scratch::Scratch;
use crate::unheard::Logged;

/// Characters that people are shown of why it gave no answer.
const REASON_CHARS: usize = 400;

/// Runs tools of the AI SDK.
pub struct NodeProvider {
    config: NodeConfig,
    launcher: Arc<Launcher>,
    spares: Arc<Spares>,
}

impl NodeProvider {
    /// Looks for nothing and starts nothing yet.
    pub fn new(config: NodeConfig) -> Self {
        let launcher = Arc::new(Launcher::new(config.clone()));
        let (stop, tasks) = (launcher.stop.clone(), launcher.tasks.clone());
        let spares = Spares::new(config.max_spares, config.idle_after, stop, tasks);
        Self { config, launcher, spares }
    }

    /// What it was told at start.
    pub fn config(&self) -> &NodeConfig {
        &self.config
    }

    /// The Node that tools run in.
    ///
    /// # Errors
    /// When there is none that is new enough.
    pub async fn runtime(&self) -> Result<&NodeRuntime, RuntimeError> {
        self.launcher.environments.runtime().await
    }

    /// Asks a tool's own `needsApproval` about this input. Its code runs in an empty folder, not in a workspace.
    async fn needs_approval(
        &self,
        bundle: &Bundle,
        tool: &str,
        args: &Map<String, Value>,
    ) -> Result<bool, ToolFailure> {
        let prepared = self.launcher.prepare(bundle, &Logged).await.map_err(not_launched)?;
        let (mut runner, _scratch, _faults) = self.elsewhere(bundle, &prepared).await?;
        let order = Order::Ask { id: "approval", tool, input: args };
        let said = runner.enquire(&order, self.config.approval_timeout).await;
        runner.processes.end().await;
        match said? {
            Event::Answered { needed } => Ok(needed),
            _ => Err(answer::unexpected()),
        }
    }

    /// A runner in a folder of its own, for what is no call.
    async fn elsewhere(
        &self,
        bundle: &Bundle,
        prepared: &Prepared,
    ) -> Result<(Runner, Scratch, Vec<Fault>), ToolFailure> {
        let scratch = self.scratch().map_err(|cause| not_launched(cause.into()))?;
        let place = Place { workspace: scratch.path(), chat: String::new(), network: Network::AsDeclared };
        let launched = self.launcher.launch(bundle, prepared, place).await;
        let (runner, faults) = launched.map_err(not_launched)?;
        Ok((runner, scratch, faults))
    }

    fn scratch(&self) -> io::Result<Scratch> {
        std::fs::create_dir_all(&self.config.scratch)?;
        Scratch::new(&self.config.scratch)
    }

    /// A runner for this call, the one that waits for it or a new one, and what the call may use.
    async fn place(&self, job: &Job) -> Result<(Runner, RunLimits), ToolFailure> {
        let key = Key { toolset: job.bundle.toolset.clone(), workspace: job.workspace.clone() };
        let prepared = self.launcher.prepare(&job.bundle, &Logged).await.map_err(not_launched)?;
        let own = prepared.section.timeout_seconds.map(|seconds| Duration::from_secs(seconds.into()));
        let limits = RunLimits { timeout: own.unwrap_or(job.limits.timeout), ..job.limits };
        let launch = || {
            let place = Place { workspace: &job.workspace, chat: job.chat.to_string(), network: job.network };
            self.launcher.launch(&job.bundle, &prepared, place)
        };
        if job.network == Network::Closed {
            // Those that wait have a network, and nobody comes back to this workspace.
            return Ok((launch().await.map_err(not_launched)?.0, limits));
        }
        let runner = match self.spares.take(&key, &job.bundle.fingerprint).await {
            Some(runner) => runner,
            None => launch().await.map_err(not_launched)?.0,
        };
        self.spares.refill(key, job.bundle.fingerprint.clone(), self.spare(job, prepared));
        Ok((runner, limits))
    }

    /// Makes the runner for the next call in the same workspace.
    fn spare(
        &self,
        job: &Job,
        prepared: Arc<Prepared>,
    ) -> impl Future<Output = Option<Runner>> + Send + 'static {
        let launcher = Arc::clone(&self.launcher);
        let (bundle, workspace, chat) =
            (Arc::clone(&job.bundle), job.workspace.clone(), job.chat.to_string());
        async move {
            let place = Place { workspace: &workspace, chat, network: Network::AsDeclared };
            match launcher.launch(&bundle, &prepared, place).await {
                Ok((runner, _)) => Some(runner),
                Err(fault) => {
                    tracing::debug!(%fault, "no Node runner could be started ahead of a call");
                    None
                }
            }
        }
    }
}

#[async_trait]
impl Provider for NodeProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Node
    }

    fn attach_variables(&self, variables: Arc<dyn Variables>) {
        self.launcher.options.attach(variables);
    }

    /// The tools stand in the code alone, so none need to be declared.
    async fn discover(
        &self,
        bundle: &Bundle,
        _tools: &[Declared],
        progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        let prepared = self.launcher.prepare(bundle, progress).await.map_err(not_launched)?;
        let (mut runner, _scratch, faults) = self.elsewhere(bundle, &prepared).await?;
        let said = runner.enquire(&Order::Describe, self.config.load_timeout).await;
        runner.processes.end().await;
        let described = match said? {
            Event::Described { tools } => tools,
            _ => return Err(answer::unexpected()),
        };
        let messages: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        if described.is_empty() {
            return Err(nothing(&messages));
        }
        for message in &messages {
            tracing::warn!(toolset = %bundle.toolset, message, "some of a toolset's Node code gave no tools");
            progress.step(message);
        }
        Ok(discoveries(&prepared.section, described))
    }

    async fn statement(
        &self,
        bundle: &Bundle,
        tool: &ToolName,
        args: &Map<String, Value>,
    ) -> Option<Statement> {
        let said = self.needs_approval(bundle, tool.as_str(), args).await;
        Some(match said {
            Ok(true) => Statement::needs_approval(),
            Ok(false) => Statement::needs_none(),
            Err(failure) => {
                let toolset = &bundle.toolset;
                tracing::info!(%toolset, %tool, %failure, detail = failure.detail, "a tool's needsApproval failed");
                let reason: String = failure.message.chars().take(REASON_CHARS).collect();
                let why = format!("the tool did not say whether it needs confirmation: {reason}");
                Statement::Says { approval: Approval::Ask, why }
            }
        })
    }

    fn contains(&self, bundle: &Bundle, _resolved: &Resolved) -> Contained {
        match self.launcher.section(bundle).map(|section| section.sandbox.writes()) {
            Ok(Writes::Workspace) => Contained::Yes,
            Ok(Writes::Anywhere) => Contained::No(
                "its toolset may write outside of the workspace (`writes: anywhere`)".to_owned(),
            ),
            Err(fault) => Contained::No(fault.to_string()),
        }
    }

    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        if !permit.covers(&job.resolved, job.network) {
            return Outcome::failed(ToolFailure::new(
                FailureKind::Denied,
                "The permit was given for another tool, or for another version of it.",
            ));
        }
        let tool = job.resolved.entrypoint.as_deref().and_then(|entrypoint| entrypoint.rsplit_once(':'));
        let Some((_, tool)) = tool else {
            return Outcome::failed(ToolFailure::new(
                FailureKind::Missing,
                "Where the tool's code is was not recorded: import the toolset again.",
            ));
        };
        let cancelled: CancellationToken = host.cancelled();
        // The time limit is the tool's: it starts when a runner has the call, not when packages are installed for it.
        let placed = tokio::select! {
            biased;
            () = cancelled.cancelled() => Err(ToolFailure::new(FailureKind::Cancelled, "The call was cancelled.")),
            placed = self.place(&job) => placed,
        };
        let (runner, limits) = match placed {
            Ok(placed) => placed,
            Err(failure) => return Outcome::failed(failure),
        };
        let call = job.call.to_string();
        let order =
            Order::Call { id: &call, tool, input: &job.resolved.args, result_bytes: limits.result_bytes };
        invocation::complete(runner, &order, limits, host).await
    }

    async fn release(&self, toolset: &ToolsetId) {
        self.launcher.forget(toolset);
        self.spares.release(toolset);
    }

    async fn shutdown(&self) {
        self.launcher.stop.cancel();
        self.spares.shutdown().await;
    }
}

impl Drop for NodeProvider {
    fn drop(&mut self) {
        self.launcher.stop.cancel();
    }
}

fn not_launched(fault: LaunchError) -> ToolFailure {
    let kind = match &fault {
        LaunchError::Environment(_)
        | LaunchError::System(_)
        | LaunchError::Manifest(_)
        | LaunchError::NoTools
        | LaunchError::Unconfinable(_)
        | LaunchError::Options(_)
        | LaunchError::Protocol => FailureKind::Unavailable,
        LaunchError::Slow { .. } | LaunchError::Died { .. } | LaunchError::Failed { .. } => {
            FailureKind::Import
        }
        LaunchError::Stopping => FailureKind::Interrupted,
    };
    let failure = ToolFailure::new(kind, sentence(&fault.to_string()));
    match fault {
        LaunchError::Slow { log, .. } | LaunchError::Died { log } | LaunchError::Failed { log, .. }
            if !log.trim().is_empty() =>
        {
            failure.with_detail(log)
        }
        _ => failure,
    }
}

/// With a capital first letter.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
