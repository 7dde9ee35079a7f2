//! Checks that every recorded state can be given back.

use pegboard_cas::{BlobStore, FaultKind, Manifest, Report};
use pegboard_model::ids::{ChatId, ManifestId};
use tokio::task::spawn_blocking;

use crate::core::Core;
use crate::record::{Kept, PAGE_MAX, PageRequest};
use crate::store::StoreError;

/// What a check of all workspaces found.
#[derive(Debug, Clone, Default)]
pub struct VerifyReport {
    pub chats: usize,
    pub manifests: usize,
    /// One line for each blob that is missing or damaged, with its chat and path.
    pub problems: Vec<String>,
}

/// Reads every blob that a manifest of any chat names.
pub(crate) async fn verify(core: &Core) -> Result<VerifyReport, StoreError> {
    let mut report = VerifyReport::default();
    let mut page = PageRequest { limit: PAGE_MAX, cursor: None };
    loop {
        let chats = core.store.chats(page, Kept::There).await?;
        for chat in &chats.items {
            report.chats += 1;
            verify_chat(core, chat.id, &mut report).await?;
        }
        match chats.next {
            Some(next) => page.cursor = Some(next),
            None => return Ok(report),
        }
    }
}

/// Manifests that are held in memory at a time.
const AT_ONCE: u64 = 50;

async fn verify_chat(core: &Core, chat: ChatId, report: &mut VerifyReport) -> Result<(), StoreError> {
    let mut page = PageRequest { limit: AT_ONCE, cursor: None };
    loop {
        let records = core.store.manifests(chat, page).await?;
        let mut manifests = Vec::new();
        for record in &records.items {
            if let Some(manifest) = core.store.manifest_files(record.id).await? {
                manifests.push((record.id, manifest));
            }
        }
        report.manifests += manifests.len();
        match core.blobs.of(chat) {
            Ok(blobs) => {
                let checked = spawn_blocking(move || check(&*blobs, &manifests)).await;
                match checked {
                    Ok(found) => report.problems.extend(lines(chat, &found)),
                    Err(error) => {
                        report.problems.push(format!("chat {chat}: the check was cut off: {error}"))
                    }
                }
            }
            Err(error) => report.problems.push(format!("chat {chat}: {error}")),
        }
        match records.next {
            Some(next) => page.cursor = Some(next),
            None => return Ok(()),
        }
    }
}

fn check(blobs: &dyn BlobStore, manifests: &[(ManifestId, Manifest)]) -> Report {
    let named: Vec<(String, &Manifest)> =
        manifests.iter().map(|(id, manifest)| (id.to_string(), manifest)).collect();
    pegboard_cas::verify(blobs, named.iter().map(|(id, manifest)| (id.as_str(), *manifest)))
}

fn lines(chat: ChatId, report: &Report) -> Vec<String> {
    let line = |fault: &pegboard_cas::Fault| {
        let what = match &fault.kind {
            FaultKind::Missing => "is missing".to_owned(),
            FaultKind::Damaged => "is damaged".to_owned(),
            FaultKind::Unreadable(why) => format!("cannot be read: {why}"),
        };
        format!("chat {chat}, state {}: the content of `{}` {what}", fault.manifest, fault.path)
    };
    report.faults.iter().map(line).collect()
}
