//! Rules of toolsets as people write them: the house's policy, and what workers say.

mod house;
mod read;
mod rules;

pub use house::{HousePolicy, POLICY_MAX};
pub use read::{TOOLS_MAX as POLICY_TOOLS_MAX, TOOLSETS_MAX as POLICY_TOOLSETS_MAX};
pub use rules::Ruleset;

pub(crate) use read::{read_approval, read_tools, read_toolset, read_toolset_rules, read_zones};
