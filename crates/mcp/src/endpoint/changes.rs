//! What a change in the house means to one client.

use std::collections::HashMap;

use pegboard_model::ids::ChatId;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::endpoint::house::{Change, House, View};
use crate::rpc::{Notification, method};

/// Which lists a client wants to hear of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Lists {
    pub(super) tools: Option<Told>,
    pub(super) prompts: Option<Told>,
    pub(super) resources: Option<Told>,
}

/// A wish, or a change, that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told;

impl Lists {
    pub(super) const ALL: Self = Self { tools: Some(Told), prompts: Some(Told), resources: Some(Told) };

    /// The notifications of those lists that are in both.
    fn notifications(self, changed: Self) -> impl Iterator<Item = Notification> {
        let of = |wanted: Option<Told>, changed: Option<Told>, name: &'static str| {
            wanted.and(changed).map(|_| Notification::new(name, Value::Null))
        };
        [
            of(self.tools, changed.tools, method::TOOLS_LIST_CHANGED),
            of(self.prompts, changed.prompts, method::PROMPTS_LIST_CHANGED),
            of(self.resources, changed.resources, method::RESOURCES_LIST_CHANGED),
        ]
        .into_iter()
        .flatten()
    }
}

/// What a client listens to.
#[derive(Debug)]
pub(super) struct Ear {
    pub(super) view: View,
    pub(super) lists: Lists,
    /// The chat whose files it lists.
    pub(super) chat: Option<ChatId>,
    /// Resources it watches, each in the state that it knows.
    pub(super) watched: HashMap<String, Option<String>>,
}

/// The next change; `None` inside means that some were missed. `None` when no more come.
pub(super) async fn next(changes: &mut Receiver<Change>) -> Option<Option<Change>> {
    match changes.recv().await {
        Ok(change) => Some(Some(change)),
        Err(RecvError::Lagged(_)) => Some(None),
        Err(RecvError::Closed) => None,
    }
}

impl Ear {
    /// The notifications of a change; of everything when it is not known what changed.
    pub(super) async fn hear(&mut self, house: &dyn House, change: Option<&Change>) -> Vec<Notification> {
        let changed = self.changed(change);
        let mut told: Vec<Notification> = self.lists.notifications(changed).collect();
        match change {
            Some(Change::Resource { uri, .. }) if self.watched.contains_key(uri) => told.push(updated(uri)),
            None | Some(Change::Files(_)) => {
                for (uri, known) in &mut self.watched {
                    let now = house.stamp(uri).await;
                    if now != *known {
                        *known = now;
                        told.push(updated(uri));
                    }
                }
            }
            Some(_) => {}
        }
        told
    }

    fn changed(&self, change: Option<&Change>) -> Lists {
        let Some(change) = change else { return Lists::ALL };
        match change {
            Change::Catalog(None) => Lists::ALL,
            Change::Catalog(Some(toolset)) => match &self.view {
                View::Toolset(own) if own != toolset => Lists::default(),
                _ => Lists::ALL,
            },
            Change::Prompts(toolset) if self.view == View::Toolset(toolset.clone()) => {
                Lists { prompts: Some(Told), ..Lists::default() }
            }
            Change::Resources(toolset) if self.view == View::Toolset(toolset.clone()) => {
                Lists { resources: Some(Told), ..Lists::default() }
            }
            Change::AtHand(chat) if self.view == View::All && self.chat == Some(*chat) => {
                Lists { tools: Some(Told), prompts: Some(Told), ..Lists::default() }
            }
            Change::Files(chat) if self.chat == Some(*chat) => {
                Lists { resources: Some(Told), ..Lists::default() }
            }
            _ => Lists::default(),
        }
    }
}

fn updated(uri: &str) -> Notification {
    Notification::new(method::RESOURCES_UPDATED, json!({"uri": uri}))
}
