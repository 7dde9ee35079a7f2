//! The log at its most talkative, and the data folder: nothing that is secret is in them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use pegboard_testkit::containers::{Containers, Engine};
use pegboard_testkit::{ScriptedModel, Turn};
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
    /// `engine`: for container tools.
    async fn start(engine: Option<&Containers>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let child = Command::new(env!("CARGO_BIN_EXE_pegboard"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .env("RUST_LOG", "trace")
            .env_remove("DATABASE_URL")
            .envs(engine.map(|engine| ("DOCKER_HOST", engine.host())))
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
    let house = Talkative::start(None).await;
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
    let model =
        ScriptedModel::start(vec![Turn::status(400, "not hush-model-key-01234"), Turn::text("ready")]).await;
    let profile = json!({
        "protocol": "openai", "model": "m", "base_url": model.url(), "api_key": "hush-model-key-01234",
    });
    assert_eq!(house.ask(Method::PUT, "/models/main", profile).await.0, 200);
    for ok in [false, true] {
        assert_eq!(house.ask(Method::POST, "/models/main/test", Value::Null).await.1["ok"], ok);
    }

    let log = house.log();
    assert!(log.contains("/oauth/callback") && log.contains("TRACE"), "the log says little");
    for secret in ["hush", &house.token] {
        let told = log.lines().find(|line| line.contains(secret));
        assert_eq!(told, None, "a secret is in the log");
    }
    remote.kill().unwrap();
    remote.wait().unwrap();
}

/// Long enough to be taken out of everybody's words, and with characters that are written differently everywhere.
const SECRET: &str = "hushhush+\"key/&<7f>é 'x'=";
/// Only its own toolset's tools are kept from saying this one.
const PIN: &str = "9137";
/// The value of a variable whose name says that it is a secret.
const TOKEN: &str = "hush-token-of-a-variable";

const LEAKY: &str = r#"
manifest_version: "1"
id: leaky
name: Leaky
version: "1.0.0"
config_schema:
  api_key: {secret: true, required: true}
  pin: {secret: true}
tools:
  - {id: leak, entrypoint: "leaks:leak"}
mcp_servers:
  - id: odd
    command: python3
    args: [SERVER, "${config.api_key}"]
    env: {API_KEY: "${config.api_key}", PIN: "${config.pin}", TOKEN: "${TOKEN}"}
    requires_confirmation: false
  - id: dying
    command: sh
    args: [-c, 'echo "my key is $API_KEY" >&2; exit 3']
    env: {API_KEY: "${config.api_key}"}
"#;

const LEAKS: &str = r#"
import base64
import json
import sys
import time
import urllib.parse

from covalt_toolset import get_context


def leak(how: str) -> dict:
    """Says its secrets."""
    key, pin = (get_context().config[name] for name in ("api_key", "pin"))
    said = [
        key, pin, f"Bearer {key}!", json.dumps(key), urllib.parse.quote(key), urllib.parse.quote_plus(key),
        base64.b64encode(key.encode()).decode(), base64.b64encode(f"me:{key}".encode()).decode(),
    ]
    if how == "print":
        for text in said:
            for character in text + "\n":
                sys.stdout.write(character)
                sys.stdout.flush()
        print(json.dumps(said), file=sys.stderr)
    if how == "raise":
        raise ValueError(f"denied: {said}")
    if how == "large":
        return {"many": said * 20_000}
    return {"said": said, key: int(pin)}
"#;

const MODULE: &str = r"
export const createLeaks = ({ key }) => ({
  leak: {
    description: 'Says its secret.',
    inputSchema: { type: 'object', properties: { how: { type: 'string' } } },
    execute: ({ how }, { context }) => {
      console.log(key, JSON.stringify(context));
      if (how === 'raise') throw new Error(`denied: ${key}`);
      return { key, said: [encodeURIComponent(key), btoa(unescape(encodeURIComponent(key)))], context };
    },
  },
});
";

/// What `grep` finds in the files below a folder: the secrets as they are, and what is left of them in other notations.
fn traces(folder: &Path) -> String {
    let json = serde_json::to_string(SECRET).unwrap();
    let mut grep = Command::new("grep");
    grep.args(["--recursive", "--files-with-matches", "--text", "--fixed-strings"]);
    for trace in [SECRET, json.trim_matches('"'), "hushhush", "aHVzaGh1c2", "7f%3E", TOKEN] {
        grep.args(["-e", trace]);
    }
    let found = grep.arg(folder).env("LC_ALL", "C").output().unwrap();
    assert!(found.status.code() <= Some(1), "{}", String::from_utf8_lossy(&found.stderr));
    String::from_utf8(found.stdout).unwrap()
}

impl Talkative {
    async fn import(&self, files: &[(&str, &str)]) -> Value {
        let parent = tempfile::tempdir().unwrap();
        // A container tool has its folder's name.
        let folder = parent.path().join("leakybox");
        fs::create_dir(&folder).unwrap();
        for (path, text) in files {
            fs::write(folder.join(path), text).unwrap();
        }
        let body = json!({"source_type": "local", "source_ref": folder});
        let (status, answer) = self.ask(Method::POST, "/toolsets/import", body).await;
        assert_eq!(status, 201, "{answer:#}");
        answer
    }
}

/// A container tool that has a config of its own, and what it says when it is called.
const CONTAINER: &str = r#"{
    "name": "leakybox", "description": "Says its secret", "version": "1.0", "trigger": {"type": "on_demand"},
    "config_schema": {"api_key": {"description": "A key", "secret": true, "required": true}},
    "parameters": {"how": {"type": "string", "default": "return"}}, "returns": {"text": {"type": "string"}},
    "output": {"synthesize": true, "card": {"enabled": true, "title": "{{how}}"}}, "sandbox": {"network": "none"},
    "constraints": {"timeout_seconds": 30}
}"#;

const CONTAINER_SCRIPT: &str = r#"
payload=$(echo "$1" | base64 -d)
key=$(echo "$payload" | jq -r .settings.api_key)
echo "told $key" >&2
if [ "$(echo "$payload" | jq -r .params.how)" = raise ]; then exit 3; fi
jq -n --arg key "$key" '{text: $key, html: ("<p>" + ($key | @html) + "</p>"), title: $key}'
"#;

impl Talkative {
    async fn leaks_of_a_container(&self) -> Vec<Value> {
        let dockerfile = "FROM alpine:3.19\nCOPY run.sh /run.sh\nENTRYPOINT [\"bash\", \"/run.sh\"]\n";
        let files = [("manifest.json", CONTAINER), ("Dockerfile", dockerfile), ("run.sh", CONTAINER_SCRIPT)];
        self.import(&files).await;
        let path = "/tools/leakybox:leakybox/config";
        let mut answers = vec![self.ask(Method::PUT, path, json!({"api_key": SECRET})).await.1];
        assert_eq!(answers[0]["status"], "connected", "{:#}", answers[0]);
        for how in ["return", "raise"] {
            let body = json!({"args": {"how": how}});
            let (status, call) = self.ask(Method::POST, "/tools/leakybox:leakybox/call", body).await;
            assert_eq!(status, 200, "{call:#}");
            assert!(call.to_string().contains("***"), "it said nothing: {call:#}");
            answers.push(call);
        }
        answers
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_tools_are_told_is_written_down_nowhere() {
    let engine = Engine::Docker.ready("what container tools are told");
    let house = Talkative::start(engine.as_ref()).await;
    let crates: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
    let manifest = LEAKY.replace("SERVER", &crates.join("mcp/tests/servers/server.py").to_string_lossy());
    house.import(&[("toolset.yaml", &manifest), ("leaks.py", LEAKS)]).await;
    let node = "manifest_version: \"1\"\nid: leakynode\nname: Node\nversion: \"1.0.0\"\n\
        config_schema: {api_key: {secret: true, required: true}}\n\
        node: {tools: [{module: ./leaks.mjs, import: createLeaks, args: {key: \"${config.api_key}\"}}]}\n";
    let node = house.import(&[("toolset.yaml", node), ("leaks.mjs", MODULE)]).await;
    let has_node = node["toolset"]["problem"].is_null();

    let values = json!({"api_key": SECRET, "pin": PIN});
    let mut answers = vec![house.ask(Method::PUT, "/toolsets/leaky/config", values).await.1];
    let values = json!({"api_key": SECRET});
    answers.push(house.ask(Method::PUT, "/toolsets/leakynode/config", values).await.1);
    let token = json!({"value": TOKEN});
    assert_eq!(house.ask(Method::PUT, "/toolsets/leaky/variables/TOKEN", token).await.0, 204);

    let (_, chat) = house.ask(Method::POST, "/chats", json!({"title": "leaks"})).await;
    let call = async |tool: &str, args: Value| {
        let body = json!({"args": args, "chat_id": chat["id"]});
        let (status, call) = house.ask(Method::POST, &format!("/tools/{tool}/call"), body).await;
        assert_eq!(status, 200, "{call:#}");
        call
    };
    for how in ["print", "return", "raise", "large"] {
        let call = call("leaky:leak", json!({"how": how})).await;
        // What is large lies in a file, which is looked into below.
        assert!(how == "large" || call.to_string().contains("***"), "it said nothing: {call:#}");
        answers.push(call);
    }
    answers.push(call("mcp:leaky~odd:environment", json!({})).await);
    if has_node {
        for how in ["return", "raise"] {
            answers.push(call("leakynode:leak", json!({"how": how})).await);
        }
    }
    if engine.is_some() {
        answers.extend(house.leaks_of_a_container().await);
    }
    answers.push(house.ask(Method::POST, "/mcp-servers/leaky~dying/reconnect", Value::Null).await.1);
    // The log has the paths of requests, whatever somebody took for one.
    let mistaken = percent_encoding::utf8_percent_encode(SECRET, percent_encoding::NON_ALPHANUMERIC);
    house.ask(Method::GET, &format!("/tools/{mistaken}"), Value::Null).await;
    for path in
        ["/calls", "/toolsets/leaky", "/tools", "/mcp-servers/leaky~odd/log", "/toolsets/leaky/config"]
    {
        answers.push(house.ask(Method::GET, path, Value::Null).await.1);
    }
    for answer in &answers {
        let text = answer.to_string();
        assert!(!text.contains("hush") && !text.contains("aHVzaGh1"), "{answer:#}");
    }
    let printed = answers[2]["log"].as_str().unwrap();
    assert!(printed.lines().count() >= 9 && !printed.contains(PIN), "{printed}");

    assert!(house.log().contains(r#"path="/tools/***""#), "the log says little");
    assert_eq!(traces(house.folder.path()), "", "files that hold a secret");
}
