//! How long `Provider::run` takes for a tool that does nothing, on a warm runner.
//!
//! `cargo run --release -p pegboard-providers --example python_call_speed -- [CALLS] [PAUSE_MS] [unconfined]`
//!
//! With a pause between calls the runner has its next process ready, as it has where the server snapshots and records.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use pegboard_model::call::{ApprovalMode, Origin, ProviderKind, Resolved, Statement, Switch};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, judge};
use pegboard_model::provider::{Bundle, Host, Job, Network, Provider, RunLimits};
use pegboard_model::toolset::{Hooks, Sandbox, Writes};
use pegboard_providers::python::{PythonConfig, PythonProvider};
use serde_json::{Map, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

struct Quiet(CancellationToken);

impl Host for Quiet {
    fn cancelled(&self) -> CancellationToken {
        self.0.clone()
    }

    fn log(&self, _text: &str) {}
}

const CODE: &str = "from covalt_toolset import tool\n\n@tool\ndef echo(n: int) -> int:\n    return n\n";

#[tokio::main]
async fn main() {
    let calls = std::env::args().nth(1).map_or(1000, |text| text.parse().unwrap());
    let pause = std::env::args().nth(2).map_or(0, |text| text.parse().unwrap());
    let pause = Duration::from_millis(pause);
    let scratch = tempfile::tempdir().unwrap();
    let mut config = PythonConfig::new(scratch.path(), Uuid::now_v7().to_string());
    if let Some(folder) = std::env::var_os("PEGBOARD_TEST_PYTHON_ENVS") {
        config.folder = folder.into();
    }
    let workspace = config.workspaces.join("one");
    std::fs::create_dir_all(&workspace).unwrap();
    let provider = PythonProvider::new(config);
    let sandbox = match std::env::args().nth(3).as_deref() {
        Some("unconfined") => Sandbox { writes: Some(Writes::Anywhere), ..Sandbox::default() },
        _ => Sandbox::default(),
    };
    let root = scratch.path().join("toolset");
    std::fs::create_dir_all(root.join("tools")).unwrap();
    std::fs::write(root.join("tools/t.py"), CODE).unwrap();
    let bundle = Arc::new(Bundle {
        toolset: "speed".parse().unwrap(),
        root,
        fingerprint: Fingerprint::of([CODE]),
        modules: vec!["tools.t".into()],
        requirements: Vec::new(),
        hooks: Hooks::default(),
        isolation: None,
        sandbox,
    });

    let start = Instant::now();
    call(&provider, &bundle, &workspace).await;
    println!("first call (with all that it starts): {:?}", start.elapsed());
    let mut times: Vec<Duration> = Vec::with_capacity(calls);
    for _ in 0..calls {
        tokio::time::sleep(pause).await;
        let start = Instant::now();
        call(&provider, &bundle, &workspace).await;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{calls} calls: p50 {:?}, p90 {:?}, p99 {:?}", at(50), at(90), at(99));
    provider.shutdown().await;
}

async fn call(provider: &PythonProvider, bundle: &Arc<Bundle>, workspace: &std::path::Path) {
    let resolved = Resolved {
        tool: "speed:echo".parse().unwrap(),
        provider: ProviderKind::Python,
        entrypoint: Some("tools.t:echo".into()),
        display_name: "Echo".into(),
        fingerprint: bundle.fingerprint.clone(),
        origin: Origin::Own,
        statement: Statement::Silent,
        switch: Switch::On,
        worker: None,
        house: None,
        bundle_override: None,
        user_override: None,
        args: Map::from_iter([("n".to_owned(), json!(7))]),
    };
    let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::Interactive);
    let Decision::Allow(permit) = judge(&resolved, facts) else {
        panic!("own tools run");
    };
    let job = Job {
        call: CallId::from(Uuid::now_v7()),
        chat: ChatId::from(Uuid::now_v7()),
        resolved,
        bundle: Arc::clone(bundle),
        workspace: workspace.to_owned(),
        limits: RunLimits::default(),
        network: Network::AsDeclared,
        container: None,
        settings: Arc::default(),
    };
    let outcome = provider.run(permit, job, &Quiet(CancellationToken::new())).await;
    assert_eq!(outcome.result.unwrap(), 7);
}
