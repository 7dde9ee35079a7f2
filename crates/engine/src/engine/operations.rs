//! Every operation, one line each: what it does stands in the module it calls.

use std::path::PathBuf;
use std::sync::Arc;

use pegboard_model::call::{Call, Caller};
use pegboard_model::ids::{CallId, ChatId, ManifestId, MessageId, ProgressId, TokenId, ToolsetId};
use pegboard_model::overrides::ToolOverride;
use pegboard_model::provider::{Progress, Provider};
use serde_json::{Map, Value};
use tokio::sync::broadcast;

use crate::activity::{self, ActivityError, ActivityQuery, ActivityReport};
use crate::announce::Announced;
use crate::approvals::{self, ApproveError};
use crate::bundle::ImportSource;
use crate::chats::{self, ChatDetail, MessageError, NewMessage, RenameError};
use crate::core::Core;
use crate::engine::open::{EngineConfig, House, OpenError, open};
use crate::events::Event;
use crate::limits::Limits;
use crate::lookup::LookupError;
use crate::override_preview::{self, OverridePreview, OverridePreviewError};
use crate::pipeline::CallError;
use crate::record::{
    CallRecord, CallSummary, ChatRecord, ManifestRecord, ManifestSource, MessageRecord, Page, PageRequest,
    SavedInput, Scope, TokenRecord, ToolRecord, ToolsetRecord,
};
use crate::rerun::{self, RerunError};
use crate::saved_inputs::{self, SaveInputError};
use crate::store::{CallFilter, StoreError};
use crate::tokens::{self, TokenError};
use crate::tools::{self, OverrideError};
use crate::toolsets::{
    self, ArtifactError, Consent, ExportError, ImportError, Imported, PreviewError, ToolsetDetail,
    ToolsetPreview, UninstallPreview, Uninstalled,
};
use crate::verify::{self, VerifyReport};
use crate::workspace::{
    self, Archive, At, FileContent, FileListing, ManifestChange, ManifestDetail, Removal, Replacing,
    WorkspaceDiff, WorkspaceError,
};

/// An open house. Cheap to clone; the last clone that goes lets go of the data folder.
#[derive(Clone)]
pub struct Engine(Arc<House>);

impl Engine {
    /// Opens a data folder and puts in order what a killed server left there.
    ///
    /// # Errors
    /// When the folder is in use or unusable, or the database cannot be opened.
    pub async fn open(config: EngineConfig, providers: Vec<Arc<dyn Provider>>) -> Result<Self, OpenError> {
        let house = open(config, providers).await?;
        toolsets::sweep(&house.core).await;
        Ok(Self(Arc::new(house)))
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.core
    }

    /// Ends everything: nothing new begins, running calls get a grace time and are cancelled then.
    pub async fn close(&self) {
        let core = self.core();
        core.closing.cancel();
        core.tasks.close();
        if tokio::time::timeout(core.limits.grace, core.tasks.wait()).await.is_err() {
            core.halting.cancel();
            core.tasks.wait().await;
        }
        for provider in core.providers.all() {
            provider.shutdown().await;
        }
        if let Err(error) = core.store.close().await {
            tracing::warn!(?error, "the database did not close cleanly");
        }
    }

    /// Runs to its end what must not be cut off half-way when whoever asked goes away.
    async fn uncut<T, F>(&self, work: impl FnOnce(Arc<Core>) -> F) -> T
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let core = Arc::clone(self.core());
        match self.core().tasks.spawn(work(core)).await {
            Ok(done) => done,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // Only a runtime that is going away ends tasks, and it ends this one as well.
            Err(_) => std::future::pending().await,
        }
    }

    /// What one piece of input may use.
    pub fn limits(&self) -> &Limits {
        &self.core().limits
    }

    /// What happens from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.core().events.subscribe()
    }

    /// Tells the steps of something long as events with this id.
    pub fn announced(&self, id: ProgressId) -> Arc<dyn Progress> {
        Arc::new(Announced::new(Arc::clone(self.core()), id))
    }
}

/// Toolsets and tools.
#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn import(
        &self,
        source: ImportSource,
        consent: Consent,
        progress: Arc<dyn Progress>,
    ) -> Result<Imported, ImportError> {
        self.uncut(|core| async move { toolsets::import(&core, source, &consent, &*progress).await }).await
    }

    /// What an import of the same source would do. Runs no code of the bundle and leaves nothing behind.
    pub async fn preview_import(
        &self,
        source: ImportSource,
        progress: Arc<dyn Progress>,
    ) -> Result<ToolsetPreview, PreviewError> {
        self.uncut(|core| async move { toolsets::preview(&core, source, &*progress).await }).await
    }

    pub fn toolsets(&self) -> Vec<ToolsetRecord> {
        toolsets::list(self.core())
    }

    pub async fn toolset(&self, id: &str) -> Result<ToolsetDetail, LookupError> {
        toolsets::detail(self.core(), id).await
    }

    /// The toolset as a ZIP: an unnamed temporary file, at its beginning.
    pub async fn export(&self, id: &str) -> Result<std::fs::File, ExportError> {
        toolsets::export(self.core(), id).await
    }

    /// A file of the version that is installed now, of at most `limit` bytes.
    pub async fn artifact(
        &self,
        toolset: &ToolsetId,
        path: &str,
        limit: u64,
    ) -> Result<Vec<u8>, ArtifactError> {
        toolsets::artifact(self.core(), toolset, path, limit).await
    }

    pub async fn set_enabled(&self, id: &str, enabled: bool) -> Result<ToolsetRecord, LookupError> {
        let id = id.to_owned();
        self.uncut(|core| async move { toolsets::set_enabled(&core, &id, enabled).await }).await
    }

    pub async fn uninstall(&self, id: &str) -> Result<Uninstalled, LookupError> {
        let id = id.to_owned();
        self.uncut(|core| async move { toolsets::uninstall(&core, &id).await }).await
    }

    pub async fn preview_uninstall(&self, id: &str) -> Result<UninstallPreview, LookupError> {
        toolsets::uninstall_preview(self.core(), id).await
    }

    pub fn tools(&self) -> Vec<ToolRecord> {
        tools::tools(self.core())
    }

    pub fn tool(&self, id_or_wire_name: &str) -> Result<ToolRecord, LookupError> {
        tools::tool(self.core(), id_or_wire_name)
    }

    pub async fn set_override(&self, tool: &str, change: ToolOverride) -> Result<ToolRecord, OverrideError> {
        let tool = tool.to_owned();
        self.uncut(|core| async move { tools::set_override(&core, &tool, change).await }).await
    }

    /// What that override would make of the tool, and of what a surface shows of one of its calls.
    pub async fn preview_override(
        &self,
        tool: &str,
        change: ToolOverride,
        call: Option<CallId>,
    ) -> Result<OverridePreview, OverridePreviewError> {
        override_preview::preview(self.core(), tool, change, call).await
    }

    pub async fn saved_inputs(&self, tool: &str) -> Result<Vec<SavedInput>, LookupError> {
        saved_inputs::list(self.core(), tool).await
    }

    pub async fn save_input(
        &self,
        tool: &str,
        name: &str,
        args: Map<String, Value>,
    ) -> Result<SavedInput, SaveInputError> {
        saved_inputs::save(self.core(), tool, name, args).await
    }

    pub async fn delete_saved_input(&self, tool: &str, name: &str) -> Result<(), LookupError> {
        saved_inputs::delete(self.core(), tool, name).await
    }
}

/// Calls.
#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Runs a tool. Returns when the call is over or pending; it goes on when the caller goes away.
    pub async fn call(&self, call: Call) -> Result<CallRecord, CallError> {
        let chat = match call.chat {
            Some(chat) => chat,
            None => chats::default_chat(self.core()).await?.id,
        };
        approvals::call(self.core(), call, chat).await
    }

    pub async fn approve(&self, id: CallId, by: &str) -> Result<CallRecord, ApproveError> {
        approvals::approve(self.core(), id, by).await
    }

    pub async fn deny(&self, id: CallId, by: &str, reason: Option<&str>) -> Result<CallRecord, ApproveError> {
        approvals::deny(self.core(), id, by, reason).await
    }

    pub async fn cancel(&self, id: CallId, by: &str) -> Result<CallRecord, ApproveError> {
        approvals::cancel(self.core(), id, by).await
    }

    /// Runs a call again that has ended: on a new message beside its own, from the workspace before it.
    pub async fn rerun(
        &self,
        id: CallId,
        args: Option<Map<String, Value>>,
        caller: Caller,
    ) -> Result<CallRecord, RerunError> {
        self.uncut(|core| async move { rerun::rerun(&core, id, args, caller).await }).await
    }

    pub async fn call_record(&self, id: CallId) -> Result<CallRecord, LookupError> {
        let found = self.core().store.call(id).await?;
        found.map(|(call, _)| call).ok_or_else(|| LookupError::missing("call", id))
    }

    pub async fn calls(
        &self,
        filter: &CallFilter,
        page: PageRequest,
    ) -> Result<Page<CallRecord>, StoreError> {
        self.core().store.calls(filter, page).await
    }

    /// What a list shows of calls; reads neither their results nor their render plans.
    pub async fn call_summaries(
        &self,
        filter: &CallFilter,
        page: PageRequest,
    ) -> Result<Page<CallSummary>, StoreError> {
        self.core().store.call_summaries(filter, page).await
    }

    /// How calls went over a span of time.
    pub async fn activity(&self, query: ActivityQuery) -> Result<ActivityReport, ActivityError> {
        activity::report(self.core(), query).await
    }
}

/// Chats and their workspaces.
#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn create_chat(&self, title: Option<String>) -> Result<ChatRecord, StoreError> {
        chats::create(self.core(), title).await
    }

    pub async fn chats(&self, page: PageRequest) -> Result<Page<ChatRecord>, StoreError> {
        self.core().store.chats(page).await
    }

    pub async fn chat(&self, id: ChatId) -> Result<ChatDetail, LookupError> {
        chats::detail(self.core(), id).await
    }

    pub async fn rename_chat(&self, id: ChatId, title: &str) -> Result<ChatRecord, RenameError> {
        chats::rename(self.core(), id, title).await
    }

    pub async fn default_chat(&self) -> Result<ChatRecord, StoreError> {
        chats::default_chat(self.core()).await
    }

    pub async fn add_message(
        &self,
        chat: ChatId,
        message: NewMessage,
    ) -> Result<MessageRecord, MessageError> {
        self.uncut(|core| async move { chats::add_message(&core, chat, message).await }).await
    }

    pub async fn set_active_leaf(
        &self,
        chat: ChatId,
        message: MessageId,
    ) -> Result<ChatRecord, MessageError> {
        self.uncut(|core| async move { chats::set_active_leaf(&core, chat, message).await }).await
    }

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

    pub async fn diff(&self, chat: ChatId, from: At, to: At) -> Result<WorkspaceDiff, WorkspaceError> {
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

/// Tokens.
#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn authenticate(&self, secret: &str) -> Result<Option<TokenRecord>, StoreError> {
        tokens::authenticate(self.core(), secret).await
    }

    /// Makes a token; the text is its secret, which is shown this once.
    pub async fn create_token(&self, name: &str, scope: Scope) -> Result<(TokenRecord, String), TokenError> {
        tokens::create(&self.core().store, name, scope).await
    }

    pub async fn tokens(&self) -> Result<Vec<TokenRecord>, StoreError> {
        self.core().store.tokens().await
    }

    pub async fn revoke_token(&self, id: TokenId) -> Result<TokenRecord, LookupError> {
        tokens::revoke(self.core(), id).await
    }
}
