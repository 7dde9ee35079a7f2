//! The images of all tools: built in the background, each once for each content, and removed when no tool uses them any more.

mod leases;
mod old;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::container::{BuildNews, BuildReport, BuildWish, ContainerTool, ImageState, ImageStatus};
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::time::Timestamp;
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::leases::{Lease, Leases};
use super::build::{BuildError, BuildTerms, Image, build, look_up};
use super::config::ContainerConfig;
use super::context::Context;
use super::engine::EngineError;
use super::link::Link;
use crate::capture::Capture;

/// Bytes of a build's log that are kept, split between its beginning and its end.
const LOG_BYTES: usize = 256 << 10;
/// Bytes of the log that the failure of a call shows.
const TAIL_BYTES: usize = 2 << 10;
/// The longest line of a build that listeners are told, in characters.
const LINE_CHARS: usize = 500;

/// The images of all tools.
pub(super) struct Images {
    link: Arc<Link>,
    config: ContainerConfig,
    entries: Mutex<HashMap<ToolId, Arc<Entry>>>,
    news: OnceLock<Arc<dyn BuildNews>>,
    /// Builds use the whole machine: one at a time. Nor is anything removed meanwhile.
    turn: Semaphore,
    /// All tools that are installed, as far as that was said.
    installed: Mutex<Vec<ContainerTool>>,
    leases: Leases,
    stop: CancellationToken,
    tasks: TaskTracker,
}

/// One version of one tool.
struct Entry {
    /// Installed versions lie in folders of their own.
    folder: PathBuf,
    now: watch::Sender<Standing>,
    log: Mutex<Capture>,
}

#[derive(Clone)]
struct Standing {
    status: ImageStatus,
    /// Whether a build is under way or waits for its turn.
    busy: bool,
    tag: Option<String>,
    image: Option<Image>,
}

/// Why there is nothing to run.
#[derive(Debug, thiserror::Error)]
enum NoImage {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("the server stops")]
    Stopping,
}

impl Images {
    pub(super) fn new(
        link: Arc<Link>,
        config: ContainerConfig,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Self {
        let (entries, news, turn) = (Mutex::default(), OnceLock::new(), Semaphore::new(1));
        let (installed, leases) = (Mutex::default(), Leases::default());
        Self { link, config, entries, news, turn, installed, leases, stop, tasks }
    }

    pub(super) fn attach(&self, news: Arc<dyn BuildNews>) {
        // Whoever came first keeps hearing.
        let _ = self.news.set(news);
    }

    pub(super) fn report(&self, tool: &ContainerTool) -> BuildReport {
        let entry = self.entry(tool);
        let standing = entry.now.borrow().clone();
        let log = entry.log.lock().unwrap_or_else(PoisonError::into_inner).text();
        BuildReport { status: standing.status, log, image: standing.tag }
    }

    pub(super) fn status(&self, tool: &ContainerTool) -> ImageStatus {
        self.entry(tool).now.borrow().status.clone()
    }

    /// Forgets how images of a toolset stand.
    pub(super) fn release(&self, toolset: &ToolsetId) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|tool, _| tool.toolset() != Some(toolset));
    }

    /// Keeps the image of a tool for a call that is about to use it. Once its container is made, the engine does.
    pub(super) fn lease(&self, tool: &ContainerTool) -> Lease<'_> {
        self.leases.take(tool)
    }

    /// The image is not there any more: the next who wants it has it built.
    pub(super) fn lost(&self, tool: &ContainerTool) {
        self.entry(tool).now.send_modify(|standing| {
            if !standing.busy {
                (standing.image, standing.status) = (None, ImageStatus::waiting());
            }
        });
    }

    /// The image of a tool; waits for its build.
    pub(super) async fn ready(self: &Arc<Self>, tool: &ContainerTool) -> Result<Image, ToolFailure> {
        let entry = self.entry(tool);
        let mut now = entry.now.subscribe();
        let needs_build = {
            let standing = now.borrow_and_update();
            let state = standing.status.state;
            !standing.busy && matches!(state, ImageState::Waiting | ImageState::Unavailable)
        };
        if needs_build {
            self.start(tool.clone(), BuildWish::Needed);
        }
        let Ok(standing) = now.wait_for(|standing| !standing.busy).await.map(|standing| standing.clone())
        else {
            return Err(ToolFailure::new(FailureKind::Interrupted, "The server stops."));
        };
        if let Some(image) = standing.image {
            return Ok(image);
        }
        let why = standing.status.message.unwrap_or_else(|| "it was not built".to_owned());
        let failure = match standing.status.state {
            ImageState::Unavailable => format!("The tool needs a container engine: {why}."),
            _ => format!("The tool has no image: {why}. `GET /tools/{}/build` has the log.", tool.id),
        };
        let log = entry.log.lock().unwrap_or_else(PoisonError::into_inner).text();
        let from = log.len().saturating_sub(TAIL_BYTES);
        let from = (from..log.len()).find(|at| log.is_char_boundary(*at)).unwrap_or(log.len());
        let failure = ToolFailure::new(FailureKind::Unavailable, failure);
        Err(if log.is_empty() { failure } else { failure.with_detail(log[from..].to_owned()) })
    }

    /// Begins a build, where none is under way.
    pub(super) fn start(self: &Arc<Self>, tool: ContainerTool, wish: BuildWish) {
        let entry = self.entry(&tool);
        let mut begins = false;
        entry.now.send_modify(|standing| {
            let is_ready = standing.image.is_some() && wish == BuildWish::Needed;
            begins = !standing.busy && !is_ready;
            standing.busy |= begins;
            if begins {
                standing.status = ImageStatus::waiting();
            }
        });
        if !begins {
            return;
        }
        let images = Arc::clone(self);
        self.tasks.spawn(async move {
            let made = tokio::select! {
                biased;
                () = images.stop.cancelled() => Err(NoImage::Stopping),
                made = images.make(&tool, &entry, wish) => made,
            };
            images.ended(&tool, &entry, made);
        });
    }

    async fn make(
        &self,
        tool: &ContainerTool,
        entry: &Arc<Entry>,
        wish: BuildWish,
    ) -> Result<Image, NoImage> {
        let _turn = self.turn.acquire().await.map_err(|_| NoImage::Stopping)?;
        let docker = self.link.engine().await?.docker;
        let folder = tool.folder.clone();
        let context = tokio::task::spawn_blocking(move || Context::read(&folder))
            .await
            .map_err(std::io::Error::other)
            .and_then(|read| read)
            .map_err(BuildError::Files)?;
        let tag = context.tag(tool);
        entry.now.send_modify(|standing| standing.tag = Some(tag.clone()));
        if wish == BuildWish::Needed
            && let Some(image) = look_up(&docker, &tag).await?
        {
            return Ok(image);
        }
        *entry.log.lock().unwrap_or_else(PoisonError::into_inner) = Capture::new(LOG_BYTES);
        entry.now.send_modify(|standing| {
            standing.status = ImageStatus {
                state: ImageState::Building,
                message: None,
                started_at: now(),
                finished_at: None,
            };
        });
        self.tell(&tool.id, ImageState::Building, None);
        tracing::info!(tool = %tool.id, tag, "building the image of a container tool");
        let print = |text: &str| {
            entry.log.lock().unwrap_or_else(PoisonError::into_inner).push(text.as_bytes());
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                let line: String = line.chars().filter(|c| !c.is_control()).take(LINE_CHARS).collect();
                self.tell(&tool.id, ImageState::Building, Some(&line));
            }
        };
        let name = tool.id.to_string();
        let terms = BuildTerms {
            tag: &tag,
            tool: &name,
            house: self.link.house(),
            nocache: wish == BuildWish::Anew,
            timeout: self.config.build_timeout,
        };
        Ok(build(&docker, context, terms, &print).await?)
    }

    fn ended(&self, tool: &ContainerTool, entry: &Entry, made: Result<Image, NoImage>) {
        let (state, message) = match &made {
            Ok(_) => (ImageState::Ready, None),
            Err(NoImage::Engine(error)) => (ImageState::Unavailable, Some(error.to_string())),
            Err(error) => (ImageState::Failed, Some(error.to_string())),
        };
        if let Some(message) = &message {
            tracing::warn!(tool = %tool.id, message, "a container tool has no image");
            let line = format!("{message}\n");
            entry.log.lock().unwrap_or_else(PoisonError::into_inner).push(line.as_bytes());
        }
        entry.now.send_modify(|standing| {
            // What was found and not built has no times.
            let was_built = standing.status.state == ImageState::Building;
            standing.status.state = state;
            standing.status.message = message.clone();
            standing.status.finished_at = if was_built { now() } else { None };
            standing.image = made.ok();
            standing.busy = false;
        });
        // First the last line of the log, then that the image stands otherwise: who shows lists hears the second alone.
        if let Some(message) = &message {
            self.tell(&tool.id, ImageState::Building, Some(message));
        }
        self.tell(&tool.id, state, None);
    }

    fn tell(&self, tool: &ToolId, state: ImageState, line: Option<&str>) {
        if let Some(news) = self.news.get() {
            news.told(tool, state, line);
        }
    }

    fn entry(&self, tool: &ContainerTool) -> Arc<Entry> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        match entries.get(&tool.id) {
            Some(entry) if entry.folder == tool.folder => Arc::clone(entry),
            _ => {
                let entry = Arc::new(Entry::new(tool.folder.clone()));
                entries.insert(tool.id.clone(), Arc::clone(&entry));
                entry
            }
        }
    }
}

impl Entry {
    fn new(folder: PathBuf) -> Self {
        let standing = Standing { status: ImageStatus::waiting(), busy: false, tag: None, image: None };
        Self { folder, now: watch::Sender::new(standing), log: Mutex::new(Capture::new(LOG_BYTES)) }
    }
}

fn now() -> Option<Timestamp> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Timestamp::from_unix_millis(i64::try_from(since.as_millis()).ok()?)
}
