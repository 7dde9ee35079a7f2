//! What people tell tools: declared by a toolset, set over the API and the command line, told to tools, shown to nobody.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pegboard_testkit::{House, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const MANIFEST: &str = r#"
manifest_version: "1"
id: weather
name: Weather
version: "VERSION"
config_schema:
  api_key: {description: Your API key, secret: true, required: true}
  endpoint: {description: API endpoint URL, default: "https://api.example.com"}
tools:
  - {id: told, entrypoint: "tools:told"}
mcp_servers:
  - id: odd
    command: python3
    args: [SERVER]
    env: {API_KEY: "${config.api_key}", ENDPOINT: "${config.endpoint}", REGION: "${config.region:-eu}"}
    requires_confirmation: false
"#;

const CODE: &str = r#"
from covalt_toolset import get_context


def told() -> list:
    """What this tool was told, without saying its key."""
    config = get_context().config
    return [sorted(config), len(config["api_key"]), config["endpoint"]]
"#;

/// The small server that the client's own tests use.
fn program() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    crates.join("mcp/tests/servers/server.py")
}

async fn import(house: &House, version: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let manifest = MANIFEST.replace("VERSION", version).replace("SERVER", &program().to_string_lossy());
    fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
    fs::write(folder.path().join("tools.py"), CODE).unwrap();
    let fresh = house.get("/toolsets/weather").await.status == 404;
    let answer = house.import_folder(folder.path()).await.with_status(if fresh { 201 } else { 200 });
    assert!(answer["tools"].as_array().unwrap().iter().all(|tool| tool["problem"].is_null()), "{answer:#}");
    answer
}

async fn put(house: &House, path: &str, values: Value) -> pegboard_testkit::Answer {
    house.request(Method::PUT, path, Some(values)).await
}

on_each_database!(
    async fn a_tool_is_told_what_it_wants_to_be_told(house: HouseBuilder) {
        let house = house.await;
        assert_eq!(import(&house, "1.0.0").await["status"], "available");
        assert_eq!(house.get("/tools/weather:told").await.ok()["status"], "available");
        let chat = house.chat("weather").await;
        let call = json!({"args": {}, "chat_id": chat});
        let refused = house.post("/tools/weather:told/call", call.clone()).await.with_status(409);
        insta::assert_snapshot!(format!("{}\n{}", refused["detail"], refused["hint"]));
        assert_eq!(house.get("/calls").await.ok()["items"], json!([]), "nothing was started");

        let path = "/tools/weather:told/config";
        let incomplete = house.post("/tools/weather:told/test", json!({})).await.ok();
        assert_eq!(incomplete["missing"], json!(["api_key"]));
        assert_eq!(incomplete["ok"], false);
        let set = put(&house, path, json!({"api_key": "sk-12345678"})).await.ok();
        assert_eq!((&set["status"], &set["tool_id"]), (&json!("connected"), &json!("weather:told")));
        assert_eq!((&set["keys"][0]["value"], &set["keys"][0]["set"]), (&json!("***"), &json!(true)));
        assert_eq!(set["keys"][1]["value"], "https://api.example.com");
        assert_eq!(set["keys"][1]["set"], false);
        assert_eq!(house.get("/toolsets/weather/config").await.ok()["keys"], set["keys"]);
        let complete = house.post("/toolsets/weather/test", json!({})).await.ok();
        let spec = json!({"ok": true, "message": "Configuration looks complete", "missing": []});
        assert_eq!(complete, spec);
        for listed in [house.get("/toolsets/weather").await.ok(), house.get("/tools/weather:told").await.ok()]
        {
            assert_eq!(listed["status"], "connected");
        }

        let told = house.succeed(&chat, "weather:told", json!({})).await;
        assert_eq!(told["result"], json!([["api_key", "endpoint"], 11, "https://api.example.com"]));
        // What is warm now was told the values before.
        put(&house, path, json!({"endpoint": "https://b.example", "api_key": "***"})).await.ok();
        let told = house.succeed(&chat, "weather:told", json!({})).await;
        assert_eq!(told["result"], json!([["api_key", "endpoint"], 11, "https://b.example"]));

        import(&house, "1.1.0").await;
        assert_eq!(house.get("/tools/weather:told").await.ok()["status"], "connected", "upgrades keep it");
        let gone = house.request(Method::DELETE, &format!("{path}/api_key"), None).await.ok();
        assert_eq!((&gone["status"], &gone["keys"][0]["value"]), (&json!("available"), &Value::Null));
        house.post("/tools/weather:told/call", call).await.with_status(409);
    }
);

on_each_database!(
    async fn a_server_connects_anew_with_what_it_is_told_now(house: HouseBuilder) {
        let house = house.await;
        import(&house, "1.0.0").await;
        let chat = house.chat("weather").await;
        for endpoint in ["https://a.example", "https://b.example"] {
            let values = json!({"api_key": "sk-12345678", "endpoint": endpoint});
            put(&house, "/toolsets/weather/config", values).await.ok();
            let call = house.succeed(&chat, "mcp:weather~odd:environment", json!({})).await;
            let text = call["result"]["content"][0]["text"].as_str().unwrap();
            let environment: Value = serde_json::from_str(text).unwrap();
            assert_eq!(environment["ENDPOINT"], endpoint);
            assert_eq!((&environment["REGION"], &environment["API_KEY"]), (&json!("eu"), &json!("***")));
        }
    }
);

#[tokio::test]
async fn what_cannot_be_kept_is_refused_and_nothing_of_it_kept() {
    let house = House::start().await;
    import(&house, "1.0.0").await;
    let path = "/toolsets/weather/config";
    let wrong = put(&house, path, json!({"endpoint": "https://x.example", "api_kye": "hush"})).await;
    let wrong = wrong.with_status(422);
    assert_eq!(wrong["near"], json!(["api_key"]));
    assert!(!wrong.to_string().contains("hush"));
    put(&house, path, json!({"api_key": 12_345_678})).await.with_status(422);
    put(&house, path, json!({"api_key": "abc"})).await.with_status(422);
    let kept = house.get(path).await.ok();
    assert!(kept["keys"].as_array().unwrap().iter().all(|key| key["set"] == false), "{kept:#}");
    let near = house.request(Method::DELETE, &format!("{path}/api_kex"), None).await.with_status(404);
    assert_eq!(near["near"], json!(["api_key"]));
    put(&house, "/tools/run_command/config", json!({"a": "b"})).await.with_status(422);
    house.get("/tools/nothing/config").await.with_status(404);
}

#[tokio::test]
async fn an_export_has_the_keys_and_no_value_and_a_removed_toolset_leaves_none() {
    let house = House::start().await;
    import(&house, "1.0.0").await;
    let path = "/toolsets/weather/config";
    put(&house, path, json!({"api_key": "sk-12345678", "endpoint": "https://mine.example"})).await.ok();
    let zip = house.raw(Method::GET, "/toolsets/weather/export").send().await.unwrap();
    let zip = zip.bytes().await.unwrap().to_vec();
    house.request(Method::DELETE, "/toolsets/weather", None).await.ok();
    house.import_zip("weather.zip", zip).await.with_status(201);
    let server = &house.get("/toolsets/weather").await.ok()["mcp_servers"][0];
    assert_eq!(server["env"][0], json!({"name": "API_KEY", "value": "${config.api_key}"}), "{server:#}");
    let kept = house.get(path).await.ok();
    assert_eq!(kept["keys"][0]["description"], "Your API key");
    assert!(kept["keys"].as_array().unwrap().iter().all(|key| key["set"] == false), "{kept:#}");
}

#[tokio::test]
async fn the_command_line_shows_sets_forgets_and_tests() {
    let house = House::start().await;
    import(&house, "1.0.0").await;
    let run = |arguments: &[&str], stdin: &str| {
        let mut command = house.command(&[&["tool", "config", "weather:told"], arguments].concat());
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().unwrap();
        child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        format!("$ tool config {}\n{}{out}{err}", arguments.join(" "), output.status)
    };
    let told = [
        run(&["--test"], ""),
        run(&["--set-from-stdin", "api_key"], "sk-12345678\n"),
        run(&["--set", "endpoint=https://a.example"], ""),
        run(&["--unset", "endpoint", "--test"], ""),
        run(&["--set", "endpiont=x"], ""),
    ];
    insta::assert_snapshot!(told.join("\n\n"));
    let rotated = house.command(&["secret", "rotate"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&rotated.stdout), "a new key, and 1 values under it\n");
}

on_each_database!(
    async fn killed_while_keys_change_a_server_still_opens_what_is_kept(house: HouseBuilder) {
        let mut house = house.await;
        import(&house, "1.0.0").await;
        put(&house, "/toolsets/weather/config", json!({"api_key": "sk-12345678"})).await.ok();
        for round in 1..5 {
            let pid = rustix::process::Pid::from_raw(i32::try_from(house.pid()).unwrap()).unwrap();
            let done = AtomicUsize::new(0);
            let rotations = async {
                let rotate = || house.raw(Method::POST, "/secrets/rotate").json(&json!({})).send();
                while let Ok(answer) = rotate().await {
                    assert_eq!(answer.status(), 200);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            };
            // In the midst of one of the next.
            let crash = async {
                while done.load(Ordering::Relaxed) < round {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
            };
            tokio::join!(rotations, crash);
            house.restart();
            let tested = house.post("/toolsets/weather/test", json!({})).await.ok();
            assert_eq!(tested["ok"], true, "{tested:#}");
            assert!(!house.data().join("secret.key.next").exists());
        }
    }
);
