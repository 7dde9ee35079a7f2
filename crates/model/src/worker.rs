//! Workers: agents defined in a `NAME.worker` file, YAML front matter and instructions (spec 3).
//!
//! ```text
//! ---
//! name: reviewer
//! description: Reads a change and says what is wrong with it.
//! toolsets:
//!   filesystem: {}
//!   shell:
//!     rules: [{pattern: "git diff", approval: preApproved}]
//!   search:
//!     package: "@vercel/ai-tools"
//!     import: webSearchTools
//!     approval: {web_search: preApproved}
//! sandbox:
//!   zones: [{path: notes, mode: rw}]
//! limits: {steps: 40}
//! ---
//! You read changes…
//! ```

mod brought;
mod definition;
mod front_matter;
mod limits;
mod parse;
mod toolsets;

pub use brought::{Brought, brought};
pub use definition::{Exposure, Worker};
pub use limits::WorkerLimits;
pub use parse::{FILE_EXTENSION, INSTRUCTIONS_MAX, WORKER_MAX};
pub use toolsets::{WorkerToolset, WorkerToolsetSource, external_toolset};
