//! Requests on their way.

use serde_json::Value;
use tokio_util::task::AbortOnDropHandle;

use crate::rpc::Request;

/// A request on its way out.
#[derive(Debug)]
pub(crate) struct Outgoing {
    /// Its id is the number that the exchange gave it.
    pub(crate) id: i64,
    pub(crate) request: Request,
    /// Headers that its tool wants of its arguments, names without prefix.
    pub(crate) param_headers: Vec<(String, String)>,
}

impl Outgoing {
    /// A request without headers of its own.
    pub(crate) fn new(id: i64, method: &str, params: Value) -> Self {
        Self { id, request: Request::new(id, method, params), param_headers: Vec::new() }
    }
}

/// A request that is out. Dropping it drops the connection that the answer would come on, where it has one of its own.
#[derive(Debug, Default)]
pub(crate) struct Sending {
    pub(super) _answering: Option<AbortOnDropHandle<()>>,
}
