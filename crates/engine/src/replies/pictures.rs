//! The pictures that a model is shown: those of the newest messages, as they lie in the workspace there.

use std::collections::HashMap;
use std::io::Read;

use pegboard_model::attachment::AttachedFile;
use pegboard_model::ids::MessageId;
use pegboard_model::inference::{PICTURE_BYTES_MAX, PICTURES_BYTES_MAX, PICTURES_MAX, Picture};
use tokio::task::spawn_blocking;

use crate::core::Core;
use crate::record::{MessageRecord, Role};
use crate::workspace::{self, At};

/// What the messages of a branch show, by message. One that cannot be read is not shown; its name is told all the same.
pub(super) async fn shown(core: &Core, branch: &[MessageRecord]) -> HashMap<MessageId, Vec<Picture>> {
    let mut shown: HashMap<MessageId, Vec<Picture>> = HashMap::new();
    let mut bytes = 0;
    let mut count = 0;
    for message in branch.iter().rev().filter(|message| message.role == Role::User) {
        for file in AttachedFile::all_of(&message.content).filter(may_be_shown) {
            if count == PICTURES_MAX {
                return shown;
            }
            let Some(picture) = read(core, message, &file).await else { continue };
            bytes += picture.bytes().len() as u64;
            if bytes > PICTURES_BYTES_MAX {
                return shown;
            }
            count += 1;
            shown.entry(message.id).or_default().push(picture);
        }
    }
    shown
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
