//! What every source of tools can do, and what it may ask of the engine.

mod at_work;

pub use at_work::{Answer, AtWork, Told};

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::builtin::BuiltinToolset;
use crate::call::{
    Answered, CallerLine, NeedsApproval, Outcome, ProviderKind, Resolved, Statement, Subcall, Telemetry,
    ToolFailure,
};
use crate::config::Settings;
use crate::container::ContainerManifest;
use crate::fingerprint::Fingerprint;
use crate::ids::{CallId, ChatId, ToolName, ToolsetId};
use crate::policy::Permit;
pub use crate::policy::{Contained, Network};
use crate::toolset::{Hooks, Isolation, Sandbox};
use crate::variables::Variables;

/// An installed toolset, as a provider needs it.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// Which toolset.
    pub toolset: ToolsetId,
    /// Its folder, absolute. Providers read it and never write there.
    pub root: PathBuf,
    /// Over all its files: when this changes, whatever a provider keeps warm is stale.
    pub fingerprint: Fingerprint,
    /// The Python modules of its entrypoints, such as `tools.files`.
    pub modules: Vec<String>,
    /// The requirement lines of its Python environment; empty means the base environment.
    pub requirements: Vec<String>,
    /// What its Python code wants called before its tools are.
    pub hooks: Hooks,
    /// How a call's process is made; `None` leaves it to the provider.
    pub isolation: Option<Isolation>,
    /// What its Python tools may touch, or the commands of the built-in shell.
    pub sandbox: Sandbox,
}

/// A tool as a bundle declares it, to be looked up in the bundle's code.
#[derive(Debug, Clone)]
pub struct Declared {
    /// Its id in the toolset.
    pub tool: ToolName,
    /// `module.path:function`.
    pub entrypoint: String,
}

/// What a tool's code says of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Definition {
    /// Display name.
    pub name: Option<String>,
    /// What it does, for people and models.
    pub description: Option<String>,
    /// JSON Schema of its arguments.
    pub input_schema: Option<Value>,
    /// When it wants a person to see its calls; `None` where it does not say.
    pub needs_approval: Option<NeedsApproval>,
    /// A word to group it by.
    pub category: Option<String>,
    /// Where its code is, of a tool that no manifest declares: `package:name` or `./path/module.ts:name`.
    pub entrypoint: Option<String>,
}

/// One declared tool's definition, or why its code gives none.
#[derive(Debug, Clone)]
pub struct Discovery {
    /// Its id in the toolset.
    pub tool: ToolName,
    /// What was found.
    pub found: Result<Definition, ToolFailure>,
}

/// One call, ready to run.
#[derive(Debug, Clone)]
pub struct Job {
    /// The call.
    pub call: CallId,
    /// Its chat.
    pub chat: ChatId,
    /// The tool and its checked arguments.
    pub resolved: Resolved,
    /// The toolset's bundle.
    pub bundle: Arc<Bundle>,
    /// The chat's workspace, absolute; the tool's working directory.
    pub workspace: PathBuf,
    /// What the tool may use.
    pub limits: RunLimits,
    /// What network it has.
    pub network: Network,
    /// What the person who runs the house set for the tool. Nothing that is required is missing.
    pub settings: Arc<Settings>,
    /// What a call of a container tool has besides; `None` for any other.
    pub container: Option<ContainerCall>,
}

/// What a call of a container tool has besides.
#[derive(Debug, Clone)]
pub struct ContainerCall {
    /// What the tool declares.
    pub manifest: Arc<ContainerManifest>,
    /// What the caller says of where and when it is.
    pub telemetry: Telemetry,
}

/// What one call may use.
#[derive(Debug, Clone, Copy)]
pub struct RunLimits {
    /// Wall-clock time, from start to result.
    pub timeout: Duration,
    /// Bytes of its result as JSON.
    pub result_bytes: u64,
    /// Bytes of its log that are kept, split between its beginning and its end.
    pub log_bytes: usize,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(120), result_bytes: 64 << 20, log_bytes: 128 << 10 }
    }
}

/// What the engine offers to a running call.
#[async_trait]
pub trait Host: Send + Sync {
    /// Fires when the call is to stop: a person cancelled it, or the server shuts down.
    fn cancelled(&self) -> CancellationToken;

    /// Takes a piece of what the tool prints, while it prints. Never blocks.
    fn log(&self, text: &str);

    /// Hears that the tool has answered, while the call's processes have yet to end. What they left in the workspace
    /// may be looked at from here on; the look that counts comes when nothing of the call lives. Never blocks.
    fn answered(&self) {}

    /// Calls another tool: resolved, judged and recorded as any call, with this one as its parent. Only tools that hold no
    /// workspace of their own can do so, which are those that hand work to workers: two calls do not work in one chat's
    /// folder at once. What is under way ends when this is dropped.
    async fn call(&self, subcall: Subcall) -> Answered {
        Answered::Refused { reason: format!("`{}` cannot be called from here", subcall.tool) }
    }

    /// What a worker has that the call hands work to; `None` where it hands work to none.
    fn at_work(&self) -> Option<&dyn AtWork> {
        None
    }

    /// The way back to whoever called, where there is one.
    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        None
    }
}

/// Takes short lines about a long step, such as the making of an environment.
pub trait Progress: Send + Sync {
    /// One line, for people.
    fn step(&self, line: &str);
}

/// A source of tools.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Which one.
    fn kind(&self) -> ProviderKind;

    /// The toolsets that it brings itself, in every house. They need no bundle.
    fn builtin(&self) -> Vec<BuiltinToolset> {
        Vec::new()
    }

    /// Hands over where the values of `${VAR}` are kept. Called once, before anything else.
    fn attach_variables(&self, _variables: Arc<dyn Variables>) {}

    /// Reads the definitions of a bundle's tools from its code, making its environment first where there is none.
    /// Where tools stand in the code alone, those that are found come in its order, whatever is declared.
    ///
    /// # Errors
    /// When nothing could be looked up at all; a fault of one tool stands in its [`Discovery`].
    async fn discover(
        &self,
        bundle: &Bundle,
        tools: &[Declared],
        progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure>;

    /// Does what a toolset wants done before its first call, such as the hooks of its manifest. What stands ready already
    /// is not done again; where it failed before, it is tried anew. By default there is nothing to do.
    ///
    /// # Errors
    /// When it fails; calls of the toolset's tools fail with the same then. The message names the toolset.
    async fn initialise(&self, _bundle: &Bundle, _progress: &dyn Progress) -> Result<(), ToolFailure> {
        Ok(())
    }

    /// Asks the code of a tool whether a person must see a call with these arguments. Of tools alone whose
    /// [`Definition`] says that it depends; `None` leaves it at asking.
    async fn statement(
        &self,
        _bundle: &Bundle,
        _tool: &ToolName,
        _args: &Map<String, Value>,
    ) -> Option<Statement> {
        None
    }

    /// Whether all that this tool may do with these arguments stays in the workspace when its network is closed. Only
    /// then is it tried out in a copy before a person decides about it.
    fn contains(&self, _bundle: &Bundle, _resolved: &Resolved) -> Contained {
        Contained::No("tools of this kind are not kept inside the workspace".to_owned())
    }

    /// Runs one call. When this returns, no process of the call lives. Where the job's network is closed, the call has
    /// none, or does not run.
    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome;

    /// Ends whatever is kept warm for a toolset: it was disabled, upgraded or removed.
    async fn release(&self, toolset: &ToolsetId);

    /// Ends everything. The server stops.
    async fn shutdown(&self);
}
