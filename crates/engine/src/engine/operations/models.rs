//! Language models that the house may ask.

use crate::engine::operations::Engine;
use crate::models::{self, ModelDraft, ModelError, ModelTrial};
use crate::record::ModelRecord;
use crate::store::StoreError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// All of them, the oldest first. No key comes out.
    pub async fn models(&self) -> Result<Vec<ModelRecord>, StoreError> {
        models::list(self.core()).await
    }

    /// Keeps one under a name, in place of the one of that name.
    pub async fn put_model(&self, name: &str, draft: ModelDraft) -> Result<ModelRecord, ModelError> {
        let name = name.to_owned();
        self.uncut(|core| async move { models::put(&core, &name, draft).await }).await
    }

    /// Forgets one and its key.
    pub async fn remove_model(&self, name: &str) -> Result<(), ModelError> {
        let name = name.to_owned();
        self.uncut(|core| async move { models::remove(&core, &name).await }).await
    }

    /// Makes one the default.
    pub async fn set_default_model(&self, name: &str) -> Result<ModelRecord, ModelError> {
        let name = name.to_owned();
        self.uncut(|core| async move { models::set_default(&core, &name).await }).await
    }

    /// Asks one for a word. Ends with whoever waits for it.
    pub async fn test_model(&self, name: &str) -> Result<ModelTrial, ModelError> {
        models::test(self.core(), name).await
    }
}
