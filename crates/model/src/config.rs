//! What tools want to be told once by the person who runs them: keys with descriptions, some of them secret.
//!
//! A toolset's `config_schema` (and that of a container tool's `manifest.json`) becomes a [`ConfigSchema`]; what is kept
//! for it becomes [`Settings`], which a call carries; a [`Scrubber`] takes secrets out of whatever a tool says.

mod change;
mod read;
mod schema;
mod scrubber;
mod settings;

pub use change::{ChangeError, ConfigChange, VALUE_MAX, change};
pub(crate) use read::read_config_schema;
pub use schema::{ConfigField, ConfigSchema, ConfigStatus, Secrecy};
pub use scrubber::{MASK, SECRET_CHARS_MIN, ScrubbedStream, Scrubber};
pub use settings::{KeptValue, MissingSettings, Settings};
