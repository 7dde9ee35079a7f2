//! The words of policy: `preApproved`, `ask`, `blocked`, and how near to a tool one of them was said.

mod approvals;
mod word;

pub use approvals::{Approvals, Level, Spoken, ToolsetApprovals};
pub use word::{Approval, ApprovalError};
