//! Installing, upgrading, exporting and removing toolsets, on the database and the disk.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use pegboard_engine::record::{SourceType, ToolRecord};
use pegboard_engine::{
    Consent, Engine, EngineConfig, ExportError, ImportError, ImportSource, Imported, InstallOutcome, Limits,
    Listed, LookupError, Sources,
};
use pegboard_model::call::{FailureKind, NeedsApproval, Outcome, ProviderKind, ToolFailure};
use pegboard_model::ids::ToolsetId;
use pegboard_model::overrides::ToolOverride;
use pegboard_model::policy::{KillSwitch, Permit};
use pegboard_model::provider::{Bundle, Declared, Definition, Discovery, Host, Job, Progress, Provider};
use serde_json::json;
use tempfile::TempDir;

/// Python as far as an import needs it: says the same of every tool, or fails.
#[derive(Default)]
struct Looks {
    broken: AtomicBool,
    released: AtomicUsize,
}

#[async_trait]
impl Provider for Looks {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Python
    }

    async fn discover(
        &self,
        bundle: &Bundle,
        tools: &[Declared],
        _progress: &dyn Progress,
    ) -> Result<Vec<Discovery>, ToolFailure> {
        assert!(
            bundle.root.join("toolset.yaml").is_file(),
            "the bundle is in its place before it is looked at"
        );
        if self.broken.load(Ordering::SeqCst) {
            return Err(ToolFailure::new(FailureKind::Unavailable, "no Python here"));
        }
        let definition = Definition {
            name: Some("From code".into()),
            description: Some("From code".into()),
            input_schema: Some(json!({"type": "object"})),
            needs_approval: Some(NeedsApproval::Always),
            category: None,
            entrypoint: None,
        };
        let found = |tool: &Declared| Discovery { tool: tool.tool.clone(), found: Ok(definition.clone()) };
        Ok(tools.iter().map(found).collect())
    }

    async fn run(&self, _permit: Permit, _job: Job, _host: &dyn Host) -> Outcome {
        Outcome::failed(ToolFailure::new(FailureKind::Unavailable, "runs nothing"))
    }

    async fn release(&self, _toolset: &ToolsetId) {
        self.released.fetch_add(1, Ordering::SeqCst);
    }

    async fn shutdown(&self) {}
}

struct Silent;

impl Progress for Silent {
    fn step(&self, _line: &str) {}
}

/// A data folder, and beside it a bundle to import.
struct House {
    folder: TempDir,
    looks: Arc<Looks>,
    engine: Engine,
}

impl House {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let looks = Arc::new(Looks::default());
        let engine = open(&folder.path().join("data"), &looks).await;
        Self { folder, looks, engine }
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join("source")
    }

    /// Writes the bundle in this version.
    fn write(&self, version: &str) {
        let manifest = MANIFEST.replace("VERSION", version);
        for (path, text) in
            [("toolset.yaml", manifest.as_str()), ("tools/draw.py", CODE), ("art/a.html", "<p>")]
        {
            let file = self.source().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
    }

    async fn import(&self) -> Imported {
        self.engine
            .import(ImportSource::Folder(self.source()), Consent::Whatever, Arc::new(Silent))
            .await
            .unwrap()
    }

    async fn export(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.engine.export("sample").await.unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    }

    /// The versions of the toolset on the disk.
    fn versions(&self) -> usize {
        fs::read_dir(self.folder.path().join("data/toolsets/sample")).map_or(0, Iterator::count)
    }
}

async fn open(data: &Path, looks: &Arc<Looks>) -> Engine {
    let config = EngineConfig {
        data: data.to_owned(),
        database_url: None,
        kill_switch: KillSwitch::ToolsEnabled,
        limits: Limits::default(),
        secret_key: None,
        relevance: Default::default(),
        secret_key_before: None,
        secrets: Arc::default(),
    };
    let providers = vec![Arc::clone(looks) as Arc<dyn Provider>];
    Engine::open(config, Sources { providers, ..Sources::default() }).await.unwrap()
}

const MANIFEST: &str = r#"
manifest_version: "1"
id: sample
name: Sample
version: "VERSION"
requires: [elsewhere]
tools:
  - id: draw
    entrypoint: tools.draw:draw
    renderer: {type: html, artifact: art/a.html}
  - id: erase
    name: Erase
    entrypoint: draw:erase
    requires_confirmation: false
mcp_servers:
  - id: search
    command: search
    env: {API_KEY: sk-secret, OTHER: "${MINE}"}
"#;

const CODE: &str = "def draw(workspace):\n    return {}\n\ndef erase(workspace):\n    return {}\n";

fn named<'a>(tools: &'a [ToolRecord], id: &str) -> &'a ToolRecord {
    tools.iter().find(|tool| tool.id.to_string() == id).unwrap()
}

#[tokio::test]
async fn the_manifest_wins_over_the_code_and_a_wish_to_be_confirmed_over_both() {
    let house = House::new().await;
    house.write("1.0.0");
    let imported = house.import().await;
    assert_eq!(imported.outcome, InstallOutcome::Installed);
    assert_eq!(imported.warnings, ["`sample` requires `elsewhere`, which is not installed"]);
    let (draw, erase) = (named(&imported.tools, "sample:draw"), named(&imported.tools, "sample:erase"));
    assert_eq!((draw.name.as_str(), erase.name.as_str()), ("From code", "Erase"));
    assert_eq!(erase.description, "From code");
    assert!(draw.requires_confirmation && erase.requires_confirmation);
    let detail = house.engine.toolset("sample").await.unwrap();
    assert_eq!(detail.toolset.source_type, SourceType::Local);
    let kinds: Vec<_> = detail.files.iter().map(|file| (file.path.as_str(), file.kind.as_str())).collect();
    assert_eq!(kinds, [("art/a.html", "asset"), ("tools/draw.py", "python"), ("toolset.yaml", "config")]);
    assert!(detail.files.iter().all(|file| Path::new(&file.stored_path).is_file()));
    assert_eq!(detail.mcp_servers.len(), 1);
    house.engine.close().await;
}

#[tokio::test]
async fn an_upgrade_keeps_what_the_user_chose() {
    let house = House::new().await;
    house.write("1.0.0");
    house.import().await;
    let mine = ToolOverride { name_override: Some("Mine".into()), ..ToolOverride::new("sample:draw") };
    house.engine.set_override("sample:draw", mine).await.unwrap();
    house.engine.set_enabled("sample", false).await.unwrap();
    assert_eq!(house.import().await.outcome, InstallOutcome::Unchanged);

    for (version, from) in [("1.1.0", "1.0.0"), ("1.2.0", "1.1.0"), ("1.3.0", "1.2.0")] {
        house.write(version);
        let released = house.looks.released.load(Ordering::SeqCst);
        let upgraded = house.import().await;
        assert_eq!(upgraded.outcome, InstallOutcome::Upgraded { from: from.into() });
        assert_eq!(named(&upgraded.tools, "sample:draw").name, "Mine");
        assert!(!upgraded.toolset.enabled);
        assert!(
            house.looks.released.load(Ordering::SeqCst) > released,
            "nothing of the old version stays warm"
        );
    }
    assert_eq!(house.versions(), 2, "the live version and the one before it");
    house.engine.close().await;
    let House { folder, looks, engine } = house;
    drop(engine);
    let engine = open(&folder.path().join("data"), &looks).await;
    let house = House { folder, looks, engine };
    assert_eq!(house.versions(), 1, "the start removes what no row names");
    assert_eq!(house.engine.tool("sample:draw").unwrap().name, "Mine");
    house.engine.close().await;
}

#[tokio::test]
async fn a_failed_lookup_is_shown_and_had_again() {
    let house = House::new().await;
    house.write("1.0.0");
    house.looks.broken.store(true, Ordering::SeqCst);
    let broken = house.import().await;
    assert_eq!(broken.toolset.problem.as_deref(), Some("no Python here"));
    assert_eq!(named(&broken.tools, "sample:draw").problem.as_deref(), Some("no Python here"));
    house.looks.broken.store(false, Ordering::SeqCst);
    let mended = house.import().await;
    assert_eq!(mended.toolset.problem, None);
    assert_eq!(named(&mended.tools, "sample:draw").problem, None);
    house.engine.close().await;
}

#[tokio::test]
async fn what_is_exported_comes_back_in_another_house_byte_for_byte() {
    let (house, other) = (House::new().await, House::new().await);
    house.write("1.0.0");
    house.import().await;
    let mine = ToolOverride { name_override: Some("Mine".into()), ..ToolOverride::new("sample:draw") };
    house.engine.set_override("sample:draw", mine).await.unwrap();
    let first = house.export().await;
    assert!(!first.windows(9).any(|bytes| bytes == b"sk-secret"));

    let file = other.folder.path().join("bundle.zip");
    fs::write(&file, &first).unwrap();
    let imported = other
        .engine
        .import(ImportSource::Zip { file, name: "bundle.zip".into() }, Consent::Whatever, Arc::new(Silent))
        .await
        .unwrap();
    assert_eq!(named(&imported.tools, "sample:draw").name, "Mine");
    assert_eq!(other.export().await, first);
    let servers = other.engine.toolset("sample").await.unwrap().mcp_servers;
    let env: Vec<_> = servers[0].env.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(env, [("API_KEY", "${API_KEY}"), ("OTHER", "${MINE}")]);
    house.engine.close().await;
    other.engine.close().await;
}

#[tokio::test]
async fn a_damaged_file_is_not_exported_and_is_mended_by_an_import() {
    let house = House::new().await;
    house.write("1.0.0");
    house.import().await;
    let files = house.engine.toolset("sample").await.unwrap().files;
    let code = files.iter().find(|file| file.path == "tools/draw.py").unwrap();
    fs::write(&code.stored_path, "changed").unwrap();
    let error = house.engine.export("sample").await.unwrap_err();
    assert!(matches!(error, ExportError::Pack(_)) && error.to_string().contains("tools/draw.py"), "{error}");
    house.import().await;
    assert_eq!(fs::read_to_string(&code.stored_path).unwrap(), CODE);
    house.export().await;
    house.engine.close().await;
}

#[tokio::test]
async fn uninstalling_leaves_nothing() {
    let house = House::new().await;
    house.write("1.0.0");
    house.import().await;
    let gone = house.engine.uninstall("sample").await.unwrap();
    assert_eq!((gone.tools, gone.files, gone.mcp_servers, gone.overrides), (2, 3, 1, 1));
    assert!(house.engine.toolsets(Listed::Installed).is_empty());
    assert!(!house.folder.path().join("data/toolsets/sample").exists());
    let error = house.engine.uninstall("sample").await.unwrap_err();
    assert!(matches!(error, LookupError::NotFound { .. }), "{error}");
    house.engine.close().await;
}

#[tokio::test]
async fn a_refused_bundle_changes_nothing() {
    let house = House::new().await;
    house.write("1.0.0");
    house.import().await;
    house.write("2.0.0");
    fs::remove_file(house.source().join("tools/draw.py")).unwrap();
    let error = house
        .engine
        .import(ImportSource::Folder(house.source()), Consent::Whatever, Arc::new(Silent))
        .await
        .unwrap_err();
    assert!(matches!(error, ImportError::Bundle(_)), "{error}");
    assert_eq!(house.engine.toolsets(Listed::Installed)[0].version, "1.0.0");
    assert_eq!(house.versions(), 1);
    house.engine.close().await;
}

#[tokio::test]
async fn imports_at_once_end_as_one_installation() {
    let house = House::new().await;
    house.write("1.0.0");
    let imports = futures::future::join_all((0..4).map(|_| house.import())).await;
    let new = imports.iter().filter(|imported| imported.outcome == InstallOutcome::Installed).count();
    let same = imports.iter().filter(|imported| imported.outcome == InstallOutcome::Unchanged).count();
    assert_eq!((new, same), (1, 3));
    assert_eq!(house.versions(), 1);
    house.engine.close().await;
}
