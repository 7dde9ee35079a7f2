//! A provider with a toolset in a temporary folder, and the processes that belong to it.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pegboard_model::call::ApprovalMode;
use pegboard_model::call::{Origin, Outcome, ProviderKind, Resolved, Statement, Switch, ToolFailure};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, Permit, judge, try_out};
use pegboard_model::provider::{Bundle, Host, Job, Network, Progress, Provider, RunLimits};
use pegboard_model::toolset::{Hooks, Sandbox, Writes};
use pegboard_providers::python::{PythonConfig, PythonProvider};
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Environments are made once for all tests: their makers take turns by a lock file.
fn shared_folder() -> PathBuf {
    std::env::var_os("PEGBOARD_TEST_PYTHON_ENVS")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python"), PathBuf::from)
}

pub(crate) struct House {
    pub(crate) provider: PythonProvider,
    pub(crate) name: String,
    pub(crate) folder: TempDir,
}

impl House {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut PythonConfig)) -> Self {
        let name = format!("test-{}", Uuid::now_v7());
        let folder = tempfile::tempdir().unwrap();
        let mut config = PythonConfig::new(folder.path(), &name);
        config.folder = shared_folder();
        change(&mut config);
        fs::create_dir_all(folder.path().join("chats/one/workspace")).unwrap();
        Self { provider: PythonProvider::new(config), name, folder }
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        self.folder.path().join("chats/one/workspace")
    }

    /// A toolset with one module, `tools/t.py`.
    pub(crate) fn bundle(&self, code: &str) -> Arc<Bundle> {
        self.bundle_named("t", code)
    }

    pub(crate) fn bundle_named(&self, toolset: &str, code: &str) -> Arc<Bundle> {
        let root = self.folder.path().join(toolset);
        fs::create_dir_all(root.join("tools")).unwrap();
        fs::write(root.join("tools/t.py"), code).unwrap();
        Arc::new(Bundle {
            toolset: toolset.parse().unwrap(),
            root,
            fingerprint: Fingerprint::of([code]),
            modules: vec!["tools.t".into()],
            requirements: Vec::new(),
            hooks: Hooks::default(),
            isolation: None,
            sandbox: Sandbox::default(),
        })
    }

    /// The same toolset with another sandbox.
    pub(crate) fn with_sandbox(bundle: &Arc<Bundle>, sandbox: Sandbox) -> Arc<Bundle> {
        Arc::new(Bundle { sandbox, ..Bundle::clone(bundle) })
    }

    /// The same toolset with the rights of its user.
    pub(crate) fn unconfined(bundle: &Arc<Bundle>) -> Arc<Bundle> {
        Self::with_sandbox(bundle, Sandbox { writes: Some(Writes::Anywhere), ..Sandbox::default() })
    }

    pub(crate) fn job(&self, bundle: &Arc<Bundle>, function: &str, args: Value) -> Job {
        let Value::Object(args) = args else {
            panic!("arguments are an object");
        };
        Job {
            call: CallId::from(Uuid::now_v7()),
            chat: ChatId::from(Uuid::now_v7()),
            resolved: resolved(bundle, function, args),
            bundle: Arc::clone(bundle),
            workspace: self.workspace(),
            limits: RunLimits::default(),
            network: Network::AsDeclared,
            container: None,
            settings: Arc::default(),
        }
    }

    pub(crate) async fn run(&self, job: Job) -> Outcome {
        self.provider.run(permit(&job.resolved), job, &Listener::default()).await
    }

    /// The same with its network closed, as before a person has decided.
    pub(crate) async fn run_closed(&self, job: Job) -> Outcome {
        let contained = self.provider.contains(&job.bundle, &job.resolved);
        let asked = &job.resolved.fingerprint;
        let permit =
            try_out(&job.resolved, asked, KillSwitch::ToolsEnabled, contained).unwrap().into_closed();
        let job = Job { network: Network::Closed, ..job };
        self.provider.run(permit, job, &Listener::default()).await
    }

    /// Runs one call, and sees that nothing but the warm runner and its spare is left.
    pub(crate) async fn call(&self, bundle: &Arc<Bundle>, function: &str, args: Value) -> Outcome {
        let outcome = self.run(self.job(bundle, function, args)).await;
        self.assert_only_warm();
        outcome
    }

    pub(crate) async fn value(&self, bundle: &Arc<Bundle>, function: &str, args: Value) -> Value {
        self.call(bundle, function, args).await.result.unwrap()
    }

    pub(crate) async fn failure(&self, bundle: &Arc<Bundle>, function: &str, args: Value) -> ToolFailure {
        self.call(bundle, function, args).await.result.unwrap_err()
    }

    /// The processes that carry this house's mark.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let mark = format!("PEGBOARD_HOUSE={}", self.name);
        processes_where("environ", |environ| {
            environ.split(|byte| *byte == 0).any(|one| one == mark.as_bytes())
        })
    }

    /// The runner: the marked process whose parent is this one.
    pub(crate) fn runner_pid(&self) -> i32 {
        let own = std::process::id().to_string();
        let of_ours = |pid: &i32| {
            fs::read_to_string(format!("/proc/{pid}/stat"))
                .is_ok_and(|stat| stat.rsplit(')').next().unwrap().split_whitespace().nth(1) == Some(&own))
        };
        self.processes().into_iter().find(of_ours).expect("a runner")
    }

    /// Nothing of a call is left. A runner that another took the place of is given a moment to end.
    pub(crate) fn assert_only_warm(&self) {
        let until = Instant::now() + Duration::from_secs(10);
        let mut left = self.processes();
        while left.len() > 2 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
            left = self.processes();
        }
        assert!(left.len() <= 2, "more than a runner and its spare: {left:?}");
    }

    /// The end of every test: nothing is left.
    pub(crate) async fn close(self) {
        self.provider.shutdown().await;
        assert_eq!(self.processes(), Vec::<i32>::new());
    }
}

/// Processes for which a file of `/proc/<pid>` says something.
pub(crate) fn processes_where(file: &str, matches: impl Fn(&[u8]) -> bool) -> Vec<i32> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid| fs::read(format!("/proc/{pid}/{file}")).is_ok_and(|bytes| matches(&bytes)))
        .collect()
}

/// Processes with this text in their command line, whatever their environment.
pub(crate) fn processes_called(text: &str) -> Vec<i32> {
    processes_where("cmdline", |line| String::from_utf8_lossy(line).replace('\0', " ").contains(text))
}

fn resolved(bundle: &Bundle, function: &str, args: Map<String, Value>) -> Resolved {
    Resolved {
        tool: format!("{}:{function}", bundle.toolset).parse().unwrap(),
        provider: ProviderKind::Python,
        entrypoint: Some(format!("tools.t:{function}")),
        display_name: function.into(),
        fingerprint: bundle.fingerprint.clone(),
        origin: Origin::Own,
        statement: Statement::Silent,
        switch: Switch::On,
        worker: None,
        house: None,
        bundle_override: None,
        user_override: None,
        args,
    }
}

pub(crate) fn permit(resolved: &Resolved) -> Permit {
    let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::Interactive);
    match judge(resolved, facts) {
        Decision::Allow(permit) => permit,
        other => panic!("{other:?}"),
    }
}

/// A host that can be cancelled, and that fires when a text was logged.
#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) cancel: CancellationToken,
    pub(crate) log: Mutex<String>,
    pub(crate) wanted: Option<String>,
    pub(crate) seen: CancellationToken,
    pub(crate) answers: AtomicUsize,
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
        let Some(wanted) = &self.wanted else { return };
        let mut log = self.log.lock().unwrap();
        log.push_str(text);
        if log.contains(wanted) {
            self.seen.cancel();
        }
    }

    fn answered(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }
}

/// Takes lines about environments.
#[derive(Default)]
pub(crate) struct Steps(pub(crate) Mutex<Vec<String>>);

impl Progress for Steps {
    fn step(&self, line: &str) {
        self.0.lock().unwrap().push(line.into());
    }
}

/// Long enough for anything that is going to happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
