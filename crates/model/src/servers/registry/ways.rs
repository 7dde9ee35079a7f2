//! The ways in which an entry offers its server.

use crate::document::{At, Place};
use crate::servers::proposed::ProposedServer;

/// Ways that one entry may offer.
pub(super) const WAYS_MAX: usize = 50;

/// The longest text that is shown to people, in bytes.
pub(super) const TEXT_MAX: usize = 4 << 10;

/// One way to use a server of the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryChoice {
    /// What it is, such as `npm @scope/weather 1.0.2`.
    pub label: String,
    /// What is to be done.
    pub way: RegistryWay,
}

/// What is to be done to use a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryWay {
    /// Add this server.
    Server(Box<ProposedServer>),
    /// Import the bundle (`.mcpb`) at an address.
    Bundle {
        /// The address.
        url: String,
        /// The SHA-256 that the file must have, in hex.
        sha256: String,
    },
}

/// What the entry is called.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) title: Option<String>,
}

impl Named {
    /// A short name: what stands behind the `/`, or the owner's where that says nothing.
    pub(super) fn short(&self) -> &str {
        let (owner, name) = self.name.split_once('/').unwrap_or(("", &self.name));
        let says_nothing = matches!(name, "mcp" | "server" | "mcp-server" | "");
        if says_nothing { owner.rsplit('.').next().unwrap_or(name) } else { name }
    }

    pub(super) fn title(&self) -> String {
        let title = self.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(self.short());
        title.chars().filter(|c| !c.is_control()).take(60).collect()
    }
}

/// Where something stands that cannot be used.
pub(super) struct Spot {
    pub(super) place: Place,
    pub(super) path: String,
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Ways {
    pub(super) choices: Vec<RegistryChoice>,
    pub(super) left_out: Vec<(Spot, String)>,
}

impl Ways {
    pub(super) fn leave_out(&mut self, at: &At<'_>, why: impl Into<String>) {
        self.left_out.push((Spot { place: at.node.place, path: at.path.clone() }, why.into()));
    }
}
