//! Functions of a toolset's own that run before any of its tools is called.

use serde::{Deserialize, Serialize};

use super::entrypoint::Entrypoint;

/// What a toolset wants called once in the process that its tools' calls are made from, after its modules are imported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hooks {
    /// Comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub init: Option<Entrypoint>,
    /// Comes when `init` is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post_init: Option<Entrypoint>,
}

impl Hooks {
    /// Those that there are, in their order, each with its key in the manifest.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Entrypoint)> {
        let all = [("init", &self.init), ("post_init", &self.post_init)];
        all.into_iter().filter_map(|(key, hook)| Some((key, hook.as_ref()?)))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}
