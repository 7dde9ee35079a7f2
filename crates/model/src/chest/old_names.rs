//! The names that operations of a chest had before it held toolsets apart from tools (spec 4). They do the same.

use super::change::{Changed, Shelf};
use super::contents::Chest;
use crate::ids::ToolsetId;

impl Chest {
    /// [`Chest::activate`] for one name.
    #[deprecated(note = "use `activate`")]
    pub fn activate_tool(&mut self, name: &str, shelf: &impl Shelf) -> Changed {
        self.activate(&[name], shelf)
    }

    /// [`Chest::deactivate`] for one name.
    #[deprecated(note = "use `deactivate`")]
    pub fn deactivate_tool(&mut self, name: &str, shelf: &impl Shelf) -> Changed {
        self.deactivate(&[name], shelf)
    }

    /// [`Chest::set_active`].
    #[deprecated(note = "use `set_active`")]
    pub fn set_active_tools(&mut self, names: &[&str], shelf: &impl Shelf) -> Changed {
        self.set_active(names, shelf)
    }

    /// [`Chest::active`].
    #[deprecated(note = "use `active`")]
    pub fn active_tools(&self) -> impl Iterator<Item = &ToolsetId> {
        self.active()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, deprecated)]
    use crate::chest::Chest;

    #[test]
    fn the_old_names_do_what_the_new_ones_do() {
        let shelf = |name: &str| (name != "nothing").then(|| name.parse().unwrap());
        let (mut old, mut new) = (Chest::default(), Chest::default());
        assert_eq!(old.activate_tool("maps", &shelf), new.activate(&["maps"], &shelf));
        assert_eq!(old.activate_tool("nothing", &shelf), new.activate(&["nothing"], &shelf));
        assert_eq!(old.set_active_tools(&["web", "docs"], &shelf), new.set_active(&["web", "docs"], &shelf));
        assert_eq!(old.deactivate_tool("web", &shelf), new.deactivate(&["web"], &shelf));
        assert_eq!(old.deactivate_tool("web", &shelf), new.deactivate(&["web"], &shelf));
        assert!(old.active_tools().eq(new.active()) && old.active_tools().count() == 1);
    }
}
