//! A provider with servers, and everything around it that a test may look at.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use pegboard_mcp::client::{McpConfig, McpProvider};
use pegboard_model::call::{
    ApprovalMode, CallerLine, LineError, News, Origin, Outcome, ProviderKind, Question, Resolved, Statement,
    Switch,
};
use pegboard_model::fingerprint::Fingerprint;
use pegboard_model::ids::{CallId, ChatId, ServerKey, ToolId, ToolsetId};
use pegboard_model::policy::{Decision, Facts, KillSwitch, Permit, judge};
use pegboard_model::provider::{Bundle, Host, Job, Network, Provider, RunLimits};
use pegboard_model::servers::{
    Announced, ServerConfig, ServerEvents, ServerProvider, ServerReport, Vault, VaultError,
};
use pegboard_model::toolset::{Hooks, McpServer, Sandbox, ServerScope, Transport};
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// For what takes long only when something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct House {
    pub(crate) provider: Arc<McpProvider>,
    pub(crate) name: String,
    pub(crate) folder: TempDir,
    pub(crate) vault: Arc<Safe>,
    pub(crate) events: tokio::sync::Mutex<mpsc::UnboundedReceiver<Event>>,
}

/// What a provider told the house.
#[derive(Debug)]
pub(crate) enum Event {
    Status(ServerReport),
    Announced(Arc<Announced>),
    Notified(String, Value),
}

impl House {
    pub(crate) async fn with(servers: Vec<ServerConfig>, change: impl FnOnce(&mut McpConfig)) -> Self {
        let name = format!("test-{}", Uuid::now_v7());
        let folder = tempfile::tempdir().unwrap();
        let mut config = McpConfig::new(folder.path().join("tmp"), &name);
        config.end_time = Duration::from_millis(200);
        change(&mut config);
        let provider = Arc::new(McpProvider::new(config));
        let vault = Arc::new(Safe::default());
        let (sender, events) = mpsc::unbounded_channel();
        provider.attach(Arc::clone(&vault) as Arc<dyn Vault>, Arc::new(Ear(sender)));
        provider.configure(servers).await;
        Self { provider, name, folder, vault, events: tokio::sync::Mutex::new(events) }
    }

    pub(crate) async fn new(servers: Vec<ServerConfig>) -> Self {
        Self::with(servers, |_| {}).await
    }

    /// A call in a chat whose workspace is a folder of this house.
    pub(crate) fn job(&self, tool: &str, args: Value) -> Job {
        let workspace = self.folder.path().join("workspace");
        fs::create_dir_all(&workspace).unwrap();
        job(tool, args, workspace)
    }

    pub(crate) async fn run(&self, job: Job, host: &dyn Host) -> Outcome {
        self.provider.run(permit(&job.resolved), job, host).await
    }

    pub(crate) async fn call(&self, tool: &str, args: Value) -> Outcome {
        self.run(self.job(tool, args), &Listener::default()).await
    }

    /// Waits for an event that is looked for.
    pub(crate) async fn event(&self, mut is_it: impl FnMut(&Event) -> bool) -> Event {
        let mut events = self.events.lock().await;
        let waiting = async {
            loop {
                let event = events.recv().await.expect("the provider lives");
                if is_it(&event) {
                    return event;
                }
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("the event comes")
    }

    pub(crate) fn report(&self) -> ServerReport {
        self.provider.reports().remove(0)
    }

    /// The processes that carry this house's mark.
    pub(crate) fn processes(&self) -> Vec<i32> {
        marked("PEGBOARD_HOUSE", &self.name)
    }

    /// The end of every test: nothing is left.
    pub(crate) async fn close(self) {
        self.provider.shutdown().await;
        assert_eq!(self.processes(), Vec::<i32>::new());
    }
}

/// The processes that were started with this variable.
pub(crate) fn marked(variable: &str, value: &str) -> Vec<i32> {
    let mark = format!("{variable}={value}");
    let pids =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    let carries = |pid: &i32| {
        fs::read(format!("/proc/{pid}/environ"))
            .is_ok_and(|environ| environ.split(|byte| *byte == 0).any(|one| one == mark.as_bytes()))
    };
    pids.filter(carries).collect()
}

/// The text of a result's first content.
pub(crate) fn text(outcome: &Outcome) -> &str {
    let result = outcome.result.as_ref().unwrap_or_else(|failure| panic!("{failure}: {:?}", failure.detail));
    result["content"][0]["text"].as_str().unwrap()
}

/// A script beside these tests.
pub(crate) fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers").join(name)
}

pub(crate) fn key(id: &str) -> ServerKey {
    ServerKey { toolset: "t".parse().unwrap(), server: id.parse().unwrap() }
}

/// A server that is a Python script of ours.
pub(crate) fn python(id: &str, script_name: &str, args: &[&str]) -> ServerConfig {
    let mut all = vec![script(script_name).display().to_string()];
    all.extend(args.iter().map(|arg| (*arg).to_owned()));
    program(id, "python3", all)
}

pub(crate) fn program(id: &str, command: &str, args: Vec<String>) -> ServerConfig {
    server(id, Transport::Stdio { command: command.to_owned(), args, cwd: None, env: BTreeMap::new() })
}

pub(crate) fn server(id: &str, transport: Transport) -> ServerConfig {
    let server = McpServer {
        id: id.parse().unwrap(),
        transport,
        enabled: true,
        requires_confirmation: None,
        scope: ServerScope::Shared,
        lazy: true,
    };
    ServerConfig { key: key(id), server, root: std::env::temp_dir(), enabled: true }
}

pub(crate) fn of_chats(mut config: ServerConfig) -> ServerConfig {
    config.server.scope = ServerScope::Chat;
    config
}

pub(crate) fn job(tool: &str, args: Value, workspace: PathBuf) -> Job {
    let Value::Object(args) = args else { panic!("arguments are an object") };
    let (server, tool) = tool.split_once('/').unwrap_or(("s", tool));
    let resolved = resolved(ToolId::Mcp { server: key(server), tool: tool.to_owned() }, args);
    Job {
        call: CallId::from(Uuid::now_v7()),
        chat: ChatId::from(Uuid::now_v7()),
        resolved,
        bundle: Arc::new(Bundle {
            toolset: "t".parse().unwrap(),
            root: std::env::temp_dir(),
            fingerprint: Fingerprint::of(["t"]),
            modules: Vec::new(),
            requirements: Vec::new(),
            hooks: Hooks::default(),
            isolation: None,
            sandbox: Sandbox::default(),
        }),
        workspace,
        limits: RunLimits::default(),
        network: Network::AsDeclared,
        container: None,
        settings: Arc::default(),
    }
}

fn resolved(tool: ToolId, args: Map<String, Value>) -> Resolved {
    Resolved {
        display_name: tool.name().to_owned(),
        tool,
        provider: ProviderKind::Mcp,
        entrypoint: None,
        fingerprint: Fingerprint::of(["t"]),
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
    let facts = Facts::new(KillSwitch::ToolsEnabled, ApprovalMode::ApproveAll);
    match judge(resolved, facts) {
        Decision::Allow(permit) => permit,
        other => panic!("{other:?}"),
    }
}

/// What a call logs, its caller, and a way to cancel it.
#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) cancel: CancellationToken,
    pub(crate) line: Option<Arc<Line>>,
    pub(crate) heard: Mutex<String>,
    /// Cancels the call when this is logged.
    pub(crate) cancel_at: Option<&'static str>,
}

impl Host for Listener {
    fn cancelled(&self) -> CancellationToken {
        self.cancel.clone()
    }

    fn log(&self, text: &str) {
        let mut heard = self.heard.lock().unwrap();
        heard.push_str(text);
        if self.cancel_at.is_some_and(|word| heard.contains(word)) {
            self.cancel.cancel();
        }
    }

    fn caller(&self) -> Option<Arc<dyn CallerLine>> {
        self.line.clone().map(|line| line as Arc<dyn CallerLine>)
    }
}

/// A caller that answers everything with the same.
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) answer: Value,
    pub(crate) told: Mutex<Vec<News>>,
    pub(crate) asked: Mutex<Vec<(Question, Value)>>,
}

#[async_trait]
impl CallerLine for Line {
    fn answers(&self, _question: Question) -> bool {
        true
    }

    async fn ask(&self, question: Question, params: Value) -> Result<Value, LineError> {
        self.asked.lock().unwrap().push((question, params));
        Ok(self.answer.clone())
    }

    fn tell(&self, news: News) {
        self.told.lock().unwrap().push(news);
    }
}

/// A vault in memory.
#[derive(Debug, Default)]
pub(crate) struct Safe {
    pub(crate) variables: Mutex<BTreeMap<String, String>>,
    pub(crate) credentials: Mutex<BTreeMap<ServerKey, String>>,
}

#[async_trait]
impl Vault for Safe {
    async fn variable(&self, _toolset: &ToolsetId, name: &str) -> Result<Option<String>, VaultError> {
        Ok(self.variables.lock().unwrap().get(name).cloned())
    }

    async fn credentials(&self, server: &ServerKey) -> Result<Option<String>, VaultError> {
        Ok(self.credentials.lock().unwrap().get(server).cloned())
    }

    async fn keep_credentials(&self, server: &ServerKey, value: Option<String>) -> Result<(), VaultError> {
        let mut credentials = self.credentials.lock().unwrap();
        match value {
            Some(value) => credentials.insert(server.clone(), value),
            None => credentials.remove(server),
        };
        Ok(())
    }
}

struct Ear(mpsc::UnboundedSender<Event>);

impl ServerEvents for Ear {
    fn status_changed(&self, report: ServerReport) {
        let _over = self.0.send(Event::Status(report));
    }

    fn announced(&self, _server: &ServerKey, announced: Arc<Announced>) {
        let _over = self.0.send(Event::Announced(announced));
    }

    fn notified(&self, _server: &ServerKey, method: &str, params: Value) {
        let _over = self.0.send(Event::Notified(method.to_owned(), params));
    }
}
