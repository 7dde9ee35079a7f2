//! Another key for what is kept encrypted: wherever the change is cut off, everything opens afterwards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use pegboard_engine::{
    ConfigOf, ConfigTest, Consent, Engine, EngineConfig, ImportSource, Limits, RotateError, Rotated, Sources,
};
use pegboard_model::policy::KillSwitch;
use pegboard_model::provider::Progress;
use serde_json::json;

const FIRST: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const SECOND: &str = "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

const MANIFEST: &str = "manifest_version: \"1\"\nid: sample\nname: Sample\nversion: \"1.0.0\"\n\
    config_schema: {api_key: {secret: true, required: true}, region: {}}\n";

struct Quiet;

impl Progress for Quiet {
    fn step(&self, _line: &str) {}
}

async fn open(data: &Path, key: Option<&str>, before: Option<&str>) -> Engine {
    let config = EngineConfig {
        data: data.to_owned(),
        database_url: None,
        kill_switch: KillSwitch::ToolsEnabled,
        limits: Limits::default(),
        secret_key: key.map(str::to_owned),
        relevance: Default::default(),
        secret_key_before: before.map(str::to_owned),
        secrets: Arc::default(),
    };
    Engine::open(config, Sources::default()).await.unwrap()
}

/// A house with one secret, one other value and one variable.
async fn furnished(data: &Path, key: Option<&str>) -> Engine {
    let engine = open(data, key, None).await;
    let bundle = tempfile::tempdir().unwrap();
    fs::write(bundle.path().join("toolset.yaml"), MANIFEST).unwrap();
    let source = ImportSource::Folder(bundle.path().to_owned());
    engine.import(source, Consent::Whatever, Arc::new(Quiet)).await.unwrap();
    let values = json!({"api_key": "sk-12345678", "region": "eu"}).as_object().unwrap().clone();
    engine.set_config(of(), values).await.unwrap();
    engine.set_variable("sample", "TOKEN", "hush-hush").await.unwrap();
    engine
}

/// The lock of the folder is held as long as the engine lives.
async fn shut(engine: Engine) {
    engine.close().await;
}

fn of() -> ConfigOf {
    ConfigOf::Toolset("sample".to_owned())
}

async fn test(engine: &Engine) -> ConfigTest {
    engine.test_config(&of()).await.unwrap()
}

fn key_file(data: &Path, name: &str) -> Option<(String, u32)> {
    let path = data.join(name);
    let text = fs::read_to_string(&path).ok()?;
    Some((text, fs::metadata(path).unwrap().permissions().mode() & 0o777))
}

#[tokio::test]
async fn a_new_key_takes_the_place_of_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let engine = furnished(&data, None).await;
    let before = key_file(&data, "secret.key").unwrap();
    assert_eq!(engine.rotate_secret_key().await.unwrap(), Rotated { resealed: 3, unreadable: 0 });
    let after = key_file(&data, "secret.key").unwrap();
    assert_ne!(before.0, after.0);
    assert_eq!(after.1, 0o600);
    assert_eq!(key_file(&data, "secret.key.next"), None);
    assert_eq!(test(&engine).await, ConfigTest::Complete);
    shut(engine).await;

    let engine = open(&data, None, None).await;
    assert_eq!(test(&engine).await, ConfigTest::Complete);
    assert_eq!(engine.rotate_secret_key().await.unwrap().resealed, 3, "once more");
    shut(engine).await;
    fs::write(data.join("secret.key"), &before.0).unwrap();
    let engine = open(&data, None, None).await;
    assert!(matches!(test(&engine).await, ConfigTest::Unreadable(_)), "the first key opens nothing any more");
    assert_eq!(engine.rotate_secret_key().await.unwrap(), Rotated { resealed: 0, unreadable: 3 });
}

#[tokio::test]
async fn a_change_that_was_cut_off_before_the_database_had_it_is_finished_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    furnished(&data, None).await.close().await;
    fs::write(data.join("secret.key.next"), SECOND).unwrap();
    let engine = open(&data, None, None).await;
    assert_eq!(test(&engine).await, ConfigTest::Complete);
    assert_eq!(key_file(&data, "secret.key").unwrap().0, SECOND);
    assert_eq!(key_file(&data, "secret.key.next"), None);
    shut(engine).await;
    assert_eq!(test(&open(&data, None, None).await).await, ConfigTest::Complete);
}

#[tokio::test]
async fn a_change_that_was_cut_off_behind_the_database_is_finished_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let engine = furnished(&data, None).await;
    let before = key_file(&data, "secret.key").unwrap().0;
    engine.rotate_secret_key().await.unwrap();
    shut(engine).await;
    // As it was before the file was renamed.
    fs::rename(data.join("secret.key"), data.join("secret.key.next")).unwrap();
    fs::write(data.join("secret.key"), before).unwrap();
    let engine = open(&data, None, None).await;
    assert_eq!(test(&engine).await, ConfigTest::Complete);
    assert_eq!(key_file(&data, "secret.key.next"), None);
}

#[tokio::test]
async fn a_key_that_is_given_is_changed_by_giving_both() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let engine = furnished(&data, Some(FIRST)).await;
    assert!(matches!(engine.rotate_secret_key().await, Err(RotateError::Key(_))));
    shut(engine).await;
    let engine = open(&data, Some(SECOND), None).await;
    assert!(matches!(test(&engine).await, ConfigTest::Unreadable(_)));
    shut(engine).await;
    open(&data, Some(SECOND), Some(FIRST)).await.close().await;
    let engine = open(&data, Some(SECOND), None).await;
    assert_eq!(test(&engine).await, ConfigTest::Complete);
    assert_eq!(key_file(&data, "secret.key"), None, "a key that is given is not written down");
}

#[tokio::test]
async fn a_house_moves_from_its_file_to_a_key_that_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    furnished(&data, None).await.close().await;
    open(&data, Some(FIRST), None).await.close().await;
    fs::remove_file(data.join("secret.key")).unwrap();
    assert_eq!(test(&open(&data, Some(FIRST), None).await).await, ConfigTest::Complete);
}
