//! Which toolsets a chat has at hand.

use pegboard_engine::ChestToolset as Shelved;
use pegboard_engine::{
    ChestChange as Changed, ChestMode, ChestRecord, ChestStanding, SearchHit, ToolSearch as Searched,
};
use pegboard_model::chest::Initialised;
use pegboard_model::ids::ChatId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which toolsets a chat has at hand.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Chest {
    /// `automatic` until somebody changes it: everything while the house has few tools, nothing when it has many.
    /// `chosen` from then on.
    pub(crate) mode: String,
    /// Every toolset that is on, by id.
    pub(crate) toolsets: Vec<ChestToolset>,
    /// What people should know: active toolsets that are gone or off, and circles of requirements.
    pub(crate) warnings: Vec<String>,
}

/// A toolset in a chest.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ChestToolset {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: String,
    /// Tools that a model can be offered.
    pub(crate) tools: usize,
    /// `available`, `active` or `essential`.
    pub(crate) state: String,
    /// The toolsets that it needs; they become active with it.
    pub(crate) requires: Vec<String>,
    /// Text for the system prompt while it is active.
    pub(crate) prompt_section: Option<String>,
    pub(crate) initialised: Initialisation,
}

/// How the initialising of a toolset went: it is done once, when the toolset is first activated.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Initialisation {
    /// `untried`, `done` or `failed`. The tools of a toolset that failed are not offered.
    pub(crate) state: String,
    /// Why it failed.
    pub(crate) reason: Option<String>,
}

/// What a change of a chest came to.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ChestChange {
    /// Whether everything was done that was asked for.
    pub(crate) done: bool,
    /// What was not done, and why.
    pub(crate) warnings: Vec<String>,
    /// The chest after it.
    pub(crate) chest: Chest,
}

/// Toolsets by name.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolsetNames {
    /// Ids, short names of built-in toolsets, or names people see where only one has it. At most 1,000.
    pub(crate) toolsets: Vec<String>,
}

/// The toolsets that are to be active.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActiveToolsets {
    /// As in `activate_toolsets`. Essential ones stay active besides; where one is unknown, nothing changes.
    pub(crate) active: Vec<String>,
}

/// What is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// What the tool is to do, in words; the first 4,000 characters count.
    pub(crate) q: String,
    /// Tools wanted, 1 to 100; 10 when left out.
    #[param(minimum = 1, maximum = 100)]
    pub(crate) limit: Option<usize>,
    /// The chat whose chest `active` speaks of. A call in it that goes well, of a tool that was found, makes the query count for
    /// that tool from then on.
    #[param(value_type = Option<String>, format = Uuid)]
    pub(crate) chat_id: Option<ChatId>,
}

/// Tools that were found.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ToolSearch {
    /// `hybrid`: words and meaning; `lexical`: words alone.
    pub(crate) mode: String,
    /// Why words alone; null where meaning counted.
    pub(crate) reason: Option<String>,
    /// The cosine from which on a tool fits.
    pub(crate) threshold: f64,
    /// Best first. By words alone it is empty where no word of the query is one of a tool's; with meaning the best are there also
    /// when none of them fits.
    pub(crate) results: Vec<FoundTool>,
}

/// A tool that was found.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct FoundTool {
    pub(crate) tool_id: String,
    pub(crate) toolset_id: Option<String>,
    pub(crate) name: String,
    pub(crate) description: String,
    /// How well it fits; only to be compared with others of the same search.
    pub(crate) score: f64,
    /// How near it is to the query in meaning, -1 to 1; null where words alone decided.
    pub(crate) cosine: Option<f64>,
    /// Whether it fits at all, rather than being the best of what does not.
    pub(crate) fits: bool,
    /// Whether the chest offers it now.
    pub(crate) active: bool,
}

impl From<ChestRecord> for Chest {
    fn from(chest: ChestRecord) -> Self {
        let mode = match chest.mode {
            ChestMode::Automatic => "automatic",
            ChestMode::Chosen => "chosen",
        };
        Self {
            mode: mode.to_owned(),
            toolsets: chest.toolsets.into_iter().map(Into::into).collect(),
            warnings: chest.warnings,
        }
    }
}

/// The word for how a toolset stands in a chest.
pub(crate) fn standing(standing: ChestStanding) -> &'static str {
    match standing {
        ChestStanding::Available => "available",
        ChestStanding::Active => "active",
        ChestStanding::Essential => "essential",
    }
}

impl From<Shelved> for ChestToolset {
    fn from(toolset: Shelved) -> Self {
        Self {
            id: toolset.id.to_string(),
            name: toolset.name,
            description: toolset.description,
            tools: toolset.tools,
            state: standing(toolset.standing).to_owned(),
            requires: toolset.requires.iter().map(ToString::to_string).collect(),
            prompt_section: toolset.prompt_section,
            initialised: toolset.initialised.into(),
        }
    }
}

impl From<Option<Initialised>> for Initialisation {
    fn from(how: Option<Initialised>) -> Self {
        let (state, reason) = match how {
            None => ("untried", None),
            Some(Initialised::Done) => ("done", None),
            Some(Initialised::Failed { reason }) => ("failed", Some(reason)),
        };
        Self { state: state.to_owned(), reason }
    }
}

impl From<Changed> for ChestChange {
    fn from(change: Changed) -> Self {
        Self { done: change.warnings.is_empty(), warnings: change.warnings, chest: change.chest.into() }
    }
}

impl From<Searched> for ToolSearch {
    fn from(search: Searched) -> Self {
        Self {
            mode: if search.lexical.is_some() { "lexical" } else { "hybrid" }.to_owned(),
            reason: search.lexical.map(|why| why.to_string()),
            threshold: search.threshold,
            results: search.hits.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<SearchHit> for FoundTool {
    fn from(hit: SearchHit) -> Self {
        Self {
            tool_id: hit.tool.id.to_string(),
            toolset_id: hit.tool.toolset.map(|id| id.to_string()),
            name: hit.tool.name,
            description: hit.tool.description,
            score: hit.score,
            cosine: hit.cosine,
            fits: hit.fits,
            active: hit.active,
        }
    }
}
