//! What there is to be activated: the toolsets that are on.

use std::collections::HashMap;
use std::sync::Arc;

use pegboard_model::builtin;
use pegboard_model::chest::Shelf;
use pegboard_model::ids::ToolsetId;

use crate::core::Core;
use crate::preface::Preface;
use crate::registry::{Registry, ToolsetEntry};
use crate::store::StoreError;

/// The toolsets of a house that are on, with what each requires.
pub(super) struct OpenShelf {
    pub(super) registry: Arc<Registry>,
    pub(super) prefaces: HashMap<ToolsetId, Arc<Preface>>,
}

impl OpenShelf {
    pub(super) async fn of(core: &Core) -> Result<Self, StoreError> {
        let registry = core.registry.current();
        let prefaces = core.prefaces.all(&core.store, &core.builtins, &registry).await?;
        Ok(Self { registry, prefaces })
    }

    fn is_on(&self, id: &ToolsetId) -> bool {
        self.registry.toolset(id).is_some_and(ToolsetEntry::is_shelved)
    }
}

impl Shelf for OpenShelf {
    /// By the short name of a built-in one, by id, or by the name people see, where only one has it.
    fn find(&self, name: &str) -> Option<ToolsetId> {
        let by_id = builtin::toolset(name).or_else(|| name.parse().ok());
        if let Some(id) = by_id.filter(|id| self.is_on(id)) {
            return Some(id);
        }
        let all = self.registry.shelved().map(|toolset| &toolset.record);
        let mut named = all.filter(|toolset| toolset.name.eq_ignore_ascii_case(name));
        match (named.next(), named.next()) {
            (Some(one), None) => Some(one.id.clone()),
            _ => None,
        }
    }

    fn requires(&self, toolset: &ToolsetId) -> &[ToolsetId] {
        self.prefaces.get(toolset).map_or(&[], |preface| preface.requires.as_slice())
    }
}
