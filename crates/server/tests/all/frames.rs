//! What tools made, on an origin of its own: what may be shown there, and what the listener refuses.
#![allow(clippy::unwrap_used)]

use pegboard_testkit::House;
use reqwest::{Method, Response};
use serde_json::{Value, json};

/// A request to the sandbox origin, as a browser sends it: without any token.
async fn load(url: &str) -> Response {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    client.get(url).send().await.unwrap()
}

/// The headers that keep a frame where it is, one a line.
fn fences(response: &Response) -> String {
    let names = [
        "content-type",
        "content-security-policy",
        "x-content-type-options",
        "referrer-policy",
        "origin-agent-cluster",
        "cache-control",
        "set-cookie",
        "access-control-allow-origin",
    ];
    let told = names.map(|name| {
        let value = response.headers().get(name).map_or("-", |value| value.to_str().unwrap());
        format!("{name}: {value}")
    });
    format!("{}\n{}", response.status(), told.join("\n"))
}

/// The text with the ports of this run taken out.
fn settled(house: &House, text: &str) -> String {
    let page = house.url().rsplit(':').next().unwrap();
    text.replace(page, "PAGE")
}

async fn put(house: &House, chat: &str, path: &str, content: &str) {
    let sent = house.raw(Method::PUT, &format!("/chats/{chat}/workspace/files/{path}"));
    assert!(sent.body(content.to_owned()).send().await.unwrap().status().is_success());
}

async fn summary(house: &House) -> Value {
    let chat = house.chat("frames").await;
    put(house, &chat, "</script>&quot;.csv", "a,b\n1,2\n3,4\n").await;
    house.succeed(&chat, "data-lab:summarise", json!({"path": "</script>&quot;.csv"})).await
}

#[tokio::test]
async fn a_calls_view_is_shown_on_the_other_origin_and_fenced_in() {
    let house = House::start().with_toolset("data-lab").await;
    let call = summary(&house).await;
    let session = house.get("/session").await.ok();
    let origin = session["sandbox_origin"].as_str().unwrap();
    assert!(origin.starts_with("http://localhost:"), "{origin}");
    assert_eq!(session["frame_hosts"], json!(["localhost", "127.0.0.1"]));
    assert_eq!((&session["name"], &session["scope"]), (&json!("admin"), &json!("admin")));

    let frame = house.post("/frames", json!({"kind": "call", "call_id": call["id"]})).await.with_status(201);
    let url = frame["url"].as_str().unwrap();
    let (before, name) = url.split_once("/r/").unwrap();
    assert_eq!((before, name.len()), (origin, 32));
    let response = load(url).await;
    insta::assert_snapshot!("a_view", settled(&house, &fences(&response)));

    let page = response.text().await.unwrap();
    let (ours, inner) = page.split_once(" srcdoc=\"").unwrap();
    assert!(ours.ends_with("<iframe sandbox=\"allow-scripts\""), "{ours}");
    assert!(inner.contains("window.__TOOL_DATA__ = JSON.parse(&quot;"), "{inner}");
    assert!(inner.contains("pegboard:height") && inner.contains("id=&quot;title&quot;"), "{inner}");
    assert!(!inner.trim_end_matches("\"></iframe>").contains('"'), "{inner}");
}

#[tokio::test]
async fn a_preview_takes_another_template_of_the_same_toolset_only() {
    let house = House::start().with_toolset("data-lab").with_toolset("app-builder").await;
    let call = summary(&house).await;
    let preview = |artifact: &str| {
        let config = json!({"artifact": artifact, "data": {"preview": "yes"}});
        let plan = json!({"renderer": "html", "config": config});
        json!({"kind": "call", "call_id": call["id"], "render_plan": plan})
    };
    let frame = house.post("/frames", preview("./artifacts/chart.html")).await.ok();
    let page = load(frame["url"].as_str().unwrap()).await.text().await.unwrap();
    assert!(page.contains("preview"), "{page}");

    let refused = house.post("/frames", preview("artifacts/chart.htm")).await.with_status(404);
    assert_eq!(refused["near"], json!(["artifacts/chart.html"]), "{refused:#}");
    for elsewhere in ["../app-builder/toolset.yaml", "/etc/passwd", "artifacts/../../../token", ""] {
        house.post("/frames", preview(elsewhere)).await.with_status(404);
    }
    let code =
        json!({"kind": "call", "call_id": call["id"], "render_plan": {"renderer": "code", "config": {}}});
    house.post("/frames", code).await.with_status(422);
}

#[tokio::test]
async fn workspace_files_are_shown_as_what_their_name_says() {
    let house = House::start().await;
    let chat = house.chat("files").await;
    put(&house, &chat, "page.html", "<h1 title=\"x\">Hi</h1>").await;
    put(&house, &chat, "drawing.svg", "<svg onload=\"alert(1)\"/>").await;
    put(&house, &chat, "paper.pdf", "%PDF-1.4").await;
    let open = async |path: &str| {
        let wanted = json!({"kind": "file", "chat_id": chat, "path": path});
        let frame = house.post("/frames", wanted).await.ok();
        load(frame["url"].as_str().unwrap()).await
    };
    let page = open("page.html").await;
    assert!(page.text().await.unwrap().contains("<h1 title=&quot;x&quot;>Hi</h1>"));
    let drawing = open("drawing.svg").await;
    assert!(fences(&drawing).contains("content-security-policy: sandbox allow-scripts;"));
    assert!(drawing.text().await.unwrap().contains("src=\"data:image/svg+xml,%3Csvg%20onload"));
    let paper = open("paper.pdf").await;
    insta::assert_snapshot!("a_pdf", settled(&house, &fences(&paper)));
    assert_eq!(paper.text().await.unwrap(), "%PDF-1.4");
}

#[tokio::test]
async fn what_cannot_be_framed_is_refused_with_its_reason() {
    let house = House::start().with_toolset("app-builder").await;
    let chat = house.chat("refused").await;
    let call =
        house.succeed(&chat, "app-builder:write_file", json!({"path": "a.html", "content": "<p>"})).await;
    let ask = async |wanted: Value, status: u16| {
        let problem = house.post("/frames", wanted).await.with_status(status);
        let kind = problem["type"].as_str().unwrap().to_owned();
        kind.rsplit(':').next().unwrap().to_owned()
    };
    let nobody = "01940000-0000-7000-8000-000000000000";
    assert_eq!(ask(json!({"kind": "call", "call_id": call["id"]}), 409).await, "no-frame");
    assert_eq!(ask(json!({"kind": "call", "call_id": nobody}), 404).await, "not-found");
    assert_eq!(ask(json!({"kind": "file", "chat_id": chat, "path": "x.html"}), 404).await, "not-found");
    assert_eq!(ask(json!({"kind": "file", "chat_id": chat, "path": "x.xml"}), 409).await, "no-frame");
    assert_eq!(ask(json!({"kind": "file", "chat_id": chat, "path": "../a.html"}), 422).await, "invalid-path");
    assert_eq!(ask(json!({"kind": "tool"}), 422).await, "invalid-body");
    assert_eq!(
        ask(json!({"kind": "file", "chat_id": chat, "path": "a.html", "more": 1}), 422).await,
        "invalid-body"
    );

    let file = json!({"kind": "file", "chat_id": chat, "path": "a.html"});
    let from = |host: &str| house.raw(Method::POST, "/frames").header("Host", host).json(&file).send();
    let port = house.url().rsplit(':').next().unwrap();
    let answer: Value = from(&format!("localhost:{port}")).await.unwrap().json().await.unwrap();
    assert!(answer["url"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{answer:#}");
    assert_eq!(from(&format!("[::1]:{port}")).await.unwrap().status(), 409);
}

#[tokio::test]
async fn the_other_listener_knows_frames_and_nothing_else() {
    let house = House::start().await;
    let session = house.get("/session").await.ok();
    let origin = session["sandbox_origin"].as_str().unwrap();
    insta::assert_snapshot!(
        "nothing",
        settled(&house, &fences(&load(&format!("{origin}/r/{}", "0".repeat(32))).await))
    );
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for path in ["/", "/healthz", "/toolsets", "/ui/", "/openapi.json", "/r/", "/r/x", "/r/../session"] {
        let response = client.get(format!("{origin}{path}")).bearer_auth(house.token()).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
    }
    let post = client.post(format!("{origin}/frames")).bearer_auth(house.token()).json(&json!({}));
    assert_eq!(post.send().await.unwrap().status(), 404);
    for host in ["evil.example", "10.0.0.1", "localhost.evil.example"] {
        let response = client.get(origin).header("Host", host).send().await.unwrap();
        assert_eq!(response.status(), 421, "{host}");
    }
    // And what it does know, the page's listener does not.
    house.get(&format!("/r/{}", "0".repeat(32))).await.with_status(404);
}

#[tokio::test]
async fn a_proxys_origin_is_told_and_a_wrong_one_is_refused() {
    let arguments = ["--allowed-host", "pegboard.example", "--sandbox-url", "https://frames.example"];
    let house = House::start().with_arguments(&arguments).await;
    let session = house.raw(Method::GET, "/session").header("Host", "pegboard.example").send().await.unwrap();
    let session: Value = session.json().await.unwrap();
    assert_eq!(session["sandbox_origin"], "https://frames.example");

    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (arguments, said) in [
        (
            &["--allowed-host", "a.example", "--sandbox-url", "https://a.example"][..],
            "must come from another",
        ),
        (&["--sandbox-url", "https://a.example/x"], "write an origin"),
        (&["--sandbox-listen", &address], "cannot be listened on for what tools make"),
        (&["--sandbox-listen", "0.0.0.0:0"], "does not encrypt"),
        (&["--frame-host", "a;b"], "write a host's name"),
    ] {
        let mut command = house.command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        let output = command.arg(folder.path()).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && text.contains(said), "{arguments:?}: {text}");
    }
}
