//! The files of a chat and their history.

use std::path::PathBuf;

use pegboard_model::ids::{ChatId, ManifestId};

use crate::engine::operations::Engine;
use crate::record::{ManifestRecord, ManifestSource, Page, PageRequest};
use crate::store::StoreError;
use crate::verify::{self, VerifyReport};
use crate::workspace::{
    self, Archive, At, FileContent, FileListing, ManifestChange, ManifestDetail, Removal, Replacing,
    WorkspaceDiff, WorkspaceError,
};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn files(&self, chat: ChatId, at: At) -> Result<FileListing, WorkspaceError> {
        workspace::files(self.core(), chat, at).await
    }

    pub async fn file(&self, chat: ChatId, path: &str, at: At) -> Result<FileContent, WorkspaceError> {
        workspace::file(self.core(), chat, path, at).await
    }

    /// Puts one file into the workspace; `content` is a spooled file of this machine.
    pub async fn put_file(
        &self,
        chat: ChatId,
        path: &str,
        content: PathBuf,
        source: ManifestSource,
        replacing: Replacing,
    ) -> Result<ManifestChange, WorkspaceError> {
        let path = path.to_owned();
        self.uncut(
            |core| async move { workspace::put_file(&core, chat, &path, content, source, replacing).await },
        )
        .await
    }

    pub async fn delete_file(
        &self,
        chat: ChatId,
        path: &str,
        removal: Removal,
    ) -> Result<ManifestChange, WorkspaceError> {
        let path = path.to_owned();
        self.uncut(|core| async move { workspace::delete_file(&core, chat, &path, removal).await }).await
    }

    /// Gives a file or a folder of the workspace another path.
    pub async fn move_file(
        &self,
        chat: ChatId,
        from: &str,
        to: &str,
    ) -> Result<ManifestChange, WorkspaceError> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.uncut(|core| async move { workspace::move_file(&core, chat, &from, &to).await }).await
    }

    /// One state of the workspace, ready to be written as a ZIP.
    pub async fn archive(&self, chat: ChatId, at: At) -> Result<Archive, WorkspaceError> {
        workspace::archive(self.core(), chat, at).await
    }

    pub async fn manifest(&self, chat: ChatId, at: At) -> Result<ManifestDetail, WorkspaceError> {
        workspace::manifest(self.core(), chat, at).await
    }

    pub async fn manifests(
        &self,
        chat: ChatId,
        page: PageRequest,
    ) -> Result<Page<ManifestRecord>, WorkspaceError> {
        workspace::manifests(self.core(), chat, page).await
    }

    /// What differs between two states; from the one that `to` was made from where none is named.
    pub async fn diff(
        &self,
        chat: ChatId,
        from: Option<At>,
        to: At,
    ) -> Result<WorkspaceDiff, WorkspaceError> {
        workspace::diff(self.core(), chat, from, to).await
    }

    pub async fn restore(
        &self,
        chat: ChatId,
        manifest: ManifestId,
    ) -> Result<ManifestChange, WorkspaceError> {
        self.uncut(|core| async move { workspace::restore(&core, chat, manifest).await }).await
    }

    /// Looks for blobs that manifests name and that are missing or damaged.
    pub async fn verify(&self) -> Result<VerifyReport, StoreError> {
        verify::verify(self.core()).await
    }
}
