//! Container tools and their images.

use std::sync::Arc;

use pegboard_engine::record::ToolRecord;
use pegboard_model::container::{BuildReport, ContainerManifest, ImageStatus, Trigger};
use pegboard_model::ids::ToolId;
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a container tool's manifest says, and how its image stands.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Container {
    pub(crate) version: String,
    /// The name of an icon, such as `fa-star`.
    pub(crate) icon: Option<String>,
    pub(crate) trigger: ContainerTrigger,
    pub(crate) sandbox: ContainerSandbox,
    /// How long a call may take.
    pub(crate) timeout_seconds: u32,
    /// What may be spent in all, in units of the tool's own.
    pub(crate) cost_budget: Option<f64>,
    pub(crate) output: ContainerOutput,
    pub(crate) image: Image,
}

/// When a tool is called.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ContainerTrigger {
    /// `on_demand`, `cron` or `webhook`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// Of `cron`: `*/30`, or five fields.
    pub(crate) schedule: Option<String>,
    /// Of `cron`: what stands before the tool's output in the prompt.
    pub(crate) prompt: Option<String>,
    /// Of `cron`: the zone of the schedule; `null` is UTC.
    pub(crate) timezone: Option<String>,
}

/// What a container may use.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ContainerSandbox {
    pub(crate) memory_bytes: u64,
    /// `bridge`, `none` or `host`.
    pub(crate) network: String,
    /// Whether it has a `/tmp` to write to.
    pub(crate) writable: bool,
    /// How it sees the chat's workspace: `none`, `ro` or `rw`.
    pub(crate) workspace: String,
    /// Whether containers are started ahead of calls.
    pub(crate) warm: bool,
}

/// How results are used and shown.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ContainerOutput {
    /// Whether a model says the text in its own words; else the text is not shown.
    pub(crate) synthesize: bool,
    /// Whether later turns of a chat leave it out.
    pub(crate) ephemeral: bool,
    /// Whether its HTML is shown as a card.
    pub(crate) card: bool,
}

/// How a tool's image stands.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Image {
    /// `waiting`, `building`, `ready`, `failed`, or `unavailable` without a container engine.
    pub(crate) state: String,
    /// Why it is not ready.
    pub(crate) message: Option<String>,
    /// When its last build began; `null` where it was there already.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) started_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) finished_at: Option<Timestamp>,
}

/// How the last build of a tool's image went.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Build {
    pub(crate) tool_id: String,
    /// `waiting`, `building`, `ready`, `failed`, or `unavailable` without a container engine.
    pub(crate) state: String,
    /// Why the image is not ready.
    pub(crate) message: Option<String>,
    /// What the engine printed while it built; the middle is left out when it was long.
    pub(crate) log: String,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) started_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) finished_at: Option<Timestamp>,
    /// The image's tag, which the content of the tool's folder decides.
    pub(crate) image: Option<String>,
}

impl Container {
    /// That of a container tool; `None` for any other.
    pub(crate) fn of(record: &ToolRecord) -> Option<Self> {
        let manifest: &Arc<ContainerManifest> = record.container.as_ref()?;
        let sandbox = &manifest.sandbox;
        Some(Self {
            version: manifest.version.clone(),
            icon: manifest.icon.clone(),
            trigger: (&manifest.trigger).into(),
            sandbox: ContainerSandbox {
                memory_bytes: sandbox.memory.bytes(),
                network: sandbox.network.as_str().to_owned(),
                writable: sandbox.writable,
                workspace: sandbox.workspace.as_str().to_owned(),
                warm: sandbox.warm,
            },
            timeout_seconds: manifest.constraints.timeout_seconds,
            cost_budget: manifest.constraints.cost_budget,
            output: ContainerOutput {
                synthesize: manifest.output.synthesize,
                ephemeral: manifest.output.ephemeral,
                card: manifest.output.card.enabled,
            },
            image: record.image.clone().unwrap_or_else(ImageStatus::waiting).into(),
        })
    }
}

impl From<&Trigger> for ContainerTrigger {
    fn from(trigger: &Trigger) -> Self {
        let kind = trigger.as_str().to_owned();
        match trigger {
            Trigger::OnDemand | Trigger::Webhook => {
                Self { kind, schedule: None, prompt: None, timezone: None }
            }
            Trigger::Cron { schedule, prompt, timezone } => Self {
                kind,
                schedule: Some(schedule.clone()),
                prompt: Some(prompt.clone()),
                timezone: timezone.clone(),
            },
        }
    }
}

impl From<ImageStatus> for Image {
    fn from(status: ImageStatus) -> Self {
        let ImageStatus { state, message, started_at, finished_at } = status;
        Self { state: state.as_str().to_owned(), message, started_at, finished_at }
    }
}

impl From<(ToolId, BuildReport)> for Build {
    fn from((tool, report): (ToolId, BuildReport)) -> Self {
        let BuildReport { status, log, image } = report;
        let Image { state, message, started_at, finished_at } = status.into();
        Self { tool_id: tool.to_string(), state, message, log, started_at, finished_at, image }
    }
}
