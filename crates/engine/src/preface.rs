//! What a toolset says besides its tools: its section of the system prompt, and which toolsets it requires.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegboard_model::builtin::BuiltinToolset;
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::ToolsetId;
use pegboard_model::toolset::ToolsetManifest;

use crate::registry::Registry;
use crate::store::{Store, StoreError};

/// What messages call a stored manifest.
const MANIFEST: &str = "toolset.yaml";

/// What one toolset says besides its tools.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Preface {
    /// Text for the system prompt while it is active.
    pub prompt_section: Option<String>,
    /// The toolsets that it needs.
    pub requires: Vec<ToolsetId>,
}

/// The prefaces of the toolsets that are installed, read from their manifests once for each version.
#[derive(Default)]
pub(crate) struct Prefaces(Mutex<HashMap<ToolsetId, (Fingerprint, Arc<Preface>)>>);

impl Prefaces {
    /// Those of all toolsets of a registry.
    pub(crate) async fn all(
        &self,
        store: &Store,
        builtins: &[BuiltinToolset],
        registry: &Registry,
    ) -> Result<HashMap<ToolsetId, Arc<Preface>>, StoreError> {
        if let Some(known) = self.known(registry) {
            return Ok(known);
        }
        let mut read: HashMap<ToolsetId, Preface> =
            store.toolset_manifests().await?.into_iter().map(|(id, text)| (id, of_manifest(&text))).collect();
        read.extend(builtins.iter().map(of_builtin));
        let versions = registry.toolsets().map(|toolset| &toolset.record);
        let all = versions.map(|toolset| {
            let preface = read.remove(&toolset.id).unwrap_or_default();
            (toolset.id.clone(), (toolset.fingerprint.clone(), Arc::new(preface)))
        });
        *self.lock() = all.collect();
        Ok(self.lock().iter().map(|(id, (_, preface))| (id.clone(), Arc::clone(preface))).collect())
    }

    /// `None` when one of them is not known in its present version.
    fn known(&self, registry: &Registry) -> Option<HashMap<ToolsetId, Arc<Preface>>> {
        let known = self.lock();
        let of = |toolset: &crate::record::ToolsetRecord| {
            let (fingerprint, preface) = known.get(&toolset.id)?;
            (*fingerprint == toolset.fingerprint).then(|| (toolset.id.clone(), Arc::clone(preface)))
        };
        registry.toolsets().map(|toolset| of(&toolset.record)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ToolsetId, (Fingerprint, Arc<Preface>)>> {
        // Nothing panics while it is held, and each change is whole in itself.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn of_manifest(text: &str) -> Preface {
    match ToolsetManifest::parse(text, MANIFEST) {
        Ok(manifest) => Preface { prompt_section: manifest.prompt_section, requires: manifest.requires },
        Err(error) => {
            // It was read when it was installed; its tools do not depend on what it says besides.
            tracing::warn!(%error, "a stored manifest cannot be read");
            Preface::default()
        }
    }
}

fn of_builtin(toolset: &BuiltinToolset) -> (ToolsetId, Preface) {
    let prompt_section = toolset.prompt_section.map(str::to_owned);
    (toolset.builtin.toolset(), Preface { prompt_section, requires: Vec::new() })
}
