//! The provider of built-in tools: runs them in the server's own process, on threads that may block.

use async_trait::async_trait;
use pegboard_model::builtin::BuiltinToolset;
use pegboard_model::call::{FailureKind, Outcome, ProviderKind, ToolFailure};
use pegboard_model::ids::{ToolId, ToolsetId};
use pegboard_model::policy::Permit;
use pegboard_model::provider::{Bundle, Declared, Discovery, Host, Job, Progress, Provider};

use super::config::BuiltinConfig;
use super::shell::Shell;
use super::{filesystem, shell};

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
        vec![filesystem::toolset(), shell::toolset()]
    }

    async fn discover(
        &self,
        _bundle: &Bundle,
        _tools: &[Declared],
        _progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        Ok(Vec::new())
    }

    async fn run(&self, permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        debug_assert!(permit.covers(&job.resolved));
        let ToolId::Builtin(name) = &job.resolved.tool else {
            let message = format!("`{}` is no built-in tool", job.resolved.tool);
            return Outcome::failed(ToolFailure::new(FailureKind::Missing, message));
        };
        let result = match name.as_str() {
            "run_command" => self.shell.run(&job, host).await,
            file_tool => filesystem::run(file_tool, &job, host).await,
        };
        Outcome { result, log: String::new() }
    }

    async fn release(&self, _toolset: &ToolsetId) {}

    async fn shutdown(&self) {}
}
