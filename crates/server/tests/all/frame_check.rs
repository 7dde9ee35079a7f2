//! Whether a page of elsewhere may be framed: whom the server asks, and whom it does not.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Redirect;
use axum::routing::get;
use pegboard_testkit::House;
use serde_json::Value;

/// A site with pages of every sort; gives its port and how often it was asked.
async fn site() -> (u16, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let framed =
        |name: HeaderName, value: &'static str| get(move || async move { ([(name, value)], "page") });
    let pages = Router::new()
        .route("/open", get(|| async { "page" }))
        .route("/missing", get(|| async { (StatusCode::NOT_FOUND, "page") }))
        .route("/denied", framed(header::X_FRAME_OPTIONS, "DENY"))
        .route("/closed", framed(header::CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"))
        .route("/download", framed(header::CONTENT_DISPOSITION, "attachment"))
        .route("/to-open", get(|| async { Redirect::temporary("/open") }))
        .route("/to-denied", get(|| async { Redirect::temporary("/denied") }))
        .route("/away", get(|| async { Redirect::temporary("http://169.254.169.254/latest/meta-data") }))
        .route("/to-file", get(|| async { Redirect::temporary("file:///etc/passwd") }))
        .route("/round", get(|| async { Redirect::temporary("/round") }))
        .layer(axum::middleware::from_fn(move |request, next: axum::middleware::Next| {
            count.fetch_add(1, Ordering::SeqCst);
            next.run(request)
        }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, pages).await });
    (port, asked)
}

async fn check(house: &House, url: &str) -> Value {
    let request = house.raw(reqwest::Method::GET, "/frames/check").query(&[("url", url)]);
    request.send().await.unwrap().json().await.unwrap()
}

/// The answer as people read it, without the run's port.
fn told(answer: &Value) -> String {
    match answer["reason"].as_str() {
        Some(reason) => format!("{}: {reason}", answer["embeddable"]),
        None => answer["embeddable"].to_string(),
    }
}

#[tokio::test]
async fn pages_are_asked_and_their_answer_holds() {
    let house = House::start().await;
    let (port, _) = site().await;
    let mut table = Vec::new();
    for page in [
        "open",
        "missing",
        "denied",
        "closed",
        "download",
        "to-open",
        "to-denied",
        "away",
        "to-file",
        "round",
    ] {
        let answer = check(&house, &format!("http://127.0.0.1:{port}/{page}")).await;
        table.push(format!("{page:<10} {}", told(&answer)));
    }
    insta::assert_snapshot!(table.join("\n"));
    let own = check(&house, &format!("{}/ui/", house.url())).await;
    assert_eq!(own["embeddable"], false, "{own:#}");
}

#[tokio::test]
async fn only_allowed_hosts_are_asked() {
    let (port, asked) = site().await;
    let host = format!("localhost:{port}");
    let house = House::start().with_arguments(&["--frame-host", &host]).await;
    let mut table = Vec::new();
    for url in [
        format!("http://127.0.0.1:{port}/open"),
        format!("http://localhost.example:{port}/open"),
        "http://localhost:1/open".to_owned(),
        "http://169.254.169.254/".to_owned(),
        "http://[::1]/".to_owned(),
        format!("http://user:secret@localhost:{port}/open"),
        "file:///etc/passwd".to_owned(),
        "/open".to_owned(),
        String::new(),
        format!("http://localhost:{port}/{}", "a".repeat(9000)),
    ] {
        table.push(told(&check(&house, &url).await));
    }
    insta::assert_snapshot!(table.join("\n").replace(&port.to_string(), "PORT"));
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(told(&check(&house, &format!("http://localhost:{port}/open")).await), "true");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}
