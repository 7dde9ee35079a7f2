//! Ids that must not come twice.

use std::collections::HashMap;

use super::problem::Place;
use super::read::{At, Problems};

/// The ids of one list so far, with their places.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashMap<String, Place>);

impl Seen {
    /// Whether `id` comes for the first time; when not, that is a problem at its node.
    pub(crate) fn is_new(&mut self, id: &str, what: &str, at: &At<'_>, problems: &mut Problems) -> bool {
        if let Some(first) = self.0.get(id) {
            at.problem(problems, format!("the {what} `{id}` is here twice, first in line {}", first.line));
            return false;
        }
        self.0.insert(id.to_owned(), at.node.place);
        true
    }
}
