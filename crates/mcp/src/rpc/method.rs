//! Names of requests and notifications.

/// The handshake, up to 2025-11-25.
pub const INITIALIZE: &str = "initialize";
/// What a server is and can do, since 2026-07-28.
pub const DISCOVER: &str = "server/discover";
/// Whether the other side is there, up to 2025-11-25.
pub const PING: &str = "ping";

/// Lists tools.
pub const TOOLS_LIST: &str = "tools/list";
/// Calls a tool.
pub const TOOLS_CALL: &str = "tools/call";
/// Lists prompts.
pub const PROMPTS_LIST: &str = "prompts/list";
/// Fills in a prompt.
pub const PROMPTS_GET: &str = "prompts/get";
/// Lists resources.
pub const RESOURCES_LIST: &str = "resources/list";
/// Lists templates of resources.
pub const RESOURCES_TEMPLATES_LIST: &str = "resources/templates/list";
/// Reads a resource.
pub const RESOURCES_READ: &str = "resources/read";
/// Begins to watch a resource, up to 2025-11-25.
pub const RESOURCES_SUBSCRIBE: &str = "resources/subscribe";
/// Ends the watching of a resource, up to 2025-11-25.
pub const RESOURCES_UNSUBSCRIBE: &str = "resources/unsubscribe";
/// Completes an argument that is being typed.
pub const COMPLETION_COMPLETE: &str = "completion/complete";
/// Says from which level on log messages are wanted, up to 2025-11-25.
pub const LOGGING_SET_LEVEL: &str = "logging/setLevel";
/// Opens a stream of notifications, since 2026-07-28.
pub const SUBSCRIPTIONS_LISTEN: &str = "subscriptions/listen";

/// Asks a person, through the client.
pub const ELICITATION_CREATE: &str = "elicitation/create";
/// Asks the client's model.
pub const SAMPLING_CREATE_MESSAGE: &str = "sampling/createMessage";
/// Asks which folders the client works in.
pub const ROOTS_LIST: &str = "roots/list";

/// The handshake is over.
pub const INITIALIZED: &str = "notifications/initialized";
/// A request is not wanted any more.
pub const CANCELLED: &str = "notifications/cancelled";
/// How far a request is.
pub const PROGRESS: &str = "notifications/progress";
/// A log message.
pub const MESSAGE: &str = "notifications/message";
/// The list of tools changed.
pub const TOOLS_LIST_CHANGED: &str = "notifications/tools/list_changed";
/// The list of prompts changed.
pub const PROMPTS_LIST_CHANGED: &str = "notifications/prompts/list_changed";
/// The list of resources changed.
pub const RESOURCES_LIST_CHANGED: &str = "notifications/resources/list_changed";
/// A watched resource changed.
pub const RESOURCES_UPDATED: &str = "notifications/resources/updated";
/// The list of the client's folders changed.
pub const ROOTS_LIST_CHANGED: &str = "notifications/roots/list_changed";
/// A stream of notifications is open, since 2026-07-28.
pub const SUBSCRIPTIONS_ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// What an elicitation by address asked for is done.
pub const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
