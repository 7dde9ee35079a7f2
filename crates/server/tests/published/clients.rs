//! Published clients before `/mcp`: each lists, calls, is refused and hears progress.

use std::process::Command;

use pegboard_testkit::House;
use serde_json::{Value, json};

use crate::packages::Packages;

/// A house before the reference server with everything.
async fn house(packages: &Packages) -> House {
    let house = House::start().await;
    let mut server = packages.node_server("everything", &["stdio"]);
    server["id"] = json!("everything");
    server["requires_confirmation"] = json!(false);
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
    house
}

/// What a client printed.
fn run(house: &House, command: &mut Command) -> Value {
    let output = command.env("PEGBOARD_TOKEN", house.token()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn assert_it_worked(seen: &Value) {
    let tools = seen["tools"].as_array().unwrap();
    assert!(tools.contains(&json!("everything__everything__echo")), "{seen:#}");
    assert_eq!(seen["said"], "Echo: hi");
    assert_eq!(seen["refused"][0], true);
    assert!(seen["refused"][1].as_str().unwrap().contains("`message`: expected a text, found 5"), "{seen:#}");
    assert_eq!(seen["unknown"], -32602);
    let progress: Vec<f64> =
        seen["progress"].as_array().unwrap().iter().map(|step| step.as_f64().unwrap()).collect();
    assert_eq!(progress, [1.0, 2.0, 3.0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sdk_for_typescript_of_both_generations() {
    let Some(packages) = Packages::find() else { return };
    let house = house(&packages).await;
    for way in ["v1", "legacy", "modern"] {
        let mut client = Command::new(packages.node());
        client.arg(packages.client("typescript.mjs")).arg(format!("{}/mcp", house.url())).arg(way);
        assert_it_worked(&run(&house, &mut client));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sdk_for_python_of_both_generations() {
    let Some(packages) = Packages::find() else { return };
    let house = house(&packages).await;
    for mode in ["legacy", "2026-07-28"] {
        let mut client = Command::new(packages.python());
        client.arg(packages.client("python.py")).arg(format!("{}/mcp", house.url())).arg(mode);
        assert_it_worked(&run(&house, &mut client));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_inspector_in_both_eras() {
    let Some(packages) = Packages::find() else { return };
    let house = house(&packages).await;
    let inspector = |era: &str, arguments: &[&str]| {
        let mut command = Command::new(packages.node());
        command.arg(packages.module("inspector/clients/launcher/build/index.js")).arg("--cli");
        command.arg(format!("{}/mcp", house.url()));
        command.arg("--header").arg(format!("Authorization: Bearer {}", house.token()));
        command.args(["--protocol-era", era, "--format", "json", "--quiet"]).args(arguments);
        command
    };
    for era in ["legacy", "modern"] {
        let listed = run(&house, &mut inspector(era, &["--method", "tools/list", "--strict"]));
        let tools = listed["result"]["tools"].as_array().unwrap();
        assert!(tools.iter().any(|tool| tool["name"] == "everything__everything__echo"), "{listed:#}");
        let echo = ["--method", "tools/call", "--tool-name", "everything__everything__echo"];
        let said = run(&house, &mut inspector(era, &[&echo[..], &["--tool-arg", "message=hi"]].concat()));
        assert_eq!(said["result"]["content"][0]["text"], "Echo: hi");
        // Its exit code for a tool that failed.
        let refused = inspector(era, &echo).output().unwrap();
        assert_eq!(refused.status.code(), Some(5), "{refused:?}");
    }
}
