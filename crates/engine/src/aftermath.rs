//! What the end of a call leaves behind besides its record: a prompt, and what its tool may still spend.

use pegboard_model::call::ToolFailure;
use serde_json::Value;

use crate::budgets::{self, Said};
use crate::core::Core;
use crate::prompts;
use crate::record::{CallRecord, PromptRecord};
use crate::store::{StoreError, Write};

/// Nothing of either, most of the time; always so after a failure.
#[derive(Default)]
pub(crate) struct Aftermath {
    prompt: Option<PromptRecord>,
    budget: Option<Said>,
}

impl Aftermath {
    pub(crate) fn of_call(call: &CallRecord, result: &Result<Value, ToolFailure>) -> Self {
        Self { prompt: prompts::of_call(call, result), budget: budgets::of_call(call, result) }
    }

    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.prompt.is_none() && self.budget.is_none()
    }

    /// Writes it down, in the transaction that ends the call.
    pub(crate) async fn add(&self, write: &Write) -> Result<(), StoreError> {
        if let Some(prompt) = &self.prompt {
            prompts::add(write, prompt).await?;
        }
        if let Some(budget) = &self.budget {
            budget.add(write).await?;
        }
        Ok(())
    }

    /// Lets it count and tells of it, once it is written down.
    pub(crate) fn announce(self, core: &Core, call: &CallRecord) {
        prompts::announce(core, call, self.prompt.as_ref());
        if let Some(budget) = self.budget {
            budget.count(core);
        }
    }
}
