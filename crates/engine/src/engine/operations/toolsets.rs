//! Toolsets: into the house, out of it, and what they have.

use std::sync::Arc;

use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::Progress;

use crate::bundle::ImportSource;
use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::record::ToolsetRecord;
use crate::toolsets::{
    self, ArtifactError, ExportError, ImportError, ImportTerms, Imported, Listed, PreviewError,
    ToolsetDetail, ToolsetPreview, UninstallPreview, Uninstalled,
};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn import(
        &self,
        source: ImportSource,
        terms: impl Into<ImportTerms>,
        progress: Arc<dyn Progress>,
    ) -> Result<Imported, ImportError> {
        let terms = terms.into();
        self.uncut(|core| async move { toolsets::import(&core, source, &terms, &*progress).await }).await
    }

    /// What an import of the same source would do. Runs no code of the bundle and leaves nothing behind.
    pub async fn preview_import(
        &self,
        source: ImportSource,
        progress: Arc<dyn Progress>,
    ) -> Result<ToolsetPreview, PreviewError> {
        self.uncut(|core| async move { toolsets::preview(&core, source, &*progress).await }).await
    }

    /// Toolsets, by id.
    pub fn toolsets(&self, listed: Listed) -> Vec<ToolsetRecord> {
        toolsets::list(self.core(), listed)
    }

    pub async fn toolset(&self, id: &str) -> Result<ToolsetDetail, LookupError> {
        toolsets::detail(self.core(), id).await
    }

    /// The toolset as a ZIP: an unnamed temporary file, at its beginning.
    pub async fn export(&self, id: &str) -> Result<std::fs::File, ExportError> {
        toolsets::export(self.core(), id).await
    }

    /// A file of the version that is installed now, of at most `limit` bytes.
    pub async fn artifact(
        &self,
        toolset: &ToolsetId,
        path: &str,
        limit: u64,
    ) -> Result<Vec<u8>, ArtifactError> {
        toolsets::artifact(self.core(), toolset, path, limit).await
    }

    pub async fn set_enabled(&self, id: &str, enabled: bool) -> Result<ToolsetRecord, LookupError> {
        let id = id.to_owned();
        self.uncut(|core| async move { toolsets::set_enabled(&core, &id, enabled).await }).await
    }

    pub async fn uninstall(&self, id: &str) -> Result<Uninstalled, LookupError> {
        let id = id.to_owned();
        self.uncut(|core| async move { toolsets::uninstall(&core, &id).await }).await
    }

    pub async fn preview_uninstall(&self, id: &str) -> Result<UninstallPreview, LookupError> {
        toolsets::uninstall_preview(self.core(), id).await
    }
}
