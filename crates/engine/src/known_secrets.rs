//! The secrets that this process has unsealed, so that they can be taken out of what is written down.
//!
//! A toolset's own secrets are taken out of its calls however short they are; those of others only when they are long
//! enough not to be an ordinary word: a tool may read what another one wrote into a workspace.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::config::{Scrubber, Secrecy};
use pegboard_model::ids::ToolsetId;
use pegboard_model::servers::names_a_secret;

use crate::seal::{Place, Seal};
use crate::store::{Sealed, Store, StoreError};

/// The fewest characters of a secret that no tool but its own may say.
const FOREIGN_CHARS_MIN: usize = 16;

/// Secrets by their place.
#[derive(Default)]
pub struct KnownSecrets(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    by_place: BTreeMap<Place, String>,
    /// Made when they are first needed; gone when a secret changes.
    of_toolset: HashMap<ToolsetId, Arc<Scrubber>>,
    of_all: Option<Arc<Scrubber>>,
}

impl KnownSecrets {
    /// A line of a log without any of them.
    pub fn scrubbed<'t>(&self, line: &'t str) -> Cow<'t, str> {
        let all = {
            let mut inner = self.inner();
            let Inner { by_place, of_all, .. } = &mut *inner;
            let made =
                of_all.get_or_insert_with(|| Arc::new(Scrubber::new(by_place.values().map(String::as_str))));
            Arc::clone(made)
        };
        all.text(line)
    }

    /// Reads all that are kept. What does not open is left to whoever needs it.
    pub(crate) async fn read(&self, store: &Store, seal: &Seal) -> Result<(), StoreError> {
        for Sealed { place, secrecy, text } in store.sealed().await? {
            if let Ok(value) = seal.unseal(&place, &text) {
                self.note(place, secrecy, &value);
            }
        }
        Ok(())
    }

    /// Takes a value up in place of the one before, where it counts as a secret.
    pub(crate) fn note(&self, place: Place, secrecy: Secrecy, value: &str) {
        let counts = match &place {
            Place::Config { .. } => secrecy.is_secret(),
            // Nobody says of a variable whether it is one, but for its name.
            Place::Variable { name, .. } => names_a_secret(name),
            // No tool is told of these.
            Place::Credentials(_) | Place::Hook(_) => false,
            // Neither are they told of these, but a server may say it, and a log would have it.
            Place::ModelKey(_) => true,
        };
        let mut inner = self.inner();
        if !counts {
            if inner.by_place.remove(&place).is_some() {
                inner.forget_scrubbers();
            }
        } else if inner.by_place.get(&place).is_none_or(|known| known != value) {
            inner.by_place.insert(place, value.to_owned());
            inner.forget_scrubbers();
        }
    }

    /// Forgets a value that is not kept any more.
    pub(crate) fn forget(&self, place: &Place) {
        let mut inner = self.inner();
        if inner.by_place.remove(place).is_some() {
            inner.forget_scrubbers();
        }
    }

    /// The same for all of a toolset.
    pub(crate) fn forget_toolset(&self, toolset: &ToolsetId) {
        let mut inner = self.inner();
        inner.by_place.retain(|place, _| place.toolset() != Some(toolset));
        inner.forget_scrubbers();
    }

    /// What takes secrets out of what a toolset's tools say.
    pub(crate) fn scrubber(&self, toolset: &ToolsetId) -> Arc<Scrubber> {
        let mut inner = self.inner();
        if let Some(made) = inner.of_toolset.get(toolset) {
            return Arc::clone(made);
        }
        let telling = |(place, value): &(&Place, &String)| {
            place.toolset() == Some(toolset) || value.chars().count() >= FOREIGN_CHARS_MIN
        };
        let secrets = inner.by_place.iter().filter(telling).map(|(_, value)| value.as_str());
        let made = Arc::new(Scrubber::new(secrets));
        inner.of_toolset.insert(toolset.clone(), Arc::clone(&made));
        made
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn forget_scrubbers(&mut self) {
        self.of_toolset.clear();
        self.of_all = None;
    }
}

impl fmt::Debug for KnownSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownSecrets").finish_non_exhaustive()
    }
}
