//! The tables as rows. Only `store` sees these; everybody else gets the typed records of [`crate::record`].
#![allow(
    unreachable_pub,
    clippy::wildcard_imports,
    reason = "the derive makes public types and wants its prelude"
)]

pub(crate) mod budget;
pub(crate) mod call;
pub(crate) mod chat;
pub(crate) mod chest;
pub(crate) mod config_value;
pub(crate) mod effect;
pub(crate) mod embedding;
pub(crate) mod grant;
pub(crate) mod hook;
pub(crate) mod hook_delivery;
pub(crate) mod manifest;
pub(crate) mod mcp_server;
pub(crate) mod message;
pub(crate) mod model_profile;
pub(crate) mod outcome;
pub(crate) mod past_query;
pub(crate) mod prompt;
pub(crate) mod reply;
pub(crate) mod saved_input;
pub(crate) mod schedule;
pub(crate) mod server_announcement;
pub(crate) mod server_credential;
pub(crate) mod setting;
pub(crate) mod token;
pub(crate) mod tool;
pub(crate) mod tool_override;
pub(crate) mod toolset;
pub(crate) mod toolset_file;
pub(crate) mod toolset_variable;
pub(crate) mod worker;
