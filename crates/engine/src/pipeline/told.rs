//! What a call's tool is told: its settings, as they are when it starts.

use std::sync::Arc;

use pegboard_model::call::{FailureKind, ToolFailure};
use pegboard_model::config::{MissingSettings, Settings};

use crate::config::{self, ConfigError};
use crate::core::Core;
use crate::pipeline::error::CallError;
use crate::registry::ToolEntry;

/// Refuses a call of a tool that misses something before anybody is asked about it.
pub(super) async fn check(core: &Core, entry: &ToolEntry) -> Result<(), CallError> {
    if entry.config.missing.is_empty() {
        return Ok(());
    }
    match config::missing(core, &entry.config).await?.as_slice() {
        [] => Ok(()),
        missing => Err(CallError::Unconfigured {
            tool: entry.row.id.clone(),
            missing: MissingSettings(missing.to_vec()),
        }),
    }
}

/// The settings of a call that begins.
pub(crate) async fn settings(core: &Core, entry: &ToolEntry) -> Result<Arc<Settings>, ToolFailure> {
    let unavailable = |why: String| ToolFailure::new(FailureKind::Unavailable, why);
    let settings = config::settings(core, &entry.config).await.map_err(|error| {
        tracing::error!(tool = %entry.row.id, ?error, "a tool's settings cannot be read");
        unavailable(match error {
            ConfigError::Seal(error) => format!("The config of `{}` does not open: {error}.", entry.row.id),
            _ => format!("The config of `{}` cannot be read; the log says why.", entry.row.id),
        })
    })?;
    // It was there when the call was judged.
    settings.complete(&entry.config.schema).map_err(|missing| {
        unavailable(format!("`{}` is not configured: {missing} must be set in its config.", entry.row.id))
    })?;
    Ok(Arc::new(settings))
}
