//! Packages from npm. Where no registry can be reached, that is said and nothing is tested.

use pegboard_model::call::{FailureKind, ToolFailure};
use serde_json::json;

use crate::house::House;

const BASH: &str = "{packages: [just-bash@3.4.2, zod@3.25.76], tools: [{package: bash-tool@1.3.19, import: createBashTool, \
                    args: [{files: {a.txt: \"one\\ntwo\\n\"}}]}]}";

/// Whether the fault is the machine's: it has no network.
fn is_offline(failure: &ToolFailure) -> bool {
    ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"].iter().any(|code| failure.message.contains(code))
}

#[tokio::test]
async fn a_package_s_factory_makes_tools_that_run() {
    let house = House::new();
    let bundle = house.bundle(BASH, &[]);
    let found = match house.discover(&bundle).await {
        Ok(found) => found,
        Err(failure) if is_offline(&failure) => {
            eprintln!("left out: no registry of npm can be reached");
            return house.close().await;
        }
        Err(failure) => panic!("{failure:?}"),
    };
    let tools: Vec<_> = found.iter().map(|one| one.tool.as_str()).collect();
    assert_eq!(tools, ["bash", "readFile", "writeFile"]);
    let value = house.value(&bundle, "bash-tool", "bash", json!({"command": "wc -l < a.txt"})).await;
    assert_eq!(value["stdout"].as_str().unwrap().trim(), "2");
    house.close().await;
}

#[tokio::test]
async fn a_sandbox_that_is_asked_for_and_cannot_be_put_on_is_not_passed_over() {
    let house = House::new();
    let bundle = house.bundle("{tools: [./x.js], sandbox: {network: false}}", &[("x.js", "")]);
    let failure = house.discover(&bundle).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unavailable);
    assert!(
        failure.message.starts_with("The toolset asks for a sandbox that cannot be put on here"),
        "{failure:?}"
    );
    house.close().await;
}

#[tokio::test]
async fn what_cannot_be_installed_is_said() {
    let house = House::new();
    let bundle =
        house.bundle("[./x.js]", &[("x.js", ""), ("package.json", r#"{"dependencies":{"a":"file:../x"}}"#)]);
    let failure = house.discover(&bundle).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unavailable);
    assert!(
        failure.message.starts_with("Package.json wants `a` from somewhere that is no registry"),
        "{failure:?}"
    );
    house.close().await;
}
