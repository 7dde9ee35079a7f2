//! Language models are kept under names, their keys sealed, and asked for one word.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write as _;
use std::process::Stdio;

use pegboard_testkit::{House, ScriptedModel, Turn, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

const KEY: &str = "sk-model-0123456789abcdef";

async fn put(house: &House, name: &str, body: Value) -> Value {
    house.request(Method::PUT, &format!("/models/{name}"), Some(body)).await.ok()
}

// A model is kept, asked, changed without its key being given again, and forgotten; its key is never shown.
on_each_database!(
    async fn a_model_is_kept_asked_and_forgotten(house: HouseBuilder) {
        let model = ScriptedModel::start(vec![Turn::text("ready"), Turn::text("ready, too")]).await;
        let mut house = house.await;
        let kept = put(&house, "main", json!({
            "protocol": "openai", "base_url": model.url(), "model": "m-1", "api_key": KEY, "temperature": 0.25,
        })).await;
        assert_eq!(
            (&kept["api_key"], &kept["default"], &kept["context_window"]),
            (&json!("***"), &json!(true), &json!(128_000))
        );
        let tested = house.post("/models/main/test", json!({})).await.ok();
        assert_eq!((&tested["ok"], &tested["message"]), (&json!(true), &json!("It answered: ready")));
        put(
            &house,
            "main",
            json!({
                "protocol": "anthropic", "base_url": model.url(), "model": "m-2", "api_key": "***",
            }),
        )
        .await;
        house.restart();
        house.post("/models/main/test", json!({})).await.ok();
        let asked: Vec<Value> = model.requests().iter().map(|request| request["model"].clone()).collect();
        assert_eq!((asked, model.keys()), (vec![json!("m-1"), json!("m-2")], vec![Some(KEY.to_owned()); 2]));
        assert!(!house.get("/models").await.ok().to_string().contains(KEY));
        assert_eq!(house.request(Method::DELETE, "/models/main", None).await.status, 204);
        assert_eq!(house.get("/models").await.ok()["models"], json!([]));
        assert_eq!(house.post("/models/main/test", json!({})).await.status, 404);
    }
);

// The oldest model is the default until somebody chooses another, and again when that one is gone.
on_each_database!(
    async fn one_is_the_default(house: HouseBuilder) {
        let house = house.await;
        for name in ["one", "two", "three"] {
            put(&house, name, json!({"protocol": "ollama", "model": name})).await;
        }
        let default = async || {
            let models = house.get("/models").await.ok();
            let all = models["models"].as_array().unwrap().clone();
            let names: Vec<Value> = all
                .iter()
                .filter(|model| model["default"] == true)
                .map(|model| model["name"].clone())
                .collect();
            json!(names)
        };
        assert_eq!(default().await, json!(["one"]));
        house.post("/models/three/default", json!({})).await.ok();
        assert_eq!(default().await, json!(["three"]));
        house.request(Method::DELETE, "/models/three", None).await;
        assert_eq!(default().await, json!(["one"]));
    }
);

// A new key for all secrets seals those of models as well.
on_each_database!(
    async fn keys_outlive_a_rotation(house: HouseBuilder) {
        let model = ScriptedModel::start(vec![Turn::text("ready")]).await;
        let mut house = house.await;
        let body = json!({"protocol": "openai", "base_url": model.url(), "model": "m", "api_key": KEY});
        put(&house, "main", body).await;
        let rotated = house.post("/secrets/rotate", json!({})).await.ok();
        assert!(rotated["resealed"].as_u64().unwrap() >= 1, "{rotated}");
        assert_eq!(rotated["unreadable"], 0);
        house.restart();
        assert_eq!(house.post("/models/main/test", json!({})).await.ok()["ok"], true);
        assert_eq!(model.keys(), [Some(KEY.to_owned())]);
    }
);

/// A key goes to the server that it was given for and to no other; an empty one is none.
#[tokio::test]
async fn a_key_stays_with_its_server() {
    let model = ScriptedModel::start(vec![Turn::text("ready")]).await;
    let house = House::start().await;
    put(&house, "main", json!({"protocol": "openai", "model": "m", "api_key": KEY})).await;
    let moved = json!({"protocol": "openai", "base_url": model.url(), "model": "m"});
    let refused = house.request(Method::PUT, "/models/main", Some(moved.clone())).await;
    assert_eq!(refused.status, 422);
    insta::assert_json_snapshot!("key_for_another_server", refused.body);
    let mut without = moved;
    without["api_key"] = json!("");
    assert_eq!(put(&house, "main", without).await["api_key"], Value::Null);
    house.post("/models/main/test", json!({})).await.ok();
    assert_eq!(model.keys(), [None]);
}

/// What is wrong with a model is said with what to do about it, without the key.
#[tokio::test]
async fn what_is_wrong_is_said() {
    let turns = vec![Turn::wrong_key(), Turn::no_such_model(), Turn::status(400, &format!("no {KEY}"))];
    let model = ScriptedModel::start(turns).await;
    let house = House::start().await;
    let body = json!({"protocol": "openai", "base_url": model.url(), "model": "m", "api_key": KEY});
    put(&house, "main", body).await;
    let mut told = Vec::new();
    for _ in 0..3 {
        told.push(house.post("/models/main/test", json!({})).await.ok());
    }
    for (name, body) in [
        ("Main", json!({"protocol": "openai", "model": "m"})),
        ("main", json!({"protocol": "openai", "model": "m", "base_url": "ftp://a.example"})),
        ("main", json!({"protocol": "openai", "model": "m", "temperature": 3.0})),
        ("main", json!({"protocol": "smoke", "model": "m"})),
    ] {
        told.push(house.request(Method::PUT, &format!("/models/{name}"), Some(body)).await.body);
    }
    told.push(house.post("/models/mian/test", json!({})).await.body);
    assert!(!json!(told).to_string().contains(KEY));
    insta::assert_json_snapshot!("what_is_wrong", told);
}

/// The command line keeps a model with a key from standard input, tests and lists it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_the_command_line() {
    let model = ScriptedModel::start(vec![Turn::text("ready"), Turn::wrong_key()]).await;
    let house = House::start().await;
    let arguments = [
        "model",
        "set",
        "main",
        "--protocol",
        "openai",
        "--model",
        "m",
        "--base-url",
        &model.url(),
        "--key-from-stdin",
    ];
    let mut set = house.command(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    set.stdin.take().unwrap().write_all(format!("{KEY}\n").as_bytes()).unwrap();
    let set = set.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&set.stdout), "kept main, and asked where nobody names another\n");
    let said = |arguments: &[&str]| {
        let done = house.command(arguments).output().unwrap();
        (done.status.code().unwrap(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let (code, tested) = said(&["model", "test", "main"]);
    assert!(code == 0 && tested.starts_with("It answered: ready ("), "{tested}");
    assert_ne!(said(&["model", "test", "main"]).0, 0);
    let (_, list) = said(&["model", "list"]);
    assert!(list.contains("default") && list.contains("***") && !list.contains(KEY), "{list}");
    assert_eq!(said(&["model", "remove", "main"]).0, 0);
    assert_eq!(model.keys(), [Some(KEY.to_owned()), Some(KEY.to_owned())]);
}
