//! How the initialising of toolsets went.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegboard_model::chest::Initialised;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::Bundle;

/// How the initialising of toolsets went since the house opened, and whose turn it is.
#[derive(Default)]
pub(crate) struct Initialising {
    ended: Mutex<HashMap<ToolsetId, (Fingerprint, Initialised)>>,
    pub(crate) turn: tokio::sync::Mutex<()>,
}

impl Initialising {
    /// How it went with this version; `None` when it was not tried.
    pub(crate) fn of(&self, bundle: &Bundle) -> Option<Initialised> {
        let ended = self.lock();
        let (fingerprint, how) = ended.get(&bundle.toolset)?;
        (*fingerprint == bundle.fingerprint).then(|| how.clone())
    }

    pub(crate) fn note(&self, bundle: &Bundle, how: Initialised) {
        self.lock().insert(bundle.toolset.clone(), (bundle.fingerprint.clone(), how));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ToolsetId, (Fingerprint, Initialised)>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
