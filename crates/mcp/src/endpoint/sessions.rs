//! All sessions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::endpoint::client::Client;
use crate::endpoint::house::{Principal, View};
use crate::endpoint::limits::{SESSION_IDLE, SESSIONS_MAX};
use crate::endpoint::session::Session;
use crate::rpc::ProtocolVersion;

/// All sessions, by id.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<HashMap<String, Arc<Session>>>);

/// There is no room for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("all {SESSIONS_MAX} sessions are at work; try again in a moment")]
pub(super) struct Full;

impl Sessions {
    /// Begins a session. Those that stood idle for too long end; with no room left, the longest idle one does.
    pub(super) fn begin(
        &self,
        id: String,
        by: &Principal,
        view: View,
        version: ProtocolVersion,
        client: Client,
    ) -> Result<Arc<Session>, Full> {
        let mut all = self.all();
        let now = Instant::now();
        all.retain(|_, session| keep(session, now));
        if all.len() >= SESSIONS_MAX {
            let idle = all.values().filter_map(|session| Some((session.idle_since()?, session.id.clone())));
            let (_, longest) = idle.min().ok_or(Full)?;
            if let Some(session) = all.remove(&longest) {
                session.ended.cancel();
            }
        }
        let session = Arc::new(Session::new(id.clone(), by.id.clone(), view, version, client));
        all.insert(id, Arc::clone(&session));
        Ok(session)
    }

    /// A session of this token in this view; another token's does not exist for it.
    pub(super) fn find(&self, id: &str, by: &Principal, view: &View) -> Option<Arc<Session>> {
        let mut all = self.all();
        let session = all.get(id).filter(|session| session.owner == by.id && session.view == *view)?;
        if !keep(session, Instant::now()) {
            all.remove(id);
            return None;
        }
        let session = Arc::clone(session);
        drop(all);
        session.touch();
        Some(session)
    }

    /// Ends a session.
    pub(super) fn end(&self, session: &Session) {
        if let Some(session) = self.all().remove(&session.id) {
            session.ended.cancel();
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a session goes on; one that does not is ended.
fn keep(session: &Session, now: Instant) -> bool {
    let expired = session.idle_since().is_some_and(|since| now.duration_since(since) > SESSION_IDLE);
    if expired {
        session.ended.cancel();
    }
    !expired
}
