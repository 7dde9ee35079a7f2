//! What the endpoint lets its callers use. All of them are in docs/API.md, "Limits".

use std::time::Duration;

/// Sessions of clients up to 2025-11-25 that are open at once; the longest idle one makes room.
pub const SESSIONS_MAX: usize = 1_000;
/// How long a session may stand idle before it ends.
pub const SESSION_IDLE: Duration = Duration::from_secs(30 * 60);
/// Requests of one session that run at once.
pub const RUNNING_MAX: usize = 64;
/// How long a person may take to approve a call in place. It has not begun, so nothing waits for it.
pub const ANSWER_TIME: Duration = Duration::from_secs(10 * 60);
/// How long a client may take to answer a question of a running call: other calls on its chat wait until it is over.
pub const QUESTION_TIME: Duration = Duration::from_secs(2 * 60);
/// Calls of clients since 2026-07-28 that wait for an answer to a question, of one token.
pub const SUSPENDED_MAX: usize = 256;
/// Streams of one session that can be resumed.
pub const STREAMS_KEPT: usize = 32;
/// Events of one stream that are kept for a client that comes back.
pub const EVENTS_KEPT: usize = 256;
/// Bytes of such events.
pub const EVENT_BYTES_KEPT: usize = 4 << 20;
/// How often an open stream says that it is alive.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// Streams of notifications of clients since 2026-07-28 that are open at once.
pub const LISTENERS_MAX: usize = 1_000;
/// Resources that one session or stream watches.
pub const WATCHED_MAX: usize = 256;
/// Tools, prompts or resources of one page of a list.
pub const LIST_PAGE: usize = 1_000;
/// Bytes of a tool's answer that a result carries; of a longer one it carries the beginning and a link to the whole.
pub const TEXT_MAX: usize = 64 << 10;
/// Bytes of the beginning of a longer one.
pub const TEXT_BEGINNING: usize = 4 << 10;
/// Bytes of a resource that is read.
pub const RESOURCE_MAX: u64 = 8 << 20;
