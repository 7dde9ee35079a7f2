//! The REST surface.

pub(crate) mod activity;
pub(crate) mod auth;
pub(crate) mod body;
pub(crate) mod calls;
pub(crate) mod chat_ref;
pub(crate) mod chats;
pub(crate) mod docs;
pub(crate) mod events;
pub(crate) mod file_answer;
pub(crate) mod headers;
pub(crate) mod hub;
pub(crate) mod limits;
pub(crate) mod openapi;
pub(crate) mod origin;
pub(crate) mod params;
pub(crate) mod problem;
pub(crate) mod router;
pub(crate) mod scoped;
pub(crate) mod spool;
pub(crate) mod state;
pub(crate) mod system;
pub(crate) mod tokens;
pub(crate) mod tools;
pub(crate) mod toolsets;
pub(crate) mod wire;
pub(crate) mod workspace;
