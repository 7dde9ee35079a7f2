//! Frames: what a tool made, shown apart from the page.

use pegboard_model::ids::{CallId, ChatId, ManifestId};
use pegboard_model::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// What to show in a frame.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum FrameRequest {
    /// A call's `html` view: the template of its toolset as it is installed now, with the call's data in it.
    Call {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        /// Instead of the recorded plan, for previews. The template must be a file of the call's toolset.
        #[serde(default)]
        render_plan: Option<HtmlPlan>,
    },
    /// A workspace file: HTML, SVG or PDF.
    File {
        #[schema(value_type = String, format = Uuid)]
        chat_id: ChatId,
        /// Relative to the workspace, with `/`.
        path: String,
        /// The state it is taken from; the active one when left out.
        #[serde(default)]
        #[schema(value_type = Option<String>, format = Uuid)]
        manifest_id: Option<ManifestId>,
    },
}

/// A render plan with the `html` renderer, its expressions filled in.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct HtmlPlan {
    #[serde(rename = "renderer")]
    #[allow(dead_code, reason = "read to be checked: only html plans have a frame")]
    pub(crate) kind: HtmlRenderer,
    pub(crate) config: HtmlConfig,
}

/// The only renderer that has a frame.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HtmlRenderer {
    Html,
}

/// What an `html` renderer shows.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct HtmlConfig {
    /// The template, relative to the toolset.
    pub(crate) artifact: String,
    /// What becomes `window.__TOOL_DATA__`.
    #[serde(default)]
    pub(crate) data: Value,
}

/// Where a frame can be loaded for a while.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Frame {
    /// An address nobody can guess, on the sandbox origin. It needs no token and takes no other request than `GET`.
    pub(crate) url: String,
    #[schema(value_type = String, format = DateTime)]
    pub(crate) expires_at: Timestamp,
}

/// The page that shall be shown in a frame.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FrameCheckQuery {
    /// An absolute http or https address.
    pub(crate) url: String,
}

/// Whether a page lets itself be shown in a frame.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct FrameCheck {
    pub(crate) embeddable: bool,
    /// Why not, in words for people; `null` when it does.
    pub(crate) reason: Option<String>,
}
