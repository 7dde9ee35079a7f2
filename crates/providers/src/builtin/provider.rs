//! The provider of built-in tools: runs them in the server's own process, on threads that may block.

use async_trait::async_trait;
use pegboard_model::builtin::BuiltinToolset;
use pegboard_model::call::{FailureKind, Outcome, ProviderKind, Resolved, ToolFailure};
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::policy::Permit;
use pegboard_model::provider::{Bundle, Contained, Declared, Discovery, Host, Job, Progress, Provider};
use pegboard_model::toolset::Writes;

use super::config::BuiltinConfig;
use super::shell::Shell;
use super::{filesystem, shell, worker};

/// The one tool that does not only work on files.
const RUN_COMMAND: &str = "run_command";

/// The built-in tools of one house.
#[derive(Debug)]
pub struct BuiltinProvider {
    shell: Shell,
}

impl BuiltinProvider {
    /// Those of a house.
    pub fn new(config: BuiltinConfig) -> Self {
        Self { shell: Shell::new(config) }
    }
}

#[async_trait]
impl Provider for BuiltinProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Builtin
    }

    fn builtin(&self) -> Vec<BuiltinToolset> {
        vec![filesystem::toolset(), shell::toolset(), worker::toolset()]
    }

    async fn discover(
        &self,
        _bundle: &Bundle,
        _tools: &[Declared],
        _progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        Ok(Vec::new())
    }

    fn contains(&self, bundle: &Bundle, resolved: &Resolved) -> Contained {
        match &resolved.tool {
            ToolId::Builtin(name) if name.as_str() == RUN_COMMAND => match bundle.sandbox.writes() {
                Writes::Workspace => Contained::Yes,
                Writes::Anywhere => Contained::No(
                    "commands may write outside of the workspace (`writes: anywhere`)".to_owned(),
                ),
            },
            ToolId::Builtin(name) if filesystem::has(name.as_str()) => Contained::Yes,
            _ => Contained::No("it may do more than change the workspace".to_owned()),
        }
    }

    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        if !permit.covers(&job.resolved, job.network) {
            let message = "The permit was given for another tool, or for a run in a copy of the workspace.";
            return Outcome::failed(ToolFailure::new(FailureKind::Denied, message));
        }
        let ToolId::Builtin(name) = &job.resolved.tool else {
            let message = format!("`{}` is no built-in tool", job.resolved.tool);
            return Outcome::failed(ToolFailure::new(FailureKind::Missing, message));
        };
        if worker::is_for_worker(&job) {
            return worker::run(&job, host).await;
        }
        let result = match name.as_str() {
            RUN_COMMAND => self.shell.run(&job, host).await,
            file_tool => filesystem::run(file_tool, &job, host).await,
        };
        Outcome { result, log: String::new() }
    }

    async fn release(&self, _toolset: &ToolsetId) {}

    async fn shutdown(&self) {}
}
