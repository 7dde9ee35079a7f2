//! Calls: made, decided about, found again.

use std::sync::Arc;

use pegboard_model::call::{Call, Caller, CallerLine};
use pegboard_model::ids::{CallId, ManifestId};
use pegboard_model::time::Timestamp;
use serde_json::{Map, Value};

use crate::activity::{self, ActivityError, ActivityQuery, ActivityReport};
use crate::approvals::{self, ApproveError, Yes};
use crate::budgets;
use crate::chats;
use crate::effects::{self, PreviewCallError};
use crate::engine::operations::Engine;
use crate::lookup::LookupError;
use crate::outcomes::{self, ToolStats};
use crate::pipeline::CallError;
use crate::record::{CallRecord, CallSummary, Page, PageRequest};
use crate::replies;
use crate::rerun::{self, RerunError};
use crate::retention::{self, Retention, RetentionError};
use crate::store::{CallFilter, StoreError};

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// Runs a tool. Returns when the call is over or pending; it goes on when the caller goes away.
    pub async fn call(&self, call: Call) -> Result<CallRecord, CallError> {
        let chat = match call.chat {
            Some(chat) => chat,
            None => chats::default_chat(self.core()).await?,
        };
        approvals::call(self.core(), call, chat).await
    }

    pub async fn approve(&self, id: CallId, yes: Yes<'_>) -> Result<CallRecord, ApproveError> {
        self.decided(approvals::approve(self.core(), id, yes, None).await).await
    }

    /// The same for a caller that waits for the call: the running tool may ask it back.
    pub async fn approve_for(
        &self,
        id: CallId,
        yes: Yes<'_>,
        line: Arc<dyn CallerLine>,
    ) -> Result<CallRecord, ApproveError> {
        self.decided(approvals::approve(self.core(), id, yes, Some(line)).await).await
    }

    /// Runs a pending call in a copy of its workspace, without a network, and gives it back with what it would do.
    /// Dropping this stops the run.
    pub async fn preview_call(&self, id: CallId) -> Result<CallRecord, PreviewCallError> {
        effects::preview(self.core(), id).await
    }

    /// Ends a pending call with what it did when it was tried out: `seen` is the state that the person saw.
    pub async fn approve_effect(
        &self,
        id: CallId,
        seen: ManifestId,
        yes: Yes<'_>,
    ) -> Result<CallRecord, ApproveError> {
        let (by, reach) = (yes.by.to_owned(), yes.reach);
        let adopted =
            self.uncut(|core| async move { effects::adopt(&core, id, seen, Yes { by: &by, reach }).await });
        self.decided(adopted.await).await
    }

    pub async fn deny(&self, id: CallId, by: &str, reason: Option<&str>) -> Result<CallRecord, ApproveError> {
        self.decided(approvals::deny(self.core(), id, by, reason).await).await
    }

    pub async fn cancel(&self, id: CallId, by: &str) -> Result<CallRecord, ApproveError> {
        self.decided(approvals::cancel(self.core(), id, by).await).await
    }

    /// A reply that waited for the call goes on.
    async fn decided(&self, call: Result<CallRecord, ApproveError>) -> Result<CallRecord, ApproveError> {
        if let Ok(call) = &call {
            replies::go_on_if_decided(self.core(), call.chat, call.message).await;
        }
        call
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

    /// How the calls of a tool went, since then or in the last thirty days.
    pub async fn tool_stats(&self, tool: &str, since: Option<Timestamp>) -> Result<ToolStats, LookupError> {
        outcomes::stats(self.core(), tool, since).await
    }

    /// A person says that a tool has what it may spend again.
    pub async fn reset_budget(&self, tool: &str) -> Result<ToolStats, LookupError> {
        budgets::reset(self.core(), tool).await?;
        self.tool_stats(tool, None).await
    }

    pub async fn retention(&self) -> Result<Retention, StoreError> {
        retention::get(self.core()).await
    }

    pub async fn set_retention(&self, retention: Retention) -> Result<Retention, RetentionError> {
        retention::set(self.core(), retention).await
    }

    /// How calls went over a span of time.
    pub async fn activity(&self, query: ActivityQuery) -> Result<ActivityReport, ActivityError> {
        activity::report(self.core(), query).await
    }
}
