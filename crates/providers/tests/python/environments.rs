//! Environments by `uv`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use pegboard_model::call::FailureKind;
use pegboard_model::provider::Bundle;
use pegboard_providers::python::BaseEnvironment;
use serde_json::json;

use crate::house::{House, Steps};

fn with_requirements(bundle: &Bundle, lines: &[&str]) -> Arc<Bundle> {
    Arc::new(Bundle { requirements: lines.iter().map(|line| (*line).to_owned()).collect(), ..bundle.clone() })
}

#[tokio::test]
async fn requirements_are_installed_beside_the_base_ones() {
    let house = House::new();
    let code = "import iniconfig, pydantic\ndef where():\n    return iniconfig.__file__\n";
    let plain = house.bundle_named("plain", code);
    let failure = house.failure(&plain, "where", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Import);
    let bundle = with_requirements(&house.bundle_named("rich", code), &["iniconfig >=2, <3"]);
    let outcome = house.run(house.job(&bundle, "where", json!({}))).await;
    let file = outcome.result.unwrap();
    assert!(file.as_str().unwrap().contains("site-packages/iniconfig"));
    house.close().await;
}

#[tokio::test]
async fn what_cannot_be_installed_says_why_and_leaves_nothing() {
    let house = House::new();
    let code = "def x():\n    return 1\n";
    let bundle = with_requirements(&house.bundle(code), &["pydantic<1", "pydantic>2"]);
    let failure = house.failure(&bundle, "x", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Unavailable);
    assert!(failure.message.contains("pydantic"), "{failure:?}");
    let bundle = with_requirements(&bundle, &["--index-url=http://127.0.0.1:1"]);
    let failure = house.failure(&bundle, "x", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Unavailable);
    assert!(failure.message.contains("is an option"), "{failure:?}");
    assert_eq!(house.processes(), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn a_missing_interpreter_or_installer_is_told() {
    let house = House::with(|config| config.interpreter = Some("/no/such/python".into()));
    let bundle = house.bundle("def x():\n    return 1\n");
    let failure = house.failure(&bundle, "x", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Unavailable);
    assert!(failure.message.contains("/no/such/python"), "{failure:?}");
    assert!(house.provider.doctor().await.interpreter.is_err());
    house.close().await;
}

#[tokio::test]
async fn what_an_ended_maker_or_a_removed_interpreter_left_is_made_anew() {
    let shared = House::new();
    shared.provider.prepare(&[], &Steps::default()).await.unwrap();
    let health = shared.provider.doctor().await;
    let BaseEnvironment::Present(place) = health.base.unwrap() else {
        panic!("it was just made");
    };
    let folder = tempfile::tempdir().unwrap();
    let fresh = House::with(|config| {
        config.folder = folder.path().to_owned();
        config.uv = Some(health.uv.unwrap().unwrap().file);
    });
    let envs = folder.path().join("envs");
    let place = envs.join(place.file_name().unwrap());
    fs::create_dir_all(place.join("bin")).unwrap();
    symlink("/no/such/python", place.join("bin/python")).unwrap();
    fs::create_dir_all(place.with_extension("making").join("bin")).unwrap();

    let bundle = fresh.bundle("import pydantic\ndef x():\n    return 1\n");
    assert_eq!(fresh.value(&bundle, "x", json!({})).await, 1);
    assert!(!place.with_extension("making").exists());
    fresh.close().await;
    shared.close().await;
}

#[tokio::test]
async fn the_doctor_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = House::with(|config| config.folder = folder.path().join("python"));
    let health = fresh.provider.doctor().await;
    assert!(health.interpreter.unwrap().version.starts_with("3."));
    assert_eq!(health.base.unwrap(), BaseEnvironment::Absent);
    assert!(!folder.path().join("python").exists());
    fresh.close().await;

    let house = House::new();
    house.provider.prepare(&[], &Steps::default()).await.unwrap();
    let health = house.provider.doctor().await;
    assert!(health.uv.unwrap().unwrap().version.starts_with("uv "));
    let BaseEnvironment::Present(place) = health.base.unwrap() else {
        panic!("it was just made");
    };
    assert!(Path::new(&place).join("bin/python").exists());
    house.close().await;
}
