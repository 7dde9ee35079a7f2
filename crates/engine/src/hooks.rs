//! Webhooks: an address per tool that runs it. Whoever has the address may call the tool, and nothing else; policy is asked
//! as for every call.

use std::sync::Arc;
use std::time::Duration;

use pegboard_model::call::{ApprovalMode, Call, CallStatus, Caller, Telemetry, Triggered, TriggeredBy};
use pegboard_model::ids::{CallId, ToolId};
use pegboard_model::prompt::PROMPT_MAX;
use pegboard_model::time::Timestamp;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::approvals;
use crate::chats;
use crate::clock;
use crate::core::Core;
use crate::lookup::LookupError;
use crate::pipeline::CallError;
use crate::record::{HookRecord, HookRow, Signing};
use crate::seal::{Place, SealError};
use crate::store::StoreError;
use crate::tools;

/// How long a delivery is remembered. A signature is good for less.
const REMEMBERED_MS: i64 = 60 * 60 * 1000;
/// How long whoever delivers waits for the call; it goes on without them.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// What the record names as the caller.
const CALLER: &str = "webhook";
/// The parameter that takes a body whole.
const WHOLE: &str = "payload";

/// Why a webhook was not made.
#[derive(Debug, thiserror::Error)]
pub enum MakeHookError {
    #[error(transparent)]
    Lookup(#[from] LookupError),
    #[error("a webhook's prompt may have {PROMPT_MAX} characters")]
    PromptTooLong,
    #[error("no random numbers are to be had on this machine: {0}")]
    Random(getrandom::Error),
    #[error(transparent)]
    Seal(#[from] SealError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why nothing came of what was delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// Nothing is at this address.
    #[error("there is no such webhook")]
    NoHook,
    /// It was delivered before.
    #[error("this was delivered before")]
    Repeated,
    /// The body is no object, and the tool has no parameter that takes it whole.
    #[error("the body must be a JSON object: its members are the tool's parameters")]
    NoObject,
    #[error(transparent)]
    Seal(#[from] SealError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A webhook that was just made. Its secrets are told this once.
pub struct MadeHook {
    pub record: HookRecord,
    /// The last part of its address.
    pub token: String,
    /// What signatures are made with.
    pub secret: String,
}

/// A webhook whose address somebody knows.
pub struct OpenHook {
    tool: ToolId,
    prompt: String,
    pub signing: Signing,
    /// What signatures are made with.
    pub secret: String,
}

/// What became of what was delivered, as far as it is known yet.
#[derive(Debug, Clone, Copy)]
pub struct Delivered {
    pub call: CallId,
    pub status: CallStatus,
}

/// Makes the webhook of a tool. The address before it is good for nothing then.
pub(crate) async fn make(
    core: &Core,
    tool: &str,
    prompt: String,
    signing: Signing,
) -> Result<MadeHook, MakeHookError> {
    let tool = tools::tool(core, tool)?;
    if prompt.chars().count() > PROMPT_MAX {
        return Err(MakeHookError::PromptTooLong);
    }
    let (token, secret) = (random()?, random()?);
    let sealing = core.seal.turn().await;
    let row = HookRow {
        token_sha256: hash(&[token.as_bytes()]),
        secret: sealing.seal(&Place::Hook(tool.id.clone()), &secret)?,
        tool: tool.id,
        toolset: tool.toolset,
        prompt,
        signing,
        created_at: clock::now(),
        last_used_at: None,
    };
    core.store.put_hook(&row).await?;
    drop(sealing);
    core.hooked.made(&row.tool);
    Ok(MadeHook { record: row.into(), token, secret })
}

/// The webhook of a tool, if it has one.
pub(crate) async fn show(core: &Core, tool: &str) -> Result<Option<HookRecord>, LookupError> {
    let tool = tools::tool(core, tool)?.id;
    Ok(core.store.hook(&tool).await?.map(HookRecord::from))
}

pub(crate) async fn remove(core: &Core, tool: &str) -> Result<(), LookupError> {
    let id = tools::tool(core, tool)?.id;
    core.hooked.removed(&id);
    match core.store.remove_hook(&id).await? {
        true => Ok(()),
        false => Err(LookupError::missing("webhook", tool)),
    }
}

/// The webhook behind an address.
pub(crate) async fn open(core: &Core, tool: &str, token: &str) -> Result<OpenHook, DeliverError> {
    let id: ToolId = tool.parse().map_err(|_| DeliverError::NoHook)?;
    let row = core.store.hook(&id).await?;
    // Hashes are compared, so nothing can be learned from how long that takes.
    let row = row.filter(|row| row.token_sha256 == hash(&[token.as_bytes()])).ok_or(DeliverError::NoHook)?;
    let secret = core.seal.unseal(&Place::Hook(row.tool.clone()), &row.secret)?;
    Ok(OpenHook { tool: row.tool, prompt: row.prompt, signing: row.signing, secret })
}

/// Runs the tool with what was delivered. `once` is what tells a delivery from every other; one that was there before is
/// refused.
pub(crate) async fn deliver(
    core: &Arc<Core>,
    hook: OpenHook,
    once: Option<&str>,
    body: Value,
) -> Result<Delivered, DeliverError> {
    let now = clock::now();
    if let Some(once) = once {
        let sha256 = hash(&[hook.tool.to_string().as_bytes(), once.as_bytes()]);
        let forgotten = Timestamp::from_unix_millis(now.unix_millis() - REMEMBERED_MS).unwrap_or(now);
        if !core.store.add_delivery(&sha256, now, forgotten).await? {
            return Err(DeliverError::Repeated);
        }
    }
    let args = arguments(core, &hook.tool, body)?;
    core.store.hook_was_used(&hook.tool, now).await?;
    let owner = format!("webhook:{}", hook.tool);
    let chat = chats::chat_here_of(core, &owner, &format!("Webhook of {}", hook.tool)).await?;
    let id: CallId = clock::fresh();
    let call = Call {
        tool: hook.tool.to_string(),
        args,
        chat: Some(chat),
        message: None,
        worker: None,
        parent: None,
        telemetry: Telemetry::default(),
        id: Some(id),
        triggered: Some(Triggered { by: TriggeredBy::Webhook, prompt: hook.prompt }),
        caller: Caller { name: CALLER.to_owned(), mode: ApprovalMode::Interactive },
        line: None,
    };
    let worker = Arc::clone(core);
    let run = core.tasks.spawn(async move { approvals::call(&worker, call, chat).await });
    match tokio::time::timeout(ANSWERED_WITHIN, run).await {
        Ok(done) => {
            let call = done.map_err(CallError::from)??;
            Ok(Delivered { call: call.id, status: call.status })
        }
        Err(_) => Ok(Delivered { call: id, status: CallStatus::Running }),
    }
}

/// A body is the tool's parameters, or the one that takes it whole.
fn arguments(core: &Core, tool: &ToolId, body: Value) -> Result<Map<String, Value>, DeliverError> {
    let registry = core.registry.current();
    let schema = registry.tool(&tool.to_string()).and_then(|entry| entry.row.input_schema.as_ref());
    let takes_it_whole =
        schema.and_then(|schema| schema.get("properties")?.get(WHOLE)).is_some() && body.get(WHOLE).is_none();
    match body {
        body if takes_it_whole => Ok(Map::from_iter([(WHOLE.to_owned(), body)])),
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        _ => Err(DeliverError::NoObject),
    }
}

fn random() -> Result<String, MakeHookError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(MakeHookError::Random)?;
    Ok(hex(&bytes))
}

/// Over all parts, each with its length.
fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.len().to_le_bytes());
        hasher.update(part);
    }
    hex(&hasher.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
