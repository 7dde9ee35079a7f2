//! What is taken from a server, and how long it may take.

use std::time::Duration;

/// Bytes of a server's log that are kept, the latest.
pub const LOG_BYTES: usize = 256 << 10;

/// Bytes of the end of a server's log that go into the detail of a failed call.
pub const TAIL_BYTES: usize = 8 << 10;

/// Requests of ours that one connection may owe an answer.
pub const PENDING_MAX: usize = 1_000;

/// Notifications and questions of a server that wait to be looked at; more are dropped.
pub const INCOMING_MAX: usize = 256;

/// Pieces of news of one call that wait to be told; more are dropped.
pub const NEWS_MAX: usize = 256;

/// Questions of one connection that are being answered at a time.
pub const QUESTIONS_MAX: usize = 16;

/// Rounds of questions that one request may take (2026-07-28).
pub const ROUNDS_MAX: usize = 16;

/// Resources of one server of 2026-07-28 that are watched.
pub const WATCHED_MAX: usize = 1_000;

/// How long a listing is taken for, whatever less a server says that tells of no changes.
pub const FRESH_LEAST: Duration = Duration::from_secs(10);

/// Pages of one listing.
pub const PAGES_MAX: usize = 1_000;

/// Bytes of all tools of one server as JSON.
pub const LISTING_BYTES: usize = 64 << 20;

/// Tools that were left out and are named in a warning each.
pub const WARNINGS_MAX: usize = 20;

/// How long a server may take to say that it does not know `server/discover`; silence counts as a no.
pub const DISCOVER_TIME: Duration = Duration::from_secs(3);

/// How long a listing may take once the server is connected and changed its tools.
pub const LISTING_TIME: Duration = Duration::from_secs(30);

/// How long a request other than a call may take.
pub const REQUEST_TIME: Duration = Duration::from_secs(60);

/// How long a cancelled call may take to say so.
pub const CANCEL_TIME: Duration = Duration::from_secs(1);

/// How long a server is left alone after it said that its tools changed, so that a burst costs one listing.
pub const CHANGE_TIME: Duration = Duration::from_millis(100);

/// The pause after the first failed connect; it doubles with each.
pub const PAUSE_FIRST: Duration = Duration::from_secs(1);

/// The longest pause.
pub const PAUSE_LONGEST: Duration = Duration::from_secs(60);

/// A connection that lived this long and then broke counts as a good one.
pub const STABLE_TIME: Duration = Duration::from_secs(30);

/// How often a broken stream is taken up again before its request fails.
pub const RESUMES_MAX: usize = 5;

/// How long to wait before a broken stream is taken up again, where the server does not say.
pub const RESUME_TIME: Duration = Duration::from_secs(1);

/// The longest wait that a server may ask for before a stream is taken up again.
pub const RESUME_LONGEST: Duration = Duration::from_secs(60);

/// How long a server may take to open the stream of what it says of its own accord, before it is used without.
pub const LISTEN_TIME: Duration = Duration::from_secs(1);

/// How long the end of a session may take to be told to its server.
pub const GOODBYE_TIME: Duration = Duration::from_secs(2);

/// How long it may take until an address is reached.
pub const REACH_TIME: Duration = Duration::from_secs(10);

/// How long an idle connection is kept for the next request: shorter than Node's servers keep theirs, so that no request
/// is sent into one that is being closed.
pub const KEEP_TIME: Duration = Duration::from_secs(4);

/// Redirects that are followed, all on the same origin.
pub const REDIRECTS_MAX: usize = 3;

/// Bytes that are read of an answer with an error status.
pub const ERROR_BODY_BYTES: usize = 64 << 10;
