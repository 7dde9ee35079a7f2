//! Container tools as their folders declare them: `manifest.json` beside a `Dockerfile` (spec 5).
//!
//! [`ContainerManifest::parse`] goes through the spec's checklist and reports everything that is wrong at once.

mod image;
mod manifest;
mod parameters;
mod read;
mod sandbox;

pub use image::{BuildNews, BuildReport, BuildWish, ContainerTool, ImageBuilder, ImageState, ImageStatus};
pub use manifest::{
    CardSpec, Constraints, ContainerManifest, DOCKERFILE, FolderName, MANIFEST_FILE, OutputSpec,
    TIMEOUT_DEFAULT, Trigger,
};
pub use parameters::{Parameter, ParameterType, Parameters};
pub use sandbox::{ContainerNetwork, ContainerSandbox, MEMORY_DEFAULT, Memory, MemoryError, WorkspaceMount};
