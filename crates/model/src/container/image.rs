//! The image of a container tool: what it is built from, how its build stands, and who builds it.

use std::path::PathBuf;
use std::sync::Arc;

use super::manifest::ContainerManifest;
use crate::ids::ToolId;
use crate::time::Timestamp;

/// An installed container tool.
#[derive(Debug, Clone)]
pub struct ContainerTool {
    /// Which one.
    pub id: ToolId,
    /// Its folder, absolute. Nobody writes there.
    pub folder: PathBuf,
    /// What it declares.
    pub manifest: Arc<ContainerManifest>,
}

/// How a tool's image stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageState {
    /// Nobody has looked for it since the server started, or it waits for another build.
    Waiting,
    /// It is being built.
    Building,
    /// It is there.
    Ready,
    /// It could not be built.
    Failed,
    /// There is no container engine.
    Unavailable,
}

impl ImageState {
    /// The word for it on every surface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Building => "building",
            Self::Ready => "ready",
            Self::Failed => "failed",
            Self::Unavailable => "unavailable",
        }
    }
}

/// How a tool's image stands, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageStatus {
    /// How.
    pub state: ImageState,
    /// Why it is not ready, for people.
    pub message: Option<String>,
    /// When its last build began.
    pub started_at: Option<Timestamp>,
    /// When that ended.
    pub finished_at: Option<Timestamp>,
}

impl ImageStatus {
    /// That of an image which nobody has looked for.
    pub fn waiting() -> Self {
        Self { state: ImageState::Waiting, message: None, started_at: None, finished_at: None }
    }
}

/// How the last build of an image went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildReport {
    /// How the image stands.
    pub status: ImageStatus,
    /// What the engine printed while it built; the middle is left out when it was long.
    pub log: String,
    /// The image's tag, which its content decides; `None` until the folder was read.
    pub image: Option<String>,
}

/// What makes somebody want an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildWish {
    /// The tool is there: its image is built where there is none of this content.
    Needed,
    /// A person wants it built anew, without what earlier builds left.
    Anew,
}

/// Hears how builds go. Never blocks.
pub trait BuildNews: Send + Sync {
    /// A tool's image stands otherwise now, or its build printed a line.
    fn told(&self, tool: &ToolId, state: ImageState, line: Option<&str>);
}

/// Who builds the images of container tools.
pub trait ImageBuilder: Send + Sync {
    /// Hands over who hears of builds. Called once, before anything else.
    fn attach_news(&self, news: Arc<dyn BuildNews>);

    /// How a tool's image stands. Asks nobody.
    fn status(&self, tool: &ContainerTool) -> ImageStatus;

    /// The same with the log of the last build.
    fn report(&self, tool: &ContainerTool) -> BuildReport;

    /// Has the image built in the background. One that is being built is not built a second time.
    fn build(&self, tool: ContainerTool, wish: BuildWish);

    /// Has images removed in the background that none of these tools uses, which are all that are installed; never one that is in use.
    fn retain(&self, installed: Vec<ContainerTool>);
}
