//! The pictures that a model is shown: those of the newest messages, as they lie in the workspace there, and of the newest calls.

use std::collections::HashMap;
use std::io::Read;

use pegboard_model::attachment::AttachedFile;
use pegboard_model::ids::{CallId, MessageId};
use pegboard_model::inference::{PICTURE_BYTES_MAX, Picture, PictureRoom};
use pegboard_model::reply::{Reply, ReplyPart};
use tokio::task::spawn_blocking;

use crate::core::Core;
use crate::record::{MessageRecord, Role};
use crate::replies::became::Calls;
use crate::workspace::{self, At};

/// What is above a step.
#[derive(Clone, Copy)]
pub(super) struct Above<'a> {
    pub(super) branch: &'a [MessageRecord],
    /// Those of models among them.
    pub(super) replies: &'a HashMap<MessageId, Reply>,
    /// The one that the step belongs to.
    pub(super) reply: &'a Reply,
    pub(super) calls: &'a Calls,
}

/// The pictures that a model is shown.
#[derive(Default)]
pub(super) struct Shown {
    messages: HashMap<MessageId, Vec<Picture>>,
    calls: HashMap<CallId, Vec<Picture>>,
}

impl Shown {
    /// The newest of a branch. One that cannot be read is not shown; its name is told all the same.
    pub(super) async fn on(core: &Core, above: Above<'_>) -> Self {
        let mut shown = Self::default();
        let mut room = PictureRoom::whole();
        shown.take_calls(above.reply, above.calls, &mut room);
        for message in above.branch.iter().rev() {
            if room.is_full() {
                break;
            }
            if message.role == Role::User {
                shown.take_files(core, message, &mut room).await;
            } else if let Some(reply) = above.replies.get(&message.id) {
                shown.take_calls(reply, above.calls, &mut room);
            }
        }
        shown
    }

    pub(super) fn with_message(&mut self, id: MessageId) -> Vec<Picture> {
        self.messages.remove(&id).unwrap_or_default()
    }

    pub(super) fn with_call(&mut self, id: CallId) -> Vec<Picture> {
        self.calls.remove(&id).unwrap_or_default()
    }

    async fn take_files(&mut self, core: &Core, message: &MessageRecord, room: &mut PictureRoom) {
        for file in AttachedFile::all_of(&message.content).filter(may_be_shown) {
            if room.is_full() {
                return;
            }
            let picture = read(core, message, &file).await.filter(|picture| room.take(picture));
            self.messages.entry(message.id).or_default().extend(picture);
        }
    }

    fn take_calls(&mut self, reply: &Reply, calls: &Calls, room: &mut PictureRoom) {
        for asked in reply.parts.iter().rev().filter_map(ReplyPart::asked) {
            self.calls.insert(asked.call_id, calls.pictures(asked, room));
        }
    }
}

fn may_be_shown(file: &AttachedFile) -> bool {
    file.media_type.starts_with("image/") && file.size <= PICTURE_BYTES_MAX
}

async fn read(core: &Core, message: &MessageRecord, file: &AttachedFile) -> Option<Picture> {
    let path = file.path()?;
    let content = match workspace::file(core, message.chat, path, At::Message(message.id)).await {
        Ok(content) => content,
        Err(error) => {
            tracing::warn!(message = %message.id, path, ?error, "a picture is not shown to the model");
            return None;
        }
    };
    let reading = spawn_blocking(move || {
        let mut bytes = Vec::new();
        // Whoever wrote the message said how large it is.
        content.reader.take(PICTURE_BYTES_MAX + 1).read_to_end(&mut bytes).map(|_| bytes)
    });
    match reading.await {
        Ok(Ok(bytes)) if bytes.len() as u64 <= PICTURE_BYTES_MAX => Picture::of(bytes),
        Ok(Ok(_)) => None,
        Ok(Err(error)) => {
            tracing::warn!(message = %message.id, path, ?error, "a picture is not shown to the model");
            None
        }
        Err(error) => {
            tracing::error!(message = %message.id, path, ?error, "reading a picture was cut off");
            None
        }
    }
}
