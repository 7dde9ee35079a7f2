//! What goes over the wire, and how the engine's records become it. Nothing else in this crate knows these shapes.
//!
//! The same types are read back by the command line, so that both ends agree by construction.

pub(crate) mod activity;
pub(crate) mod ag_ui;
pub(crate) mod call;
pub(crate) mod call_summary;
pub(crate) mod change;
pub(crate) mod chat;
pub(crate) mod chest;
pub(crate) mod completion;
pub(crate) mod config;
pub(crate) mod container;
pub(crate) mod event;
pub(crate) mod frame;
pub(crate) mod hook;
pub(crate) mod import;
pub(crate) mod mcp_client;
pub(crate) mod mcp_proposal;
pub(crate) mod mcp_resource;
pub(crate) mod mcp_server;
pub(crate) mod mcp_trial;
pub(crate) mod model;
pub(crate) mod outcome;
pub(crate) mod page;
pub(crate) mod policy;
pub(crate) mod preview;
pub(crate) mod problem;
pub(crate) mod prompt;
pub(crate) mod saved_input;
pub(crate) mod schedule;
pub(crate) mod schema;
pub(crate) mod session;
pub(crate) mod status;
pub(crate) mod system;
pub(crate) mod token;
pub(crate) mod tool;
pub(crate) mod toolset;
pub(crate) mod ui_request;
pub(crate) mod ui_stream;
pub(crate) mod worker;
pub(crate) mod workspace;
