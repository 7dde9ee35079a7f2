//! The log at its most talkative: nothing that is secret is in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};

/// A server whose log goes to a file.
struct Talkative {
    child: Child,
    folder: tempfile::TempDir,
    url: String,
    token: String,
    client: Client,
}

impl Talkative {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let child = Command::new(env!("CARGO_BIN_EXE_pegboard"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .env("RUST_LOG", "trace")
            .env_remove("DATABASE_URL")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(folder.path().join("log")).unwrap())
            .spawn()
            .unwrap();
        let url = loop {
            let noted = fs::read(data.join("server.json")).unwrap_or_default();
            if let Ok(noted) = serde_json::from_slice::<Value>(&noted) {
                break noted["url"].as_str().unwrap().trim_end_matches('/').to_owned();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let token = fs::read_to_string(data.join("token")).unwrap().trim().to_owned();
        let redirect = reqwest::redirect::Policy::none();
        let client = Client::builder().no_proxy().redirect(redirect).build().unwrap();
        Self { child, folder, url, token, client }
    }

    async fn ask(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = self.client.request(method, format!("{}{path}", self.url)).bearer_auth(&self.token);
        let answer = request.json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }
}

impl Drop for Talkative {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that wants a sign-in, and its address.
fn guarded() -> (Child, String) {
    let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
    let program = crates.join("mcp/tests/servers/remote.py");
    let mut child =
        Command::new("python3").arg(program).arg("signed").stdout(Stdio::piped()).spawn().unwrap();
    let mut port = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
    (child, format!("http://127.0.0.1:{}", port.trim()))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_logged_at_any_level() {
    let (mut remote, address) = guarded();
    let house = Talkative::start().await;
    let settings = json!({
        "id": "s", "url": format!("{address}/mcp"), "headers": {"X-Api-Key": "hush-header"},
    });
    assert_eq!(house.ask(Method::POST, "/mcp-servers", json!({"server": settings})).await.0, 201);
    assert_eq!(house.ask(Method::POST, "/mcp-servers/s/reconnect", Value::Null).await.0, 409);
    let (_, begun) = house.ask(Method::POST, "/mcp-servers/s/sign-in", Value::Null).await;
    let agreed = house.client.get(begun["open"].as_str().unwrap()).send().await.unwrap();
    let back = agreed.headers()["location"].to_str().unwrap().to_owned();
    assert!(back.contains("code=hush-code"), "{back}");
    assert_eq!(house.client.get(&back).send().await.unwrap().status(), 200);
    let (_, ready) = house.ask(Method::POST, "/mcp-servers/s/reconnect", Value::Null).await;
    assert_eq!(ready["state"], "ready", "{ready:#}");
    let set = house.ask(Method::PUT, "/toolsets/s/variables/KEY", json!({"value": "hush-value"})).await;
    assert_eq!(set.0, 204);

    let log = house.log();
    assert!(log.contains("/oauth/callback") && log.contains("TRACE"), "the log says little");
    for secret in ["hush", &house.token] {
        let told = log.lines().find(|line| line.contains(secret));
        assert_eq!(told, None, "a secret is in the log");
    }
    remote.kill().unwrap();
    remote.wait().unwrap();
}
