//! Activating, deactivating, and what each came to.

use std::fmt;

use super::contents::{ACTIVE_MAX, Chest};
use super::order::{Cycle, in_order};
use crate::ids::ToolsetId;

/// What is available: finds a toolset by the name that somebody used for it.
pub trait Shelf {
    /// The toolset of this name; nothing where there is none. Every id is a name.
    fn find(&self, name: &str) -> Option<ToolsetId>;

    /// The toolsets that one says it needs.
    fn requires(&self, _toolset: &ToolsetId) -> &[ToolsetId] {
        &[]
    }
}

impl<F: Fn(&str) -> Option<ToolsetId>> Shelf for F {
    fn find(&self, name: &str) -> Option<ToolsetId> {
        self(name)
    }
}

/// What a change came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// What was not done, and why. Where there is nothing, all was done.
    pub warnings: Vec<Warning>,
}

impl Changed {
    /// Whether everything was done that was asked for (the `bool` of spec 4).
    pub fn is_whole(&self) -> bool {
        self.warnings.is_empty()
    }
}

/// What somebody wanted done with a toolset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// That it is active.
    Activate,
    /// That it is not active any more.
    Deactivate,
    /// That it is always active.
    MarkEssential,
}

/// One thing that was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Nothing of this name is available.
    Unknown {
        /// What was to be done with it.
        wanted: Wanted,
        /// As it was given, shortened.
        name: String,
    },
    /// Essential toolsets stay active.
    Essential(ToolsetId),
    /// It was not active.
    Inactive(ToolsetId),
    /// No more can be active.
    Full(ToolsetId),
    /// Something that it requires, or that this requires, is not available.
    Lacking {
        /// What was to be activated.
        toolset: ToolsetId,
        /// What is not there.
        required: ToolsetId,
    },
    /// It is in a circle of requirements, or requires something that is.
    Cycle {
        /// What was to be activated.
        toolset: ToolsetId,
        /// The circle.
        cycle: Cycle,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { wanted: Wanted::Activate, name } => {
                write!(f, "cannot activate unknown toolset: {name}")
            }
            Self::Unknown { wanted: Wanted::Deactivate, name } => {
                write!(f, "cannot deactivate unknown toolset: {name}")
            }
            Self::Unknown { wanted: Wanted::MarkEssential, name } => {
                write!(f, "cannot mark unknown toolset as essential: {name}")
            }
            Self::Essential(toolset) => write!(f, "cannot deactivate essential toolset: {toolset}"),
            Self::Inactive(toolset) => write!(f, "cannot deactivate inactive toolset: {toolset}"),
            Self::Full(toolset) => write!(f, "cannot activate {toolset}: {ACTIVE_MAX} toolsets are active"),
            Self::Lacking { toolset, required } => {
                write!(f, "cannot activate {toolset}: it requires {required}, which is not available")
            }
            Self::Cycle { toolset, cycle } => write!(f, "cannot activate {toolset}: {cycle}"),
        }
    }
}

/// Characters of an unknown name that a warning repeats.
const NAME_SHOWN: usize = 80;

fn unknown(wanted: Wanted, name: &str) -> Warning {
    Warning::Unknown { wanted, name: name.chars().take(NAME_SHOWN).collect() }
}

impl Chest {
    /// Activates those that are known; warns of the others.
    pub fn activate(&mut self, names: &[&str], shelf: &impl Shelf) -> Changed {
        self.add(names, shelf, Wanted::Activate, |chest, toolset| {
            chest.active.insert(toolset);
        })
    }

    /// Activates those that are known for good; warns of the others.
    pub fn add_essential(&mut self, names: &[&str], shelf: &impl Shelf) -> Changed {
        self.add(names, shelf, Wanted::MarkEssential, |chest, toolset| {
            chest.essential.insert(toolset.clone());
            chest.active.insert(toolset);
        })
    }

    fn add(
        &mut self,
        names: &[&str],
        shelf: &impl Shelf,
        wanted: Wanted,
        put: impl Fn(&mut Self, ToolsetId),
    ) -> Changed {
        let mut warnings = Vec::new();
        for name in names {
            let added = match shelf.find(name) {
                None => Err(unknown(wanted, name)),
                Some(toolset) => with_required(toolset, shelf),
            };
            match added {
                Ok((toolset, all)) => {
                    let new = all.iter().filter(|one| !self.active.contains(*one)).count();
                    if self.active.len() + new > ACTIVE_MAX {
                        warnings.push(Warning::Full(toolset));
                    } else {
                        all.into_iter().for_each(|one| put(self, one));
                    }
                }
                Err(warning) => warnings.push(warning),
            }
        }
        Changed { warnings }
    }

    /// Deactivates those that are active and not essential; warns of the others.
    pub fn deactivate(&mut self, names: &[&str], shelf: &impl Shelf) -> Changed {
        let mut warnings = Vec::new();
        for name in names {
            // What was active and is not available any more can still be deactivated.
            let found =
                shelf.find(name).or_else(|| self.active.iter().find(|id| id.as_str() == *name).cloned());
            match found {
                None => warnings.push(unknown(Wanted::Deactivate, name)),
                Some(toolset) if self.essential.contains(&toolset) => {
                    warnings.push(Warning::Essential(toolset))
                }
                Some(toolset) => {
                    if !self.active.remove(&toolset) {
                        warnings.push(Warning::Inactive(toolset));
                    }
                }
            }
        }
        Changed { warnings }
    }

    /// Makes exactly these active, what they require, and the essential ones. Where one of them is unknown, nothing
    /// changes.
    pub fn set_active(&mut self, names: &[&str], shelf: &impl Shelf) -> Changed {
        let found: Vec<_> = names
            .iter()
            .map(|name| shelf.find(name).ok_or_else(|| unknown(Wanted::Activate, name)))
            .collect();
        let unknown: Vec<_> = found.iter().filter_map(|found| found.as_ref().err()).cloned().collect();
        if !unknown.is_empty() {
            return Changed { warnings: unknown };
        }
        let before = std::mem::replace(&mut self.active, self.essential.clone());
        let names: Vec<_> = found.iter().flatten().map(ToolsetId::as_str).collect();
        let changed = self.activate(&names, shelf);
        if !changed.is_whole() {
            self.active = before;
        }
        changed
    }
}

/// A toolset with all that it requires, required ones first.
fn with_required(toolset: ToolsetId, shelf: &impl Shelf) -> Result<(ToolsetId, Vec<ToolsetId>), Warning> {
    let (order, mut cycles) = in_order(std::iter::once(&toolset), |one| shelf.requires(one));
    if let Some(cycle) = cycles.pop() {
        return Err(Warning::Cycle { toolset, cycle });
    }
    match order.iter().find(|one| shelf.find(one.as_str()).is_none()) {
        Some(required) => Err(Warning::Lacking { toolset, required: required.clone() }),
        None => Ok((toolset, order)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use crate::chest::{Chest, Initialised, Shelf};
    use crate::ids::ToolsetId;

    const KNOWN: [&str; 4] = ["core", "docs", "maps", "web"];

    fn shelf(name: &str) -> Option<ToolsetId> {
        KNOWN.contains(&name).then(|| name.parse().unwrap())
    }

    fn chest() -> Chest {
        Chest::new(["core".parse().unwrap()])
    }

    fn active(chest: &Chest) -> String {
        chest.active().map(ToolsetId::as_str).collect::<Vec<_>>().join(" ")
    }

    fn warnings(changed: &super::Changed) -> String {
        changed.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn toolsets_are_activated_and_deactivated_by_name() {
        let mut chest = chest();
        assert!(chest.activate(&["docs", "web"], &shelf).is_whole());
        assert_eq!(active(&chest), "core docs web");
        assert!(chest.deactivate(&["docs"], &shelf).is_whole());
        assert_eq!(active(&chest), "core web");
    }

    #[test]
    fn what_is_unknown_or_inactive_is_warned_of_and_the_rest_is_done() {
        let mut chest = chest();
        let changed = chest.activate(&["docs", "nothing"], &shelf);
        assert_eq!((changed.is_whole(), active(&chest).as_str()), (false, "core docs"));
        assert_eq!(warnings(&changed), "cannot activate unknown toolset: nothing");
        let changed = chest.deactivate(&["maps", "docs", "nothing"], &shelf);
        assert_eq!(active(&chest), "core");
        assert_eq!(
            warnings(&changed),
            "cannot deactivate inactive toolset: maps; cannot deactivate unknown toolset: nothing"
        );
    }

    #[test]
    fn essential_toolsets_stay_active() {
        let mut chest = chest();
        assert_eq!(
            warnings(&chest.deactivate(&["core"], &shelf)),
            "cannot deactivate essential toolset: core"
        );
        assert!(chest.add_essential(&["maps"], &shelf).is_whole());
        assert!(chest.set_active(&["web"], &shelf).is_whole());
        assert_eq!(active(&chest), "core maps web");
        let changed = chest.add_essential(&["nothing"], &shelf);
        assert_eq!(warnings(&changed), "cannot mark unknown toolset as essential: nothing");
    }

    #[test]
    fn a_set_with_one_unknown_changes_nothing() {
        let mut chest = chest();
        chest.activate(&["docs"], &shelf);
        let changed = chest.set_active(&["web", "nothing"], &shelf);
        assert_eq!((changed.is_whole(), active(&chest).as_str()), (false, "core docs"));
    }

    #[test]
    fn what_was_initialised_is_not_initialised_again() {
        let mut chest = chest();
        chest.activate(&["docs"], &shelf);
        let none = |_: &ToolsetId| -> &'static [ToolsetId] { &[] };
        let (first, _) = chest.to_initialise(none);
        assert_eq!(first.len(), 2);
        chest.note("core".parse().unwrap(), Initialised::Done);
        chest.note("docs".parse().unwrap(), Initialised::Failed { reason: "no key".into() });
        assert_eq!(chest.to_initialise(none).0, []);
        chest.deactivate(&["docs"], &shelf);
        chest.activate(&["docs"], &shelf);
        assert_eq!(chest.to_initialise(none).0, []);
        chest.forget(&"docs".parse().unwrap());
        assert_eq!(chest.to_initialise(none).0, ["docs".parse().unwrap()]);
    }

    /// `trip` requires `maps`, which requires `web`; `odd` and `even` require each other; `lost` requires what is not
    /// there.
    struct Requiring(BTreeMap<ToolsetId, Vec<ToolsetId>>);

    impl Requiring {
        fn new() -> Self {
            let pairs =
                [("trip", "maps"), ("maps", "web"), ("odd", "even"), ("even", "odd"), ("lost", "gone")];
            let id = |name: &str| name.parse::<ToolsetId>().unwrap();
            Self(pairs.into_iter().map(|(one, other)| (id(one), vec![id(other)])).collect())
        }
    }

    impl Shelf for Requiring {
        fn find(&self, name: &str) -> Option<ToolsetId> {
            (name != "gone").then(|| name.parse().ok()).flatten()
        }

        fn requires(&self, toolset: &ToolsetId) -> &[ToolsetId] {
            self.0.get(toolset).map_or(&[], Vec::as_slice)
        }
    }

    #[test]
    fn what_is_required_is_activated_as_well() {
        let mut chest = chest();
        assert!(chest.activate(&["trip"], &Requiring::new()).is_whole());
        assert_eq!(active(&chest), "core maps trip web");
        assert!(chest.set_active(&["maps"], &Requiring::new()).is_whole());
        assert_eq!(active(&chest), "core maps web");
    }

    #[test]
    fn what_cannot_have_what_it_requires_is_not_activated() {
        let mut chest = chest();
        let changed = chest.activate(&["odd", "lost", "docs"], &Requiring::new());
        assert_eq!(active(&chest), "core docs");
        assert_eq!(
            warnings(&changed),
            "cannot activate odd: toolsets require each other in a circle: odd → even → odd; \
             cannot activate lost: it requires gone, which is not available"
        );
        assert!(!chest.set_active(&["web", "lost"], &Requiring::new()).is_whole());
        assert_eq!(active(&chest), "core docs");
    }

    #[test]
    fn what_is_gone_can_still_be_deactivated() {
        let mut chest = chest();
        chest.activate(&["docs"], &shelf);
        assert!(chest.deactivate(&["docs"], &|_: &str| None).is_whole());
        assert_eq!(active(&chest), "core");
    }
}
