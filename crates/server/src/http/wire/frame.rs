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
    /// The app that an MCP server brings for its tool: the resource that the call's plan names, else the one that the
    /// tool's definition names now. The server is asked for it, and connected for that where it is not.
    App {
        #[schema(value_type = String, format = Uuid)]
        call_id: CallId,
        /// What it may load from elsewhere; nothing when left out.
        #[serde(default)]
        network: Network,
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

/// What an app may load from elsewhere.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Network {
    /// Nothing at all.
    #[default]
    None,
    /// What it asks for, as the answer's `app.asks` lists it.
    Asked,
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
    /// Of an app only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) app: Option<AppFrame>,
}

/// What a page must know of an app that it shows. The page speaks with it as a host of MCP Apps does.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AppFrame {
    /// The server that it belongs to, as `TOOLSET~SERVER`.
    pub(crate) server_key: String,
    /// The hosts that it asks to reach, as sources of a content security policy; what cannot be allowed is left out.
    pub(crate) asks: AppAsks,
    /// Whether the app would like a border around it; `null` where it does not say.
    pub(crate) prefers_border: Option<bool>,
}

/// The hosts that an app asks to reach.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AppAsks {
    /// Where it would send requests to.
    pub(crate) connect: Vec<String>,
    /// Where it would load scripts, styles, pictures, fonts and sound from.
    pub(crate) resources: Vec<String>,
    /// Whose pages it would show in frames of its own.
    pub(crate) frames: Vec<String>,
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
