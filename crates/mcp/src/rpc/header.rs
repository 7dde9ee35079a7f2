//! Names of HTTP headers.

/// The session, up to 2025-11-25.
pub const SESSION_ID: &str = "mcp-session-id";

/// The protocol version of each request after the handshake.
pub const PROTOCOL_VERSION: &str = "mcp-protocol-version";

/// The last event that arrived of a stream that is to go on.
pub const LAST_EVENT_ID: &str = "last-event-id";

/// The method of the message, since 2026-07-28.
pub const METHOD: &str = "mcp-method";

/// The tool, prompt or resource that the message names, since 2026-07-28.
pub const NAME: &str = "mcp-name";

/// Before the name of an argument that its tool wants in a header as well (`x-mcp-header`), since 2026-07-28.
pub const PARAM_PREFIX: &str = "mcp-param-";
