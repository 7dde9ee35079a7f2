//! Keys of the object `_meta`.

/// Where the keys below stand, in parameters and results.
pub const META: &str = "_meta";

/// The token under which progress of this request is told; the caller chooses it.
pub const PROGRESS_TOKEN: &str = "progressToken";

/// Of each request since 2026-07-28: the protocol version it speaks.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Of each request since 2026-07-28: what the client calls itself.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

/// Of each request since 2026-07-28: what the client can do.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Of a request since 2026-07-28: from which level on log messages are wanted while it runs.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// Of the result of `server/discover`: what the server calls itself.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Of notifications since 2026-07-28: the id of the `subscriptions/listen` that they answer.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
