//! What every handler can reach.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pegboard_engine::Engine;
use pegboard_mcp::endpoint::Endpoint;
use pegboard_providers::container::ContainerProvider;
use pegboard_providers::node::NodeProvider;
use pegboard_providers::python::PythonProvider;
use tokio::sync::Semaphore;
use url::Url;

use crate::http::hub::Hub;
use crate::http::sandbox::Sandbox;

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) engine: Engine,
    /// The engine's events, with the last ones kept for those who come back.
    pub(crate) events: Hub,
    /// Where MCP clients enter.
    pub(crate) mcp: Endpoint,
    /// Where people reach the page.
    pub(crate) page: Arc<Url>,
    /// Where uploads wait on disk until the engine has taken them.
    pub(crate) spool: Arc<PathBuf>,
    /// Where what tools made is shown.
    pub(crate) sandbox: Sandbox,
    /// Asked how it is by the doctor.
    pub(crate) python: Arc<PythonProvider>,
    /// The same.
    pub(crate) node: Arc<NodeProvider>,
    /// The same.
    pub(crate) containers: Arc<ContainerProvider>,
    /// The data folder, absolute.
    pub(crate) data: Arc<Path>,
    /// The room for bodies that are larger than usual.
    pub(crate) large_bodies: Arc<Semaphore>,
    /// The room for archives on their way.
    pub(crate) archives: Arc<Semaphore>,
}
