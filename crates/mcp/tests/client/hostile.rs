//! Servers that do what they should not.

use std::time::Duration;

use pegboard_model::call::FailureKind;
use pegboard_model::servers::{ServerFault, ServerProvider, ServerStatus};
use serde_json::json;

use crate::house::{House, key, program, python, text};

#[tokio::test]
async fn a_server_that_never_answers_is_given_up_and_holds_up_no_other() {
    let servers = vec![python("silent", "silent.py", &[]), python("s", "server.py", &[])];
    let house = House::with(servers, |config| config.connect_time = Duration::from_secs(3)).await;
    let silent = key("silent");
    let (hanging, outcome) =
        tokio::join!(house.provider.announce(&silent), house.call("echo", json!({"text": "hi"})));
    assert_eq!(text(&outcome), "hi");
    assert_eq!(hanging.unwrap_err().fault, ServerFault::Timeout);
    let again = house.provider.announce(&key("silent")).await.unwrap_err();
    assert_eq!(again.fault, ServerFault::Pausing);
    house.close().await;
}

#[tokio::test]
async fn a_server_that_dies_in_mid_call_fails_that_call_alone() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    let failure = house.call("die", json!({})).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Crashed);
    assert!(failure.message.contains("exit code 3"), "{}", failure.message);
    assert!(failure.detail.unwrap().contains("these were its last words"));
    // The next call starts it anew, at once.
    assert_eq!(text(&house.call("echo", json!({"text": "again"})).await), "again");
    // Who crashes again and again is given a pause.
    house.call("die", json!({})).await;
    house.call("echo", json!({})).await.result.unwrap_err();
    assert!(matches!(house.report().status, ServerStatus::Error { .. }));
    // Somebody who asks for it does not have to wait.
    house.provider.reconnect(&key("s")).await.unwrap();
    assert_eq!(text(&house.call("echo", json!({"text": "again"})).await), "again");
    house.close().await;
}

#[tokio::test]
async fn a_flood_on_standard_error_neither_blocks_nor_fills_memory() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    assert_eq!(text(&house.call("flood", json!({})).await), "flooded");
    assert!(house.provider.log(&key("s")).len() <= 256 << 10);
    house.close().await;
}

#[tokio::test]
async fn broken_lines_are_skipped_and_said_in_the_log() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    assert_eq!(text(&house.call("broken", json!({})).await), "after all");
    assert!(house.provider.log(&key("s")).contains("it sent something that is no JSON"));
    house.close().await;
}

#[tokio::test]
async fn results_up_to_the_limit_arrive_and_larger_ones_fail() {
    let house = House::new(vec![python("s", "server.py", &[])]).await;
    assert_eq!(text(&house.call("huge", json!({"bytes": 8 << 20})).await).len(), 8 << 20);
    let failure = house.call("huge", json!({"bytes": 17 << 20})).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    let mut job = house.job("huge", json!({"bytes": 2000}));
    job.limits.result_bytes = 1000;
    let failure = house.run(job, &crate::house::Listener::default()).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    house.close().await;
}

#[tokio::test]
async fn many_tools_are_listed_and_what_cannot_be_called_is_left_out() {
    let house = House::new(vec![python("s", "many.py", &[])]).await;
    let announced = house.provider.announce(&key("s")).await.unwrap();
    assert_eq!(announced.protocol, "2024-11-05");
    assert_eq!((announced.tools.len(), announced.warnings.len()), (1000, 3), "{:?}", announced.warnings);
    house.close().await;
}

#[tokio::test]
async fn pages_that_go_round_in_a_circle_end() {
    let house = House::new(vec![python("s", "many.py", &["circle"])]).await;
    let announced = house.provider.announce(&key("s")).await.unwrap();
    assert_eq!(announced.tools.len(), 1000);
    assert!(
        announced.warnings.iter().any(|warning| warning.contains("in a circle")),
        "{:?}",
        announced.warnings
    );
    house.close().await;
}

#[tokio::test]
async fn a_program_that_is_not_there_is_said_by_name() {
    let house = House::new(vec![program("s", "no-such-program-anywhere", Vec::new())]).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::NotStarted);
    assert!(failure.message.contains("no-such-program-anywhere"), "{failure}");
    let failure = house.call("echo", json!({})).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unavailable);
    house.close().await;
}

#[tokio::test]
async fn a_program_that_is_no_server_is_no_server() {
    let house = House::new(vec![program("s", "true", Vec::new())]).await;
    let failure = house.provider.announce(&key("s")).await.unwrap_err();
    assert_eq!(failure.fault, ServerFault::Gone);
    house.close().await;
}

#[tokio::test]
async fn a_stubborn_server_and_what_it_left_are_ended() {
    let house = House::new(vec![python("s", "server.py", &["--stubborn", "--leave"])]).await;
    house.call("echo", json!({})).await;
    // What it leaves carries the house's mark once it has become the other program, which nobody tells of.
    while house.processes().len() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    house.close().await;
}
