//! Writing down replies.

use pegboard_model::reply::Reply;

use crate::core::Core;
use crate::events::EventKind;
use crate::record::ReplyRecord;
use crate::store::StoreError;

/// Writes down how a reply stands.
pub(super) async fn keep(core: &Core, reply: &ReplyRecord) -> Result<(), StoreError> {
    let write = core.store.write().await?;
    write.put_reply(reply).await?;
    write.commit().await
}

/// Lets those know who watch the house.
pub(super) fn announce(core: &Core, reply: &ReplyRecord) {
    core.events.publish(EventKind::ReplyChanged {
        chat: reply.chat,
        message: reply.message,
        status: reply.status.as_str(),
    });
}

/// From here on it is known which calls were asked for, and under which ids.
pub(super) async fn write_down(core: &Core, record: &ReplyRecord, reply: &Reply) -> Result<(), StoreError> {
    let write = core.store.write().await?;
    write.set_reply(record.chat, record.message, reply).await?;
    write.put_reply(record).await?;
    write.commit().await
}
