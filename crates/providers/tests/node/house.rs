//! A provider with a toolset in a temporary folder, and the processes that belong to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use pegboard_model::call::{
    ApprovalMode, CallerLine, LineError, News, Origin, Outcome, ProviderKind, Question, Resolved, Statement,
    Switch, ToolFailure,
};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, Permit, judge};
use pegboard_model::provider::{Bundle, Discovery, Host, Job, Network, Progress, Provider, RunLimits};
use pegboard_model::toolset::{Hooks, Sandbox};
use pegboard_providers::node::{NodeConfig, NodeProvider};
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The runner's packages are installed once for all tests: their makers take turns by a lock file.
fn shared_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("node")
}

pub(crate) struct House {
    pub(crate) provider: NodeProvider,
    pub(crate) name: String,
    pub(crate) folder: TempDir,
    chat: ChatId,
}

impl House {
    pub(crate) fn new() -> Self {
        let name = format!("test-{}", Uuid::now_v7());
        let folder = tempfile::tempdir().unwrap();
        let mut config = NodeConfig::new(folder.path(), &name);
        // The packages are shared by links, what is laid out for bundles is not.
        fs::create_dir_all(&config.folder).unwrap();
        for shared in ["runner", "envs"] {
            fs::create_dir_all(shared_folder().join(shared)).unwrap();
            std::os::unix::fs::symlink(shared_folder().join(shared), config.folder.join(shared)).unwrap();
        }
        config.idle_after = Duration::from_secs(60);
        for chat in ["one", "two"] {
            fs::create_dir_all(folder.path().join("chats").join(chat)).unwrap();
        }
        Self { provider: NodeProvider::new(config), name, folder, chat: ChatId::from(Uuid::now_v7()) }
    }

    /// The same with other settings, before anything runs.
    pub(crate) fn set_up(&mut self, change: impl FnOnce(&mut NodeConfig)) {
        let mut config = self.provider.config().clone();
        change(&mut config);
        self.provider = NodeProvider::new(config);
    }

    pub(crate) fn workspace(&self, chat: &str) -> PathBuf {
        self.folder.path().join("chats").join(chat)
    }

    /// A toolset with these files, whose manifest says this of Node.
    pub(crate) fn bundle(&self, node: &str, files: &[(&str, &str)]) -> Arc<Bundle> {
        let root = self.folder.path().join("t");
        let manifest = format!("manifest_version: \"1\"\nid: t\nname: T\nversion: 1.0.0\nnode: {node}\n");
        let all = [("toolset.yaml", manifest.as_str())];
        let mut parts = Vec::new();
        for (name, text) in all.iter().chain(files) {
            let file = root.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
            parts.extend([*name, *text]);
        }
        Arc::new(Bundle {
            toolset: "t".parse().unwrap(),
            root,
            fingerprint: Fingerprint::of(parts),
            modules: Vec::new(),
            requirements: Vec::new(),
            hooks: Hooks::default(),
            isolation: None,
            sandbox: Sandbox::default(),
        })
    }

    pub(crate) fn job(&self, bundle: &Arc<Bundle>, code: &str, tool: &str, args: Value) -> Job {
        let Value::Object(args) = args else { panic!("arguments are an object") };
        let resolved = Resolved {
            tool: format!("{}:{tool}", bundle.toolset).parse().unwrap(),
            provider: ProviderKind::Node,
            entrypoint: Some(format!("{code}:{tool}")),
            display_name: tool.into(),
            fingerprint: bundle.fingerprint.clone(),
            origin: Origin::Own,
            statement: Statement::Silent,
            switch: Switch::On,
            worker: None,
            house: None,
            bundle_override: None,
            user_override: None,
            args,
        };
        Job {
            call: CallId::from(Uuid::now_v7()),
            chat: self.chat,
            resolved,
            bundle: Arc::clone(bundle),
            workspace: self.workspace("one"),
            limits: RunLimits::default(),
            network: Network::AsDeclared,
            container: None,
            settings: Arc::default(),
        }
    }

    pub(crate) async fn run(&self, job: Job) -> Outcome {
        self.provider.run(permit(&job.resolved), job, &Listener::default()).await
    }

    pub(crate) async fn value(&self, bundle: &Arc<Bundle>, code: &str, tool: &str, args: Value) -> Value {
        self.run(self.job(bundle, code, tool, args)).await.result.unwrap()
    }

    pub(crate) async fn failure(&self, bundle: &Arc<Bundle>, code: &str, tool: &str) -> ToolFailure {
        self.run(self.job(bundle, code, tool, serde_json::json!({}))).await.result.unwrap_err()
    }

    pub(crate) async fn discover(&self, bundle: &Bundle) -> Result<Vec<Discovery>, ToolFailure> {
        self.provider.discover(bundle, &[], &Steps::default()).await
    }

    /// The processes that carry this house's mark.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let mark = format!("PEGBOARD_HOUSE={}", self.name);
        let carries = |pid: &i32| {
            fs::read(format!("/proc/{pid}/environ"))
                .is_ok_and(|environ| environ.split(|byte| *byte == 0).any(|one| one == mark.as_bytes()))
        };
        let pids = fs::read_dir("/proc").unwrap();
        pids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).filter(carries).collect()
    }

    /// The end of every test: nothing is left.
    pub(crate) async fn close(self) {
        self.provider.shutdown().await;
        assert_eq!(self.processes(), Vec::<i32>::new());
        let scratch = self.folder.path().join("tmp");
        // They go in the background, and say nothing when they are gone.
        let gone = async {
            while !list(&scratch).is_empty() {
                tokio::task::yield_now().await;
            }
        };
        let gone = tokio::time::timeout(PATIENCE, gone).await;
        assert!(gone.is_ok(), "temporary folders are left: {:?}", list(&scratch));
    }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default()
}

pub(crate) fn permit(resolved: &Resolved) -> Permit {
    let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::Interactive);
    match judge(resolved, facts) {
        Decision::Allow(permit) => permit,
        other => panic!("{other:?}"),
    }
}

/// A host that can be cancelled, that fires when a text was logged, and that keeps what the caller was told.
#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) cancel: CancellationToken,
    pub(crate) log: Mutex<String>,
    pub(crate) wanted: Option<String>,
    pub(crate) seen: CancellationToken,
    pub(crate) told: Arc<Told>,
}

impl Listener {
    pub(crate) fn waiting_for(text: &str) -> Self {
        Self { wanted: Some(text.into()), ..Self::default() }
    }
}

impl Host for Listener {
    fn cancelled(&self) -> CancellationToken {
        self.cancel.clone()
    }

    fn log(&self, text: &str) {
        let mut log = self.log.lock().unwrap();
        log.push_str(text);
        if self.wanted.as_deref().is_some_and(|wanted| log.contains(wanted)) {
            self.seen.cancel();
        }
    }

    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        Some(Arc::clone(&self.told) as _)
    }
}

/// A caller that only listens.
#[derive(Debug, Default)]
pub(crate) struct Told(pub(crate) Mutex<Vec<News>>);

#[async_trait]
impl CallerLine for Told {
    fn answers(&self, _question: Question) -> bool {
        false
    }

    async fn ask(&self, _question: Question, _params: Value) -> Result<Value, LineError> {
        Err(LineError::NotOffered)
    }

    fn tell(&self, news: News) {
        self.0.lock().unwrap().push(news);
    }
}

/// Takes lines about packages.
#[derive(Default)]
pub(crate) struct Steps(pub(crate) Mutex<Vec<String>>);

impl Progress for Steps {
    fn step(&self, line: &str) {
        self.0.lock().unwrap().push(line.into());
    }
}

/// Long enough for anything that is going to happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
