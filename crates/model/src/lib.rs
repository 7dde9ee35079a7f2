//! The words of Pegboard and its pure decisions.
//!
//! Nothing in this crate reads a file, a clock, a socket or a database, and nothing in it draws random numbers.
#![deny(missing_docs)]

pub mod approval;
pub mod builtin;
pub mod call;
pub mod chest;
pub mod container;
pub mod fingerprint;
pub mod guarded;
pub mod ids;
pub mod inference;
pub mod policy;
pub mod provider;
pub mod time;

pub mod activity;
pub mod arguments;
pub mod attachment;
pub mod budget;
pub mod card;
pub mod chat_search;
pub mod chat_title;
pub mod config;
pub mod document;
pub mod outcome;
pub mod overrides;
pub mod prompt;
pub mod render;
pub mod reply;
pub mod ruleset;
pub mod saved_input;
pub mod schedule;
pub mod search;
pub mod servers;
pub mod shell;
pub mod suggest;
pub mod toolset;
pub mod variables;
pub mod wire_name;
pub mod worker;
pub mod zones;
