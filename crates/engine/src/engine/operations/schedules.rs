//! What runs by itself, and the prompts that come of it.

use pegboard_model::call::Caller;
use pegboard_model::ids::{PromptId, ToolId};
use pegboard_model::prompt::PromptStatus;
use serde_json::Value;

use crate::engine::operations::Engine;
use crate::hooks::{self, DeliverError, Delivered, MadeHook, MakeHookError, OpenHook};
use crate::lookup::LookupError;
use crate::prompts::{self, TakePromptError};
use crate::record::{CallRecord, HookRecord, Page, PageRequest, PromptRecord, ScheduleRecord, Signing};
use crate::schedules::{self, ChangeScheduleError, RunScheduleError, ScheduleChange};
use crate::store::StoreError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    pub async fn schedules(&self) -> Result<Vec<ScheduleRecord>, StoreError> {
        schedules::list(self.core()).await
    }

    /// Makes or changes the schedule of a tool.
    pub async fn change_schedule(
        &self,
        tool: &str,
        change: ScheduleChange,
    ) -> Result<ScheduleRecord, ChangeScheduleError> {
        let id = schedules::change(self.core(), tool, change).await?;
        let changed = schedules::of_tool(self.core(), &id).await?;
        changed.ok_or(ChangeScheduleError::NoSchedule(id))
    }

    pub async fn remove_schedule(&self, tool: &str) -> Result<(), LookupError> {
        schedules::remove(self.core(), tool).await
    }

    /// Runs the tool of a schedule now.
    pub async fn run_schedule(&self, tool: &str, caller: Caller) -> Result<CallRecord, RunScheduleError> {
        schedules::run_now(self.core(), tool, caller).await
    }

    /// Makes the webhook of a tool, in place of the one before.
    pub async fn make_hook(
        &self,
        tool: &str,
        prompt: String,
        signing: Signing,
    ) -> Result<MadeHook, MakeHookError> {
        hooks::make(self.core(), tool, prompt, signing).await
    }

    pub async fn hook(&self, tool: &str) -> Result<Option<HookRecord>, LookupError> {
        hooks::show(self.core(), tool).await
    }

    pub async fn remove_hook(&self, tool: &str) -> Result<(), LookupError> {
        hooks::remove(self.core(), tool).await
    }

    /// The tools that have a webhook.
    pub async fn hooked_tools(&self) -> Result<Vec<ToolId>, StoreError> {
        self.core().store.hooked().await
    }

    /// The webhook behind an address.
    pub async fn open_hook(&self, tool: &str, token: &str) -> Result<OpenHook, DeliverError> {
        hooks::open(self.core(), tool, token).await
    }

    /// Runs a webhook's tool with what was delivered.
    pub async fn deliver(
        &self,
        hook: OpenHook,
        once: Option<&str>,
        body: Value,
    ) -> Result<Delivered, DeliverError> {
        hooks::deliver(self.core(), hook, once, body).await
    }

    pub async fn prompts(
        &self,
        status: Option<PromptStatus>,
        page: PageRequest,
    ) -> Result<Page<PromptRecord>, StoreError> {
        prompts::list(self.core(), status, page).await
    }

    /// Takes the oldest prompt that waits; it waits again when nobody was done with it in time.
    pub async fn take_prompt(&self, seconds: u32) -> Result<Option<PromptRecord>, TakePromptError> {
        prompts::take(self.core(), seconds).await
    }

    pub async fn acknowledge_prompt(&self, id: PromptId) -> Result<PromptRecord, LookupError> {
        prompts::acknowledge(self.core(), id).await
    }

    pub async fn remove_prompt(&self, id: PromptId) -> Result<(), LookupError> {
        prompts::remove(self.core(), id).await
    }
}
