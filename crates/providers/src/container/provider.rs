//! The provider itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use pegboard_model::call::{FailureKind, Outcome, ProviderKind, Telemetry, ToolFailure};
use pegboard_model::container::{
    BuildNews, BuildReport, BuildWish, ContainerManifest, ContainerNetwork, ContainerTool, ImageBuilder,
    ImageStatus, WorkspaceMount,
};
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::policy::Permit;
use pegboard_model::provider::{
    Bundle, ContainerCall, Declared, Discovery, Host, Job, Network, Progress, Provider,
};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::build::Image;
use super::config::{ContainerConfig, HostNetwork};
use super::conversation::{LaunchError, Started, launch};
use super::engine::{Connection, EngineError, EngineFound};
use super::images::Images;
use super::invocation::complete;
use super::launch::{Blueprint, Start, WORKSPACE};
use super::link::Link;
use super::payload::Payload;
use super::spares::{Key, Spares};
use super::waiter;

/// Runs container tools.
pub struct ContainerProvider {
    config: ContainerConfig,
    link: Arc<Link>,
    images: Arc<Images>,
    spares: Arc<Spares>,
    /// Where the program lies that waits for calls; `None` where there is none.
    waiter: OnceCell<Option<PathBuf>>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl ContainerProvider {
    /// Looks for no engine yet.
    pub fn new(config: ContainerConfig) -> Self {
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let link = Arc::new(Link::new(config.house.clone(), config.engine.clone()));
        let images = Arc::new(Images::new(Arc::clone(&link), config.clone(), stop.clone(), tasks.clone()));
        let spares = Spares::new(config.max_spares, config.idle_after, stop.clone(), tasks.clone());
        Self { config, link, images, spares, waiter: OnceCell::new(), stop, tasks }
    }

    /// The engine that containers run in.
    ///
    /// # Errors
    /// When there is none.
    pub async fn engine(&self) -> Result<EngineFound, EngineError> {
        self.link.found().await
    }

    /// What it was told at start.
    pub fn config(&self) -> &ContainerConfig {
        &self.config
    }

    async fn call(
        &self,
        job: &Job,
        manifest: &Arc<ContainerManifest>,
        telemetry: &Telemetry,
        host: &dyn Host,
    ) -> Result<Outcome, ToolFailure> {
        self.check_network(job, manifest)?;
        let params = manifest.parameters.filled(&job.resolved.args);
        let has_workspace = manifest.sandbox.workspace != WorkspaceMount::None;
        let payload = Payload {
            params: &params,
            settings: job.settings.expose_json(),
            telemetry,
            workspace: has_workspace.then_some(WORKSPACE),
        };
        let payload =
            payload.encode().map_err(|error| ToolFailure::new(FailureKind::Arguments, error.to_string()))?;
        let tool = container_tool(job, manifest);
        let cancelled = host.cancelled();
        // The time limit is the tool's: it starts when its container runs, not when its image is built for it.
        let started = tokio::select! {
            biased;
            () = cancelled.cancelled() => Err(ToolFailure::new(FailureKind::Cancelled, "The call was cancelled.")),
            started = self.started(job, &tool, payload) => started,
        };
        Ok(complete(started?, manifest, job.limits, host).await)
    }

    fn check_network(&self, job: &Job, manifest: &ContainerManifest) -> Result<(), ToolFailure> {
        let network = manifest.sandbox.network;
        let refused = |message: &str| Err(ToolFailure::new(FailureKind::Unavailable, message));
        if network == ContainerNetwork::Host && self.config.host_network == HostNetwork::Refused {
            return refused(
                "The tool wants the machine's own network (`network: host`), which this server does not give: its owner can \
                 allow it with `pegboard serve --allow-host-network`.",
            );
        }
        if job.network == Network::Closed && network != ContainerNetwork::None {
            return refused("The tool cannot run without a network.");
        }
        Ok(())
    }

    /// A container that has the payload.
    async fn started(
        &self,
        job: &Job,
        tool: &ContainerTool,
        payload: String,
    ) -> Result<Started, ToolFailure> {
        let _lease = self.images.lease(tool);
        let image = self.images.ready(tool).await?;
        let engine = self.link.engine().await.map_err(|error| no_engine(&error))?;
        if tool.manifest.sandbox.warm
            && let Some(started) = self.warm(&engine, job, tool, &image, &payload).await
        {
            return Ok(started);
        }
        match self.cold(&engine, job, tool, &image, &payload).await {
            Ok(started) => Ok(started),
            // Somebody removed the image since it was built.
            Err(LaunchError::NoImage) => {
                self.images.lost(tool);
                let image = self.images.ready(tool).await?;
                self.cold(&engine, job, tool, &image, &payload).await.map_err(|error| not_launched(&error))
            }
            Err(error) => {
                if matches!(error, LaunchError::Silent(_)) {
                    self.link.lose().await;
                }
                Err(not_launched(&error))
            }
        }
    }

    async fn cold(
        &self,
        engine: &Connection,
        job: &Job,
        tool: &ContainerTool,
        image: &Image,
        payload: &str,
    ) -> Result<Started, LaunchError> {
        let call = job.call.to_string();
        let body = Blueprint {
            engine: engine.kind,
            house: self.link.house(),
            tool: &tool.id.to_string(),
            image,
            manifest: &tool.manifest,
            workspace: &job.workspace,
            start: Start::Call { call: &call, payload: payload.to_owned() },
        }
        .body();
        launch(engine, body, &self.tasks, self.config.start_timeout).await
    }

    /// The payload in a container that waited for it, where there is one; and others for the calls after this one.
    async fn warm(
        &self,
        engine: &Connection,
        job: &Job,
        tool: &ContainerTool,
        image: &Image,
        payload: &str,
    ) -> Option<Started> {
        let program = self.waiter().await?;
        let mounted = tool.manifest.sandbox.workspace != WorkspaceMount::None;
        let workspace = mounted.then(|| job.workspace.clone());
        let toolset = job.bundle.toolset.clone();
        let key = Key { toolset, tag: image.tag.clone(), workspace };
        let spare = self.spares.take(&key);
        self.spares.refill(&key, || self.spare(engine, &job.workspace, tool, image, program));
        let mut started = spare?;
        match started.hand_over(payload).await {
            Ok(()) => Some(started),
            Err(error) => {
                tracing::debug!(%error, "a container that waited did not take its payload");
                None
            }
        }
    }

    /// Makes a container for a call to come.
    fn spare(
        &self,
        engine: &Connection,
        workspace: &Path,
        tool: &ContainerTool,
        image: &Image,
        waiter: &Path,
    ) -> impl Future<Output = Option<Started>> + Send + 'static {
        let body = Blueprint {
            engine: engine.kind,
            house: self.link.house(),
            tool: &tool.id.to_string(),
            image,
            manifest: &tool.manifest,
            workspace,
            start: Start::Wait { waiter },
        }
        .body();
        let (engine, tasks, most) = (engine.clone(), self.tasks.clone(), self.config.start_timeout);
        async move {
            let started = launch(&engine, body, &tasks, most).await;
            started
                .inspect_err(|error| tracing::debug!(%error, "no container could be started ahead of a call"))
                .ok()
        }
    }

    async fn waiter(&self) -> Option<&Path> {
        let folder = self.config.programs.clone();
        let place = self.waiter.get_or_init(|| async {
            let placed = tokio::task::spawn_blocking(move || waiter::place(&folder)).await;
            match placed.map_err(std::io::Error::other).and_then(|placed| placed) {
                Ok(place) => place,
                Err(error) => {
                    tracing::warn!(%error, "containers are not started ahead of calls: their program has no place");
                    None
                }
            }
        });
        place.await.as_deref()
    }
}

#[async_trait]
impl Provider for ContainerProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Container
    }

    /// Their manifests say all that there is to know.
    async fn discover(
        &self,
        _bundle: &Bundle,
        _tools: &[Declared],
        _progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        Ok(Vec::new())
    }

    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        if !permit.covers(&job.resolved, job.network) {
            return Outcome::failed(ToolFailure::new(
                FailureKind::Denied,
                "The permit was given for another tool, or for another version of it.",
            ));
        }
        let Some(ContainerCall { manifest, telemetry }) = job.container.clone() else {
            return Outcome::failed(ToolFailure::new(
                FailureKind::Missing,
                "What the tool's manifest says was not recorded: import the toolset again.",
            ));
        };
        self.call(&job, &manifest, &telemetry, host).await.unwrap_or_else(Outcome::failed)
    }

    async fn release(&self, toolset: &ToolsetId) {
        self.images.release(toolset);
        self.spares.release(toolset);
    }

    async fn shutdown(&self) {
        self.stop.cancel();
        self.spares.clear();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl ImageBuilder for ContainerProvider {
    fn attach_news(&self, news: Arc<dyn BuildNews>) {
        self.images.attach(news);
    }

    fn status(&self, tool: &ContainerTool) -> ImageStatus {
        self.images.status(tool)
    }

    fn report(&self, tool: &ContainerTool) -> BuildReport {
        self.images.report(tool)
    }

    fn build(&self, tool: ContainerTool, wish: BuildWish) {
        self.images.start(tool, wish);
    }

    fn retain(&self, installed: Vec<ContainerTool>) {
        self.images.retain(installed);
    }
}

impl Drop for ContainerProvider {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The tool of a job; its folder stands in the place of an entrypoint.
fn container_tool(job: &Job, manifest: &Arc<ContainerManifest>) -> ContainerTool {
    let folder = job.resolved.entrypoint.as_deref().filter(|folder| *folder != ".");
    let id: ToolId = job.resolved.tool.clone();
    ContainerTool {
        id,
        folder: folder.map_or_else(|| job.bundle.root.clone(), |folder| job.bundle.root.join(folder)),
        manifest: Arc::clone(manifest),
    }
}

fn no_engine(error: &EngineError) -> ToolFailure {
    ToolFailure::new(FailureKind::Unavailable, format!("The tool needs a container engine: {error}."))
}

fn not_launched(error: &LaunchError) -> ToolFailure {
    ToolFailure::new(FailureKind::Unavailable, format!("The tool's container did not start: {error}."))
}
