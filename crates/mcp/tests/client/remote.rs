//! Servers behind an address.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use pegboard_model::call::FailureKind;
use pegboard_model::servers::{ServerFault, ServerProvider, ServerStatus};
use pegboard_model::toolset::Transport;
use serde_json::json;

use crate::house::{House, key, script, server, text};

/// A server of ours that listens; it ends with the test.
struct Listening {
    child: Child,
    port: u16,
}

impl Listening {
    fn start(modes: &[&str]) -> Self {
        let mut child = Command::new("python3")
            .arg(script("remote.py"))
            .args(modes)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, port: line.trim().parse().unwrap() }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn streamable(&self) -> Transport {
        Transport::StreamableHttp { url: self.url("/mcp"), headers: BTreeMap::new() }
    }

    fn legacy(&self) -> Transport {
        Transport::Sse { url: self.url("/sse"), headers: BTreeMap::new() }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

async fn house(transport: Transport) -> House {
    House::new(vec![server("s", transport)]).await
}

#[tokio::test]
async fn each_generation_is_met_as_it_wants() {
    for (modes, version) in
        [(vec!["stateless"], "2026-07-28"), (vec![], "2025-06-18"), (vec!["silent"], "2025-06-18")]
    {
        let listening = Listening::start(&modes);
        let house = house(listening.streamable()).await;
        assert_eq!(house.provider.announce(&key("s")).await.unwrap().protocol, version, "{modes:?}");
        assert_eq!(text(&house.call("echo", json!({"a": 1})).await), r#"{"a": 1}"#);
        house.close().await;
    }
}

#[tokio::test]
async fn the_legacy_transport_works_as_well() {
    let listening = Listening::start(&[]);
    let house = house(listening.legacy()).await;
    assert_eq!(text(&house.call("echo", json!({"a": 1})).await), r#"{"a": 1}"#);
    house.close().await;
}

#[tokio::test]
async fn a_forgotten_session_is_made_anew_for_the_same_call() {
    let listening = Listening::start(&[]);
    let house = house(listening.streamable()).await;
    house.call("forget", json!({})).await.result.unwrap();
    assert_eq!(text(&house.call("echo", json!({"a": 1})).await), r#"{"a": 1}"#);
    assert_eq!(house.report().connects, 2);
    house.call("forget", json!({})).await.result.unwrap();
    let listed = house.provider.request(&key("s"), None, "tools/list", json!({})).await.unwrap();
    assert_eq!(listed["tools"][0]["name"], "echo");
    house.close().await;
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_taken_up_again() {
    let listening = Listening::start(&["torn"]);
    let house = house(listening.streamable()).await;
    assert_eq!(text(&house.call("echo", json!({"a": 1})).await), r#"{"a": 1}"#);
    assert_eq!(house.report().connects, 1);
    house.close().await;
}

#[tokio::test]
async fn neither_messages_nor_redirects_go_to_another_origin() {
    let listening = Listening::start(&["elsewhere"]);
    let house_of_legacy = house(listening.legacy()).await;
    let failure = house_of_legacy.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::Protocol);
    house_of_legacy.close().await;
    let listening = Listening::start(&["away"]);
    let house = house(listening.streamable()).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::Unreachable);
    assert!(failure.message.contains("307"), "{failure}");
    house.close().await;
}

#[tokio::test]
async fn a_server_that_wants_a_sign_in_says_so() {
    let listening = Listening::start(&["guarded"]);
    let house = house(listening.streamable()).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::SignInNeeded);
    assert!(matches!(house.report().status, ServerStatus::Error { sign_in: true, .. }));
    let failure = house.call("echo", json!({})).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unavailable);
    house.close().await;
}

#[tokio::test]
async fn a_token_in_the_settings_is_sent() {
    let listening = Listening::start(&["guarded"]);
    let headers = BTreeMap::from([("Authorization".to_owned(), "Bearer ${TOKEN}".to_owned())]);
    let house = house(Transport::StreamableHttp { url: listening.url("/mcp"), headers }).await;
    house.vault.variables.lock().unwrap().insert("TOKEN".to_owned(), "secret".to_owned());
    assert_eq!(text(&house.call("echo", json!({})).await), "{}");
    assert!(!house.provider.log(&key("s")).contains("secret"));
    house.close().await;
}

#[tokio::test]
async fn an_address_where_nobody_listens_is_said_so() {
    let port = {
        let listening = Listening::start(&[]);
        listening.port
    };
    let transport =
        Transport::StreamableHttp { url: format!("http://127.0.0.1:{port}/mcp"), headers: BTreeMap::new() };
    let house = house(transport).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::Unreachable);
    house.close().await;
}

/// Opens an address as a browser does, and gives the one that it is sent back to.
async fn agree(open: &str) -> url::Url {
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let answer = browser.get(open).send().await.unwrap();
    answer.headers()["location"].to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn somebody_signs_in_and_out() {
    let listening = Listening::start(&["signed"]);
    let house = house(listening.streamable()).await;
    let server = key("s");
    assert_eq!(house.provider.announce(&server).await.unwrap_err().fault, ServerFault::SignInNeeded);
    let redirect: url::Url = "http://127.0.0.1:7/back".parse().unwrap();
    let sign_in = house.provider.begin_sign_in(&server, redirect).await.unwrap();
    let returned = agree(sign_in.open.as_str()).await;
    // An answer of another authorization server is refused, and does not spoil the right one.
    let mut forged = returned.clone();
    forged.set_query(Some(&returned.query().unwrap().replace("iss=http", "iss=https")));
    assert_eq!(house.provider.end_sign_in(forged).await.unwrap_err().fault, ServerFault::SignInNeeded);
    assert_eq!(house.provider.end_sign_in(returned.clone()).await.unwrap(), server);
    // Each token lasts for a second only, so this one is not the first any more.
    assert_eq!(text(&house.call("echo", json!({})).await), "{}");
    assert!(!house.vault.credentials.lock().unwrap()[&server].contains("token0"));
    assert_eq!(house.provider.end_sign_in(returned).await.unwrap_err().fault, ServerFault::Unknown);
    house.provider.sign_out(&server).await.unwrap();
    assert!(house.vault.credentials.lock().unwrap().is_empty());
    assert_eq!(house.provider.announce(&server).await.unwrap_err().fault, ServerFault::SignInNeeded);
    house.close().await;
}

#[tokio::test]
async fn credentials_are_not_sent_to_another_address() {
    let listening = Listening::start(&["signed"]);
    let house = house(listening.streamable()).await;
    let redirect: url::Url = "http://127.0.0.1:7/back".parse().unwrap();
    let sign_in = house.provider.begin_sign_in(&key("s"), redirect).await.unwrap();
    house.provider.end_sign_in(agree(sign_in.open.as_str()).await).await.unwrap();
    let other = Listening::start(&["guarded"]);
    house.provider.configure(vec![server("s", other.streamable())]).await;
    assert_eq!(house.provider.announce(&key("s")).await.unwrap_err().fault, ServerFault::SignInNeeded);
    house.close().await;
}
