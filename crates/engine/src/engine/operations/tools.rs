//! Tools: as installed, as overridden, and the inputs kept for them.

use pegboard_model::container::BuildReport;
use pegboard_model::ids::{CallId, ToolId};
use pegboard_model::overrides::ToolOverride;
use serde_json::{Map, Value};

use crate::engine::operations::Engine;
use crate::images::{self, ImageError};
use crate::lookup::LookupError;
use crate::override_preview::{self, OverridePreview, OverridePreviewError};
use crate::record::{SavedInput, ToolRecord};
use crate::saved_inputs::{self, SaveInputError};
use crate::servers;
use crate::tools::{self, OverrideError};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Every tool that is known now. Asks no server anything.
    pub fn tools(&self) -> Vec<ToolRecord> {
        tools::tools(self.core())
    }

    /// The same, after the servers that were never asked had a moment to tell of their tools.
    pub async fn gathered_tools(&self) -> Vec<ToolRecord> {
        servers::gather(self.core()).await;
        tools::tools(self.core())
    }

    pub fn tool(&self, id_or_wire_name: &str) -> Result<ToolRecord, LookupError> {
        tools::tool(self.core(), id_or_wire_name)
    }

    /// How the last build of a container tool's image went, with the tool's id.
    pub fn image(&self, tool: &str) -> Result<(ToolId, BuildReport), ImageError> {
        images::report(self.core(), tool)
    }

    /// Has a container tool's image built anew, in the background.
    pub fn build_image(&self, tool: &str) -> Result<(ToolId, BuildReport), ImageError> {
        images::build(self.core(), tool)
    }

    /// Has the images built that are missing, in the background.
    pub fn build_missing_images(&self) {
        images::build_all(self.core());
    }

    pub async fn set_override(&self, tool: &str, change: ToolOverride) -> Result<ToolRecord, OverrideError> {
        let tool = tool.to_owned();
        self.uncut(|core| async move { tools::set_override(&core, &tool, change).await }).await
    }

    /// What that override would make of the tool, and of what a surface shows of one of its calls.
    pub async fn preview_override(
        &self,
        tool: &str,
        change: ToolOverride,
        call: Option<CallId>,
    ) -> Result<OverridePreview, OverridePreviewError> {
        override_preview::preview(self.core(), tool, change, call).await
    }

    pub async fn saved_inputs(&self, tool: &str) -> Result<Vec<SavedInput>, LookupError> {
        saved_inputs::list(self.core(), tool).await
    }

    pub async fn save_input(
        &self,
        tool: &str,
        name: &str,
        args: Map<String, Value>,
    ) -> Result<SavedInput, SaveInputError> {
        saved_inputs::save(self.core(), tool, name, args).await
    }

    pub async fn delete_saved_input(&self, tool: &str, name: &str) -> Result<(), LookupError> {
        saved_inputs::delete(self.core(), tool, name).await
    }
}
