//! The endpoint of a server.

use std::sync::Arc;

use pegboard_engine::Engine;
use pegboard_mcp::endpoint::Endpoint;
use url::Url;

use crate::mcp::changes;
use crate::mcp::house::EngineHouse;

/// The endpoint over this engine. `base` is the address under which people reach the page.
pub(crate) fn open(engine: &Engine, base: &Url) -> Endpoint {
    let changes = changes::follow(engine);
    Endpoint::new(Arc::new(EngineHouse::new(engine.clone(), base.clone(), changes)))
}
