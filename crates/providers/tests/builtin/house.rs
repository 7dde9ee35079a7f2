//! A workspace that built-in tools are called in.

use std::path::Path;
use std::sync::Arc;

use pegboard_model::call::{
    ApprovalMode, Origin, Outcome, ProviderKind, Resolved, Statement, Switch, ToolFailure,
};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, judge};
use pegboard_model::provider::{Bundle, Host, Job, Network, Provider, RunLimits};
use pegboard_model::toolset::{Hooks, Sandbox};
use pegboard_providers::builtin::{BuiltinConfig, BuiltinProvider};
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// A folder around a workspace, so that there is something to break out to.
pub(crate) struct House {
    folder: TempDir,
    provider: BuiltinProvider,
}

impl House {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("workspace")).unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        let provider =
            BuiltinProvider::new(BuiltinConfig::new(folder.path(), folder.path().to_string_lossy()));
        Self { folder, provider }
    }

    /// What lies around the workspace.
    pub(crate) fn outside(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn workspace(&self) -> std::path::PathBuf {
        self.folder.path().join("workspace")
    }

    /// Puts files into the workspace, with the folders on the way.
    pub(crate) fn with(self, files: &[(&str, &str)]) -> Self {
        for (path, text) in files {
            let path = self.workspace().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        self
    }

    pub(crate) async fn call(&self, tool: &str, args: Value) -> Result<Value, ToolFailure> {
        self.run(tool, args, &Quiet::default()).await.result
    }

    /// The message of a call that fails.
    pub(crate) async fn refusal(&self, tool: &str, args: Value) -> String {
        let failure = self.call(tool, args).await.unwrap_err();
        format!("{}: {}", failure.kind.as_str(), failure.message)
    }

    pub(crate) async fn run(&self, tool: &str, args: Value, host: &dyn Host) -> Outcome {
        let bundle = bundle();
        let resolved = resolved(&bundle, tool, args);
        let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::ApproveAll);
        let Decision::Allow(permit) = judge(&resolved, facts) else {
            panic!("the call is not allowed");
        };
        let job = Job {
            // One of its own: a command's processes are found by it, also those of tests that run beside this one.
            call: CallId::from(Uuid::now_v7()),
            chat: ChatId::from(Uuid::now_v7()),
            resolved,
            bundle: Arc::new(bundle),
            workspace: self.workspace(),
            limits: RunLimits::default(),
            network: Network::AsDeclared,
            container: None,
            settings: Arc::default(),
        };
        self.provider.run(permit, job, host).await
    }
}

fn bundle() -> Bundle {
    Bundle {
        toolset: "builtin-filesystem".parse().unwrap(),
        root: "/nowhere".into(),
        fingerprint: Fingerprint::of(["1"]),
        modules: Vec::new(),
        requirements: Vec::new(),
        hooks: Hooks::default(),
        isolation: None,
        sandbox: Sandbox::default(),
    }
}

fn resolved(bundle: &Bundle, tool: &str, args: Value) -> Resolved {
    let Value::Object(args) = args else {
        panic!("arguments are passed by name");
    };
    Resolved {
        tool: tool.parse().unwrap(),
        provider: ProviderKind::Builtin,
        entrypoint: None,
        display_name: tool.into(),
        fingerprint: bundle.fingerprint.clone(),
        origin: Origin::Builtin,
        statement: Statement::Silent,
        switch: Switch::On,
        worker: None,
        house: None,
        bundle_override: None,
        user_override: None,
        args,
    }
}

/// A host that nobody listens to, and that can be cancelled.
#[derive(Default)]
pub(crate) struct Quiet(pub(crate) CancellationToken);

impl Host for Quiet {
    fn cancelled(&self) -> CancellationToken {
        self.0.clone()
    }

    fn log(&self, _text: &str) {}
}
