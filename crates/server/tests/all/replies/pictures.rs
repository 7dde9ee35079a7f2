//! Pictures that come with a message, or that tools give back.

use std::path::Path;

use pegboard_testkit::{House, ScriptedCall, ScriptedModel, Turn, call, on_each_database};
use reqwest::Method;
use serde_json::{Value, json};

use crate::speak::set_up;

use super::attachments::{HELLO, sends};
use super::{says, stream};

async fn shows_pictures(house: &House, model: &ScriptedModel, pictures: bool) {
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "m", "pictures": pictures, "api_key": "***"});
    let set = house.request(Method::PUT, "/models/scripted", Some(profile)).await;
    assert_eq!(set.body["pictures"], pictures);
}

/// `GIF89a` and some more in base64: what a model's server makes of it is not asked here.
const DOT: &str = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

fn gif(name: &str, url: &str) -> Value {
    json!({"type": "file", "mediaType": "image/gif", "filename": name, "url": url})
}

on_each_database!(
    async fn a_model_that_can_see_is_shown_pictures(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        let answers = ["A dot.", "Still a dot.", "I cannot see."].map(Turn::text);
        let model = ScriptedModel::start(answers.into()).await;
        set_up(&house, &model).await;
        let chat = house.chat("pictures").await;
        shows_pictures(&house, &model, true).await;
        // One that is none is only named.
        let files = [gif("dot.gif", DOT), gif("text.gif", HELLO)];
        stream(&house, &chat, sends("What is this?", &files)).await;
        stream(&house, &chat, sends("And now?", &[])).await;
        shows_pictures(&house, &model, false).await;
        stream(&house, &chat, sends("And now?", &[])).await;
        let first = |at: usize| model.requests()[at]["messages"][1]["content"].clone();
        insta::assert_json_snapshot!("shown", [first(0), first(2)]);
        assert_eq!(first(0), first(1), "it sees them later as well");
    }
);

async fn with_camera(house: &House) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcp/tests/servers/camera.py");
    let server = json!({
        "id": "camera", "command": "python3", "args": [program], "requires_confirmation": false, "scope": "shared",
    });
    house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
    house.get("/tools").await.ok();
}

fn pictured(id: &str, tool: &str, bytes: usize) -> ScriptedCall {
    call(id, &format!("camera__camera__{tool}"), json!({"bytes": bytes}))
}

/// What a model is told in a request, a line for each message; pictures by the length of their text.
fn told(request: &Value) -> String {
    let part = |part: &Value| match part["image_url"]["url"].as_str() {
        Some(url) => format!("({}, {} characters)", &url[..22], url.len()),
        None => part["text"].as_str().unwrap().to_owned(),
    };
    let content = |content: &Value| match content {
        Value::Array(parts) => parts.iter().map(part).collect::<Vec<_>>().join(" "),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    let messages = request["messages"].as_array().unwrap().iter().skip(1);
    let lines =
        messages.map(|one| format!("{}: {}", one["role"].as_str().unwrap(), content(&one["content"])));
    lines.collect::<Vec<_>>().join("\n")
}

on_each_database!(
    async fn a_model_that_can_see_is_shown_what_tools_picture(house: HouseBuilder) {
        let house = house.with_toolset("app-builder").await;
        with_camera(&house).await;
        // The record keeps the place alone of what is larger than 256 KiB, and no server takes the last one.
        let turns = vec![
            Turn::calls([pictured("c1", "shoot", 30), pictured("c2", "look", 300_000)]),
            Turn::calls([
                call("c3", "read_file", json!({"path": "uploads/dot.gif"})),
                pictured("c4", "shoot", 3_750_001),
            ]),
            Turn::text("Four."),
            Turn::text("I cannot see."),
        ];
        let model = ScriptedModel::start(turns).await;
        set_up(&house, &model).await;
        let chat = house.chat("pictures").await;
        shows_pictures(&house, &model, true).await;
        stream(&house, &chat, sends("Look around.", &[gif("dot.gif", DOT)])).await;
        shows_pictures(&house, &model, false).await;
        stream(&house, &chat, says("And now?")).await;
        let seen = [1, 2, 3].map(|at| told(&model.requests()[at])).join("\n---\n");
        insta::with_settings!({filters => vec![(r"[0-9a-f]{8}-[0-9a-f-]{27}", "[id]")]}, {
            insta::assert_snapshot!("of_tools", seen);
        });
    }
);

const LOOKER: &str = "---\nname: looker\ntoolsets:\n  camera: {tools: {shoot: preApproved}}\nlimits: {steps: 4}\n---\nYou look.\n";
const LEAD: &str = "---\nname: lead\ntoolsets: {worker: {workers: [looker]}}\n---\nYou lead.\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_handed_work_is_shown_what_its_tools_picture() {
    let house = House::start().await;
    with_camera(&house).await;
    for (name, text) in [("looker", LOOKER), ("lead", LEAD)] {
        house.request(Method::PUT, &format!("/workers/{name}"), Some(json!({"text": text}))).await.ok();
    }
    let turns = vec![
        Turn::calls([call("c1", "looker", json!({"input": "Look."}))]),
        Turn::calls([pictured("w1", "shoot", 300_000)]),
        Turn::text("A dot."),
        Turn::text("It saw a dot."),
    ];
    let model = ScriptedModel::start(turns).await;
    set_up(&house, &model).await;
    shows_pictures(&house, &model, true).await;
    let mut body = says("See what there is.");
    body["worker"] = json!("lead");
    stream(&house, &house.chat("pictures").await, body).await;
    insta::with_settings!({filters => vec![(r"[0-9a-f]{8}-[0-9a-f-]{27}", "[id]")]}, {
        insta::assert_snapshot!("of_a_workers_tools", told(&model.requests()[2]));
    });
}
