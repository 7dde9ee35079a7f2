//! Reading what an archive says, before anything of it is kept: whoever made it may be hostile.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use pegboard_cas::{BlobHash, Manifest};
use pegboard_model::call::CallStatus;
use pegboard_model::ids::{CallId, ManifestId, MessageId};
use pegboard_model::reply::{Reply, ReplyPart};
use serde::de::DeserializeOwned;

use super::format::{
    ARCHIVE_BLOBS_MAX, ARCHIVE_LINE_MAX, ARCHIVE_LINES_MAX, ARCHIVE_UNPACKED_MAX, ArchivedCall, ArchivedChat,
    ArchivedMessage, ArchivedState, CALLS, CHAT, FORMAT, MESSAGES, STATES, VERSION,
};
use super::states::{Running, StateFault, links};

/// Files of a workspace, where no house says how many.
const FILES: u64 = pegboard_cas::Limits::FILES;

/// A line of an archive's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    file: &'static str,
    line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", self.file, self.line)
    }
}

/// Why an archive is no chat.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    #[error("this ZIP has no `{0}`: it is no chat that Pegboard exported, or not all of one")]
    NoFile(&'static str),
    #[error("`{CHAT}` does not say that this is an exported chat")]
    NoChat,
    #[error("the chat was exported in version {0} of the format; this house reads version {VERSION}")]
    Version(u32),
    #[error("{0} cannot be read: {1}")]
    Line(Place, serde_json::Error),
    #[error("{place} is longer than {} MiB", ARCHIVE_LINE_MAX >> 20)]
    LineTooLong { place: Place },
    #[error("`{0}` has more than {ARCHIVE_LINES_MAX} lines")]
    TooMany(&'static str),
    #[error("{0} has an id that was there before")]
    Twice(Place),
    #[error("{place} names the {what} {id}, which is not in the archive")]
    Missing { place: Place, what: &'static str, id: String },
    #[error("{0} is older than what it stands below")]
    Order(Place),
    #[error("{0} is no state of a workspace: {1}")]
    State(Place, StateFault),
    #[error("{0}: `{1}` is no word that stands there")]
    Word(Place, String),
    #[error("the content {0} of a file is not in the archive")]
    NoBlob(BlobHash),
    #[error("the content under {0} is another one: the archive is damaged")]
    Blob(BlobHash),
    #[error("the content {0} is said to be that of a link, and is too large for one")]
    Link(BlobHash),
    #[error("the archive has more than {} GiB, unpacked", ARCHIVE_UNPACKED_MAX >> 30)]
    TooLarge,
    #[error("the archive has more than {ARCHIVE_BLOBS_MAX} contents of files")]
    TooManyFiles,
    #[error("a file of the archive cannot be read")]
    Io(#[from] io::Error),
}

/// An archive's files.
#[derive(Debug, Clone)]
pub(super) struct Unpacked {
    pub(super) folder: PathBuf,
    /// Files that a workspace may have.
    pub(super) files: u64,
}

/// What an archive has, with nothing missing that something of it names.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) chat: ArchivedChat,
    pub(super) states: BTreeSet<ManifestId>,
    pub(super) messages: BTreeSet<MessageId>,
    pub(super) calls: BTreeSet<CallId>,
    /// Calls that models asked for, made or not.
    pub(super) asked: BTreeSet<CallId>,
    pub(super) contents: BTreeSet<BlobHash>,
    pub(super) links: BTreeSet<BlobHash>,
}

/// Reads an archive of a chat that was unpacked into `folder`, and keeps nothing of it.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check_chat_archive(folder: &Path) -> Result<(), ArchiveFault> {
    let unpacked = Unpacked { folder: folder.to_owned(), files: FILES };
    unpacked.survey().map(|_| ())
}

impl Unpacked {
    /// Reads all of it once.
    pub(super) fn survey(&self) -> Result<Survey, ArchiveFault> {
        let mut survey = Survey {
            chat: chat(&self.folder)?,
            states: BTreeSet::new(),
            messages: BTreeSet::new(),
            calls: BTreeSet::new(),
            asked: BTreeSet::new(),
            contents: BTreeSet::new(),
            links: BTreeSet::new(),
        };
        for state in self.states()? {
            let (place, state, manifest) = state?;
            first_time(survey.states.insert(state.id), place)?;
            survey.contents.extend(manifest.hashes());
            survey.links.extend(links(&manifest));
        }
        for message in lines::<ArchivedMessage>(&self.folder, MESSAGES)? {
            let (place, message) = message?;
            survey.message(place, &message)?;
        }
        let mut below = BTreeMap::new();
        for call in self.calls()? {
            let (place, call) = call?;
            survey.call(place, &call)?;
            below.extend(call.parent.map(|parent| (call.id, (place, parent))));
        }
        for (call, (place, parent)) in below {
            named(&survey.calls, place, "call", parent)?;
            in_order(parent < call, place)?;
        }
        survey.ends()?;
        Ok(survey)
    }

    /// The states, one after the other.
    pub(super) fn states(
        &self,
    ) -> Result<impl Iterator<Item = Result<(Place, ArchivedState, Manifest), ArchiveFault>>, ArchiveFault>
    {
        let mut running = Running::default();
        let most = self.files;
        Ok(lines::<ArchivedState>(&self.folder, STATES)?.map(move |line| {
            let (place, mut state) = line?;
            let differs = std::mem::take(&mut state.paths);
            let manifest = running.next(differs, most).map_err(|fault| ArchiveFault::State(place, fault))?;
            Ok((place, state, manifest))
        }))
    }

    /// The messages, parents first.
    pub(super) fn messages(
        &self,
    ) -> Result<impl Iterator<Item = Result<(Place, ArchivedMessage), ArchiveFault>>, ArchiveFault> {
        lines(&self.folder, MESSAGES)
    }

    /// The calls, in no order.
    pub(super) fn calls(
        &self,
    ) -> Result<impl Iterator<Item = Result<(Place, ArchivedCall), ArchiveFault>>, ArchiveFault> {
        lines(&self.folder, CALLS)
    }
}

impl Survey {
    fn message(&mut self, place: Place, message: &ArchivedMessage) -> Result<(), ArchiveFault> {
        if let Some(parent) = message.parent {
            named(&self.messages, place, "message", parent)?;
            in_order(parent < message.id, place)?;
        }
        if let Some(state) = message.state {
            named(&self.states, place, "state", state)?;
        }
        let reply = Reply::read(&message.content);
        self.asked.extend(reply.parts.iter().filter_map(ReplyPart::asked).map(|asked| asked.call_id));
        first_time(self.messages.insert(message.id), place)
    }

    fn call(&mut self, place: Place, call: &ArchivedCall) -> Result<(), ArchiveFault> {
        named(&self.messages, place, "message", call.message)?;
        for state in [call.before, call.after].into_iter().flatten() {
            named(&self.states, place, "state", state)?;
        }
        let is_consistent = match call.status {
            CallStatus::Success => call.result.is_some() && call.error.is_none(),
            CallStatus::Error => call.error.is_some(),
            CallStatus::Pending | CallStatus::Running => true,
        };
        if !is_consistent {
            return Err(ArchiveFault::Word(place, call.status.to_string()));
        }
        first_time(self.calls.insert(call.id), place)
    }

    /// Where the chat stands must be there.
    fn ends(&self) -> Result<(), ArchiveFault> {
        let place = Place { file: CHAT, line: 1 };
        if let Some(leaf) = self.chat.active_leaf {
            named(&self.messages, place, "message", leaf)?;
        }
        if let Some(state) = self.chat.active_state {
            named(&self.states, place, "state", state)?;
        }
        Ok(())
    }
}

fn named<I: Copy + Ord + fmt::Display>(
    known: &BTreeSet<I>,
    place: Place,
    what: &'static str,
    id: I,
) -> Result<(), ArchiveFault> {
    if known.contains(&id) {
        return Ok(());
    }
    Err(ArchiveFault::Missing { place, what, id: id.to_string() })
}

fn first_time(is_new: bool, place: Place) -> Result<(), ArchiveFault> {
    if is_new { Ok(()) } else { Err(ArchiveFault::Twice(place)) }
}

fn in_order(is_younger: bool, place: Place) -> Result<(), ArchiveFault> {
    if is_younger { Ok(()) } else { Err(ArchiveFault::Order(place)) }
}

fn chat(folder: &Path) -> Result<ArchivedChat, ArchiveFault> {
    let mut text = Vec::new();
    let place = Place { file: CHAT, line: 1 };
    open(folder, CHAT)?.take(most()).read_to_end(&mut text)?;
    if text.len() > ARCHIVE_LINE_MAX {
        return Err(ArchiveFault::LineTooLong { place });
    }
    let whole: serde_json::Value =
        serde_json::from_slice(&text).map_err(|error| ArchiveFault::Line(place, error))?;
    if whole["format"] != FORMAT {
        return Err(ArchiveFault::NoChat);
    }
    let version = whole["version"].as_u64().and_then(|version| u32::try_from(version).ok()).unwrap_or(0);
    if version != VERSION {
        return Err(ArchiveFault::Version(version));
    }
    serde_json::from_value(whole).map_err(|error| ArchiveFault::Line(place, error))
}

fn lines<T: DeserializeOwned>(
    folder: &Path,
    file: &'static str,
) -> Result<impl Iterator<Item = Result<(Place, T), ArchiveFault>> + use<T>, ArchiveFault> {
    let mut reader = BufReader::new(open(folder, file)?);
    let mut line = 0;
    Ok(std::iter::from_fn(move || {
        line += 1;
        read_line(&mut reader, Place { file, line }).transpose()
    }))
}

fn read_line<T: DeserializeOwned>(
    reader: &mut BufReader<File>,
    place: Place,
) -> Result<Option<(Place, T)>, ArchiveFault> {
    let mut text = Vec::new();
    if reader.by_ref().take(most()).read_until(b'\n', &mut text)? == 0 {
        return Ok(None);
    }
    if place.line > ARCHIVE_LINES_MAX {
        return Err(ArchiveFault::TooMany(place.file));
    }
    if text.len() > ARCHIVE_LINE_MAX {
        return Err(ArchiveFault::LineTooLong { place });
    }
    let read = serde_json::from_slice(&text).map_err(|error| ArchiveFault::Line(place, error))?;
    Ok(Some((place, read)))
}

/// One byte more than a line may have.
fn most() -> u64 {
    u64::try_from(ARCHIVE_LINE_MAX).unwrap_or(u64::MAX).saturating_add(1)
}

fn open(folder: &Path, file: &'static str) -> Result<File, ArchiveFault> {
    match File::open(folder.join(file)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(ArchiveFault::NoFile(file)),
        opened => Ok(opened?),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use proptest::prelude::*;
    use serde_json::json;

    use super::{CALLS, CHAT, MESSAGES, STATES, Unpacked};

    /// A whole chat: one file, a message of a model with a call in it.
    fn whole() -> [(&'static str, String); 4] {
        let id = |last: u8| format!("01890a5d-ac96-774b-bcce-b302099a80{last:02}");
        let hash = "ab".repeat(32);
        let at = "2026-01-01T00:00:00Z";
        let chat = json!({
            "format": "pegboard-chat", "version": 1, "id": id(1), "title": "t", "created_at": at,
            "active_leaf": id(3), "active_state": id(2), "chest": null,
        });
        let state = json!({
            "id": id(2), "parent": null, "created_at": at, "source": "tool_run", "source_ref": id(4),
            "paths": {"a.txt": {"kind": "file", "hash": hash}},
        });
        let message = json!({
            "id": id(3), "parent": null, "role": "assistant", "created_at": at, "state": id(2),
            "content": [{"type": "tool-call", "call_id": id(4), "id": "c", "name": "n", "args": {}}],
        });
        let call = json!({
            "id": id(4), "message": id(3), "parent": null, "tool": "a:b", "toolset": "a", "provider": "python",
            "args": {}, "status": "success", "result": 1, "error": null, "render_plan": null, "log": null,
            "caller": "me", "worker": null, "triggered_by": null, "rule": "r", "asked_because": null,
            "created_at": at, "started_at": at, "finished_at": at, "before": null, "after": id(2),
            "changes": {"added": ["a.txt"], "modified": [], "removed": []}, "warnings": [],
        });
        [(CHAT, chat), (STATES, state), (MESSAGES, message), (CALLS, call)]
            .map(|(name, content)| (name, format!("{content}\n")))
    }

    fn surveyed(files: &[(&str, Vec<u8>)]) -> Result<usize, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            fs::write(folder.path().join(name), content).unwrap();
        }
        let unpacked = Unpacked { folder: folder.path().to_owned(), files: 10 };
        unpacked.survey().map(|survey| survey.calls.len()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_whole_chat_is_read() {
        let files = whole().map(|(name, content)| (name, content.into_bytes()));
        assert_eq!(surveyed(&files), Ok(1));
    }

    proptest! {
        /// Whatever becomes of its bytes, reading ends, with all of it or a reason.
        #[test]
        fn damage_is_told(file in 0usize..4, at in any::<prop::sample::Index>(), bytes in proptest::collection::vec(any::<u8>(), 0..12), cut in 0usize..6) {
            let mut files = whole().map(|(name, content)| (name, content.into_bytes()));
            let content = &mut files[file].1;
            let at = at.index(content.len());
            let end = (at + cut).min(content.len());
            content.splice(at..end, bytes);
            if let Err(fault) = surveyed(&files) {
                prop_assert!(!fault.is_empty());
            }
        }
    }
}
