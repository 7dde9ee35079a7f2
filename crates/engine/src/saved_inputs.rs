//! Keeping arguments under a name.

use pegboard_model::saved_input::{InputNameError, SAVED_INPUT_BYTES, SAVED_INPUTS_MAX};
use serde_json::{Map, Value};

use crate::clock;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::record::SavedInput;
use crate::store::{Saving, StoreError};
use crate::tools::tool;

/// Why an input was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveInputError {
    /// There is no such tool.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The name cannot be one.
    #[error(transparent)]
    Name(#[from] InputNameError),
    /// The arguments are too large to keep.
    #[error("the arguments have {bytes} bytes as JSON; a saved input may have {SAVED_INPUT_BYTES}")]
    TooLarge {
        /// What they have.
        bytes: usize,
    },
    /// The tool has as many as it may have.
    #[error("a tool may have {SAVED_INPUTS_MAX} saved inputs, and this one has them")]
    Full,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A tool's saved inputs, by name.
pub(crate) async fn list(core: &Core, name: &str) -> Result<Vec<SavedInput>, LookupError> {
    Ok(core.store.saved_inputs(&tool(core, name)?.id).await?)
}

/// Saves arguments, in place of those of the same name. They are not held against the tool's schema: what is half
/// filled in may be kept as well.
pub(crate) async fn save(
    core: &Core,
    tool_name: &str,
    name: &str,
    args: Map<String, Value>,
) -> Result<SavedInput, SaveInputError> {
    let tool = tool(core, tool_name)?;
    let name = name.parse()?;
    let bytes = serde_json::to_vec(&args).map_or(usize::MAX, |text| text.len());
    if bytes > SAVED_INPUT_BYTES {
        return Err(SaveInputError::TooLarge { bytes });
    }
    let input = SavedInput { name, args, updated_at: clock::now() };
    let write = core.store.write().await?;
    match write.put_saved_input(tool.toolset.as_ref(), &tool.id, &input).await? {
        Saving::Saved => {
            write.commit().await?;
            Ok(input)
        }
        Saving::Full => Err(SaveInputError::Full),
        Saving::ToolsetGone => Err(LookupError::missing("tool", tool.id).into()),
    }
}

/// Removes one saved input.
pub(crate) async fn delete(core: &Core, tool_name: &str, name: &str) -> Result<(), LookupError> {
    let tool = tool(core, tool_name)?;
    let missing = || LookupError::missing("saved input", name);
    let known = name.parse().map_err(|_| missing())?;
    let write = core.store.write().await?;
    if !write.remove_saved_input(&tool.id, &known).await? {
        return Err(missing());
    }
    Ok(write.commit().await?)
}
