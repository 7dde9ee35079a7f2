//! The look at a workspace between a tool's answer and the end of its processes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use pegboard_engine::{At, Consent, Engine, EngineConfig, ImportSource, Limits, Sources};
use pegboard_model::call::{
    ApprovalMode, Call, CallStatus, Caller, Outcome, ProviderKind, Telemetry, ToolFailure,
};
use pegboard_model::ids::ToolsetId;
use pegboard_model::policy::{KillSwitch, Permit};
use pegboard_model::provider::{Bundle, Declared, Definition, Discovery, Host, Job, Progress, Provider};
use serde_json::{Map, json};

/// Answers, and goes on to write once the first file's blob was stored.
struct WritesOn;

#[async_trait]
impl Provider for WritesOn {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Python
    }

    async fn discover(
        &self,
        _bundle: &Bundle,
        tools: &[Declared],
        _progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        let found = |tool: &Declared| Discovery { tool: tool.tool.clone(), found: Ok(Definition::default()) };
        Ok(tools.iter().map(found).collect())
    }

    async fn run(&self, _permit: Permit, job: Job, host: &dyn Host) -> Outcome {
        fs::write(job.workspace.join("first"), "answered").unwrap();
        host.answered();
        let blobs = job.workspace.parent().unwrap().join("blobs");
        // A folder of blobs says nothing when it gets one.
        while !holds_a_blob(&blobs) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        fs::write(job.workspace.join("first"), "written again").unwrap();
        fs::write(job.workspace.join("second"), "written late").unwrap();
        Outcome { result: Ok(json!("done")), log: String::new() }
    }

    async fn release(&self, _toolset: &ToolsetId) {}

    async fn shutdown(&self) {}
}

struct Silent;

impl Progress for Silent {
    fn step(&self, _line: &str) {}
}

fn holds_a_blob(blobs: &Path) -> bool {
    let Ok(shards) = fs::read_dir(blobs) else { return false };
    let shards = shards.map(|shard| shard.unwrap().path());
    shards
        .filter(|shard| shard.file_name().is_some_and(|name| name.len() == 2))
        .any(|shard| fs::read_dir(shard).is_ok_and(|mut blobs| blobs.next().is_some()))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_after_the_answer_is_recorded_as_it_is_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source");
    fs::create_dir_all(source.join("tools")).unwrap();
    let manifest = "manifest_version: \"1\"\nid: late\nname: Late\nversion: \"1.0.0\"\n\
                    tools:\n  - {id: write, entrypoint: \"tools.write:write\"}\n";
    fs::write(source.join("toolset.yaml"), manifest).unwrap();
    fs::write(source.join("tools/write.py"), "def write(workspace):\n    return {}\n").unwrap();
    let config = EngineConfig {
        data: folder.path().join("data"),
        database_url: None,
        kill_switch: KillSwitch::ToolsEnabled,
        limits: Limits::default(),
        secret_key: None,
        relevance: Default::default(),
        secret_key_before: None,
        secrets: Arc::default(),
    };
    let providers = vec![Arc::new(WritesOn) as Arc<dyn Provider>];
    let engine = Engine::open(config, Sources { providers, ..Sources::default() }).await.unwrap();
    engine.import(ImportSource::Folder(source), Consent::Whatever, Arc::new(Silent)).await.unwrap();

    let caller = Caller { name: "test".into(), mode: ApprovalMode::Interactive };
    let call = Call {
        tool: "late:write".into(),
        args: Map::new(),
        chat: None,
        message: None,
        worker: None,
        parent: None,
        triggered: None,
        id: None,
        telemetry: Telemetry::default(),
        caller,
        line: None,
    };
    let record = engine.call(call).await.unwrap();

    assert_eq!(record.status, CallStatus::Success);
    assert_eq!(record.changes.added, ["first", "second"]);
    let files = engine.files(record.chat, At::Manifest(record.post_manifest.unwrap())).await.unwrap();
    let sizes: Vec<_> = files.entries.iter().map(|file| (file.path.to_string(), file.size)).collect();
    assert_eq!(sizes, [("first".to_owned(), Some(13)), ("second".to_owned(), Some(12))]);
    engine.close().await;
}
