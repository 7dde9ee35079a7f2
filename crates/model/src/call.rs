//! One tool invocation, at each of its steps: asked for, resolved, run.

mod asked;
mod line;
mod needs_approval;
mod outcome;
mod resolved;
mod subcall;
mod telemetry;
mod triggered;
mod worker_news;

pub use asked::{ApprovalMode, Call, Caller};
pub use line::{CallerLine, Enquiry, LineError, News, Question};
pub use needs_approval::{NeedsApproval, NeedsApprovalError};
pub use outcome::{CallStatus, FailureKind, FailureKindError, Outcome, StatusError, ToolFailure};
pub use resolved::{Origin, ProviderKind, ProviderKindError, Resolved, Statement, Switch};
pub use subcall::{Answered, Subcall};
pub use telemetry::{Telemetry, TelemetryError};
pub use triggered::{Triggered, TriggeredBy, TriggeredByError};
pub use worker_news::{WorkerAct, WorkerNews};
