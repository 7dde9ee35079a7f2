//! Identities. Every id is a type of its own, so that a chat's id cannot be passed where a call's is wanted.

mod name;
mod progress;
mod row;
mod tool;

pub use name::{ConfigKey, NAME_MAX, NameError, ServerId, ToolName, ToolsetId};
pub use progress::{ProgressId, ProgressIdError};
pub use row::{CallId, ChatId, GrantId, ManifestId, MessageId, PromptId, RowIdError, TokenId};
pub use tool::{MCP_TOOL_MAX, ServerKey, ServerKeyError, ToolId, ToolIdError};
