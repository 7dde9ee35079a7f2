//! A container tool, read and checked.

use semver::Version;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::parameters::Parameters;
use super::sandbox::ContainerSandbox;
use crate::card::Colour;
use crate::config::ConfigSchema;
use crate::ids::ToolName;

/// The file that declares a container tool.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The file that its image is built from.
pub const DOCKERFILE: &str = "Dockerfile";

/// How long a call may take where the manifest does not say, in seconds.
pub const TIMEOUT_DEFAULT: u32 = 9;

/// A container tool as its `manifest.json` declares it. Records keep it in this shape, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContainerManifest {
    /// Its name, which is that of its folder.
    pub name: ToolName,
    /// What it does, for people and models.
    pub description: String,
    /// Its own version, such as `1.0`.
    pub version: String,
    /// A word to group it by.
    pub category: Option<String>,
    /// The name of an icon, such as `fa-star`.
    pub icon: Option<String>,
    /// When it is called.
    pub trigger: Trigger,
    /// What it takes.
    pub parameters: Parameters,
    /// How its results are used and shown.
    pub output: OutputSpec,
    /// What it wants to be told by the person who runs it.
    pub config_schema: ConfigSchema,
    /// What a call may cost.
    pub constraints: Constraints,
    /// What its container may use.
    pub sandbox: ContainerSandbox,
    /// Whether its notifications are shown unless somebody turns them off; `None` where it sends none.
    pub notification: Option<bool>,
}

/// When a tool is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Trigger {
    /// When somebody calls it.
    OnDemand,
    /// By the clock as well; what it answers becomes a prompt.
    Cron {
        /// `*/30`, or five fields.
        schedule: String,
        /// What stands before the tool's output in the prompt.
        prompt: String,
        /// The zone of the schedule, such as `Europe/Malta`; `None` is UTC.
        timezone: Option<String>,
    },
    /// By requests from elsewhere as well.
    Webhook,
}

impl Trigger {
    /// The word for it in manifests and on every surface.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::OnDemand => "on_demand",
            Self::Cron { .. } => "cron",
            Self::Webhook => "webhook",
        }
    }
}

/// How results are used and shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OutputSpec {
    /// Whether a model says the text in its own words; else the text is not shown.
    pub synthesize: bool,
    /// Whether later turns of a chat leave it out.
    pub ephemeral: bool,
    /// The card that its HTML is shown in.
    pub card: CardSpec,
}

/// How a card looks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSpec {
    /// Whether HTML is shown as a card at all.
    pub enabled: bool,
    /// A title with `{{parameters}}`; what the tool itself says goes before it.
    pub title: Option<String>,
    /// The colour of its edge.
    pub accent_color: Option<Colour>,
    /// The colour behind it.
    pub background_color: Option<Colour>,
}

/// What a call may cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Constraints {
    /// Seconds that a call may take.
    pub timeout_seconds: u32,
    /// What may be spent in all, in units of the tool's own.
    pub cost_budget: Option<f64>,
}

impl Default for Constraints {
    fn default() -> Self {
        Self { timeout_seconds: TIMEOUT_DEFAULT, cost_budget: None }
    }
}

/// What the name in a manifest is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderName<'a> {
    /// The folder's name, which the tool's must be.
    Is(&'a str),
    /// An archive without a folder around its files.
    Unknown,
}

impl CardSpec {
    /// The renderer's configuration of a card that looks so.
    pub fn renderer_config(&self) -> Value {
        let mut config = Map::new();
        let colour = |colour: &Option<Colour>| colour.as_ref().map(ToString::to_string);
        let keys = [
            ("title", self.title.clone()),
            ("accent_color", colour(&self.accent_color)),
            ("background_color", colour(&self.background_color)),
        ];
        for (key, value) in keys {
            if let Some(value) = value {
                config.insert(key.to_owned(), value.into());
            }
        }
        Value::Object(config)
    }
}

impl ContainerManifest {
    /// Its version as one that toolsets can have: `1.0` becomes `1.0.0`, and what has no numbers `0.0.0`.
    pub fn semantic_version(&self) -> Version {
        if let Ok(version) = self.version.parse() {
            return version;
        }
        let mut numbers = self.version.split('.').map(|part| part.parse().unwrap_or_default());
        let mut next = || numbers.next().unwrap_or_default();
        Version::new(next(), next(), next())
    }
}
