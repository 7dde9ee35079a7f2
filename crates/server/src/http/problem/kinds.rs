//! The sorts of problems. `docs/API.md` lists them; the names never change their meaning.

/// One sort: the last part of its `type`, its HTTP status and its title.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) status: u16,
    pub(crate) title: &'static str,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $constant:ident = $status:literal $name:literal $title:literal;)+) => {
        $($(#[$doc])* pub(crate) const $constant: Kind = Kind { name: $name, status: $status, title: $title };)+
        /// All of them, for the tests of the documentation.
        #[cfg(test)]
        pub(crate) const ALL: &[Kind] = &[$($constant),+];
    };
}

kinds! {
    // What the request itself lacks.
    BAD_REQUEST = 400 "bad-request" "The request cannot be read";
    UNAUTHENTICATED = 401 "unauthenticated" "No valid token";
    FORBIDDEN = 403 "forbidden" "The token may not do this";
    FOREIGN_HOST = 421 "foreign-host" "Wrong host name";
    FOREIGN_ORIGIN = 403 "foreign-origin" "Wrong origin";
    UNKNOWN_OPERATION = 404 "unknown-operation" "No such operation";
    WRONG_METHOD = 405 "wrong-method" "The operation takes another method";
    TOO_LARGE = 413 "too-large" "Too large";
    WRONG_MEDIA_TYPE = 415 "wrong-media-type" "Wrong content type";
    INVALID_BODY = 422 "invalid-body" "The body does not hold";
    // What the request asks for.
    NOT_FOUND = 404 "not-found" "Not found";
    UNKNOWN_TOOL = 404 "unknown-tool" "No such tool";
    TOOL_UNAVAILABLE = 409 "tool-unavailable" "The tool cannot be called now";
    AMBIGUOUS_TOOL = 409 "ambiguous-tool" "Several tools may be meant";
    INVALID_ARGUMENTS = 422 "invalid-arguments" "The arguments do not hold against the tool's schema";
    BLOCKED = 403 "blocked" "Policy blocks the call";
    NOT_PENDING = 409 "not-pending" "The call waits for no approval";
    NOT_PREVIEWABLE = 409 "not-previewable" "What the call would do cannot be shown";
    EFFECT_STALE = 409 "effect-stale" "What was seen is not what would happen any more";
    NO_FRAME = 409 "no-frame" "There is nothing to show in a frame";
    CONFLICT = 409 "conflict" "Something stands against it";
    CHANGED = 412 "changed" "It changed meanwhile";
    INVALID_BUNDLE = 422 "invalid-bundle" "The toolset cannot be imported";
    INVALID_CHAT = 422 "invalid-chat" "The archive is no chat";
    INVALID_POLICY = 422 "invalid-policy" "The policy does not hold";
    INVALID_WORKER = 422 "invalid-worker" "The worker does not hold";
    INVALID_SCHEDULE = 422 "invalid-schedule" "The schedule does not hold";
    INVALID_OVERRIDE = 422 "invalid-override" "The override does not hold";
    INVALID_PATH = 422 "invalid-path" "The path cannot name a workspace file";
    INVALID_SERVER = 422 "invalid-server" "The MCP server cannot be kept so";
    INVALID_CONFIG = 422 "invalid-config" "The config cannot be kept so";
    INVALID_MODEL = 422 "invalid-model" "The language model cannot be kept so";
    NO_MODEL = 409 "no-model" "No language model can be asked";
    INVALID_VARIABLE = 422 "invalid-variable" "The variable cannot be kept so";
    SIGN_IN_NEEDED = 409 "sign-in-needed" "A person must sign in at the MCP server first";
    SERVER_UNAVAILABLE = 502 "server-unavailable" "The MCP server cannot be used now";
    UNREACHABLE_SOURCE = 502 "unreachable-source" "The source could not be fetched";
    BAD_SIGNATURE = 401 "bad-signature" "The signature does not hold";
    TOO_MANY = 429 "too-many" "Too often";
    // What the server lacks.
    DAMAGED = 500 "damaged" "Stored content is lost or damaged";
    INTERNAL = 500 "internal" "The server failed";
    BUSY = 503 "busy" "The server is busy";
    SHUTTING_DOWN = 503 "shutting-down" "The server stops";
}
