//! What became of the calls that were asked for on a branch.

use std::collections::HashMap;

use pegboard_model::ids::{CallId, MessageId};
use pegboard_model::inference::{Picture, PictureRoom};
use pegboard_model::reply::{AskedCall, Moment, Reply, ReplyPart, told};

use crate::core::Core;
use crate::record::{CallRecord, MessageRecord};
use crate::results::Results;
use crate::store::StoreError;

/// The calls that were asked for on a branch, as far as they were made.
pub(super) struct Calls {
    records: HashMap<CallId, CallRecord>,
    results: Results,
}

impl Calls {
    /// Those of the replies among these messages, and of the one that goes on.
    pub(super) async fn on(
        core: &Core,
        branch: &[MessageRecord],
        replies: &HashMap<MessageId, Reply>,
        reply: &Reply,
    ) -> Result<Self, StoreError> {
        let above = branch.iter().filter_map(|message| replies.get(&message.id));
        let asked = above.chain([reply]).flat_map(|reply| &reply.parts).filter_map(ReplyPart::asked);
        let ids: Vec<CallId> = asked.map(|asked| asked.call_id).collect();
        let records = core.store.calls_of(&ids).await?;
        let results = Results::read(core, records.values()).await;
        Ok(Self { records, results })
    }

    /// What a model is told.
    pub(super) fn became(&self, asked: &AskedCall, moment: Moment) -> String {
        let name = &asked.asked.name;
        if let Some(reason) = &asked.refused {
            return format!("The call was not made: {reason}");
        }
        if let Some(answer) = &asked.answered {
            return told(name, None, Ok(answer));
        }
        match self.records.get(&asked.call_id) {
            Some(call) => self.results.told(name, call, moment),
            None => "The call was not made.".to_owned(),
        }
    }

    /// The pictures in what came of it, as far as there is room.
    pub(super) fn pictures(&self, asked: &AskedCall, room: &mut PictureRoom) -> Vec<Picture> {
        self.records.get(&asked.call_id).map(|call| self.results.pictures(call, room)).unwrap_or_default()
    }
}
