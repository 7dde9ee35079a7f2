//! Policy: what the house's owner says, and what people granted.

use pegboard_model::ids::{ChatId, GrantId};

use crate::engine::operations::Engine;
use crate::grants::{self, GrantRecord};
use crate::lookup::LookupError;
use crate::policy::{self, PolicyChange, PolicyError, PolicyRecord};
use crate::policy_trial::{self, Decided, PolicyTrial, PolicyTrialError};
use crate::store::StoreError;

#[allow(clippy::missing_errors_doc, reason = "each error type says when it occurs")]
impl Engine {
    /// The house's policy and its kill switch.
    pub fn policy(&self) -> PolicyRecord {
        policy::show(self.core())
    }

    /// Changes the house's policy and its kill switch, both or neither.
    pub async fn change_policy(&self, change: PolicyChange) -> Result<PolicyRecord, PolicyError> {
        self.uncut(|core| async move { policy::change(&core, change).await }).await
    }

    /// Says what policy makes of a call, without making it.
    pub async fn try_policy(&self, trial: PolicyTrial) -> Result<Decided, PolicyTrialError> {
        policy_trial::try_out(self.core(), trial).await
    }

    /// The latest grants, of one chat or of all.
    pub async fn grants(&self, chat: Option<ChatId>) -> Result<Vec<GrantRecord>, StoreError> {
        grants::list(self.core(), chat).await
    }

    /// Takes a grant back: the tool is asked about again.
    pub async fn revoke_grant(&self, id: GrantId) -> Result<GrantRecord, LookupError> {
        grants::revoke(self.core(), id).await
    }
}
