//! Where what a tool made is shown: on an origin of its own, which has neither cookies nor an API.
//!
//! - [`origins`]: which addresses that origin has, and who may frame it
//! - [`hosts`]: whose pages may be framed besides
//! - [`shown`]: what is there to be seen at the moment, each under an address nobody can guess
//! - [`document`]: the page around what a tool made
//! - [`reach`]: what an app may load from elsewhere
//! - [`router`]: the listener's answers

pub(crate) mod document;
pub(crate) mod hosts;
pub(crate) mod origins;
pub(crate) mod reach;
pub(crate) mod router;
pub(crate) mod shown;

use std::sync::Arc;

use crate::http::sandbox::hosts::FrameHost;
use crate::http::sandbox::origins::Origins;
use crate::http::sandbox::shown::Shown;

/// Everything about frames that a handler can reach. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Sandbox {
    pub(crate) origins: Arc<Origins>,
    pub(crate) frame_hosts: Arc<[FrameHost]>,
    pub(crate) shown: Shown,
}

impl Sandbox {
    pub(crate) fn new(origins: Origins, frame_hosts: Vec<FrameHost>) -> Self {
        Self { origins: Arc::new(origins), frame_hosts: frame_hosts.into(), shown: Shown::default() }
    }
}
