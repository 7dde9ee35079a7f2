//! When runners start and end.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use pegboard_model::provider::Provider;
use pegboard_processes::sweep;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use serde_json::json;

use crate::house::{House, Listener, permit};

const PID: &str = "import os\ndef runner():\n    return os.getppid()\n";

/// Waits until a process has ended.
async fn ended(pid: i32) {
    let Ok(handle) = pidfd_open(Pid::from_raw(pid).unwrap(), PidfdFlags::empty()) else {
        return;
    };
    tokio::task::spawn_blocking(move || {
        poll(&mut [PollFd::new(&handle, PollFlags::IN)], None).unwrap();
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn nothing_starts_before_the_first_call_and_one_runner_serves_many() {
    let house = House::new();
    let bundle = house.bundle(PID);
    assert_eq!(house.processes(), Vec::<i32>::new());
    let first = house.value(&bundle, "runner", json!({})).await;
    let second = house.value(&bundle, "runner", json!({})).await;
    assert_eq!(first, second);
    house.close().await;
}

#[tokio::test]
async fn changed_code_gets_a_new_runner() {
    let house = House::new();
    let bundle = house.bundle("def version():\n    return 1\n");
    assert_eq!(house.value(&bundle, "version", json!({})).await, 1);
    let old = house.runner_pid();
    let bundle = house.bundle("def version():\n    return 2\n");
    let outcome = house.run(house.job(&bundle, "version", json!({}))).await;
    assert_eq!(outcome.result.unwrap(), 2);
    ended(old).await;
    house.close().await;
}

#[tokio::test]
async fn release_ends_an_idle_runner_and_the_next_call_starts_another() {
    let house = House::new();
    let bundle = house.bundle(PID);
    let first = house.value(&bundle, "runner", json!({})).await;
    house.provider.release(&bundle.toolset).await;
    assert_eq!(house.processes(), Vec::<i32>::new());
    assert_ne!(house.value(&bundle, "runner", json!({})).await, first);
    house.close().await;
}

#[tokio::test]
async fn release_lets_a_running_call_finish() {
    let house = House::new();
    let code = "import os, time\ndef waits():\n    print('here', flush=True)\n    while not os.path.exists('go'):\n        time.sleep(0.005)\n    return 'finished'\n";
    let bundle = house.bundle(code);
    let host = Listener::waiting_for("here");
    let job = house.job(&bundle, "waits", json!({}));
    let releasing = async {
        host.seen.cancelled().await;
        let runner = house.runner_pid();
        house.provider.release(&bundle.toolset).await;
        std::fs::write(house.workspace().join("go"), "").unwrap();
        runner
    };
    let permit = permit(&job.resolved);
    let (outcome, runner) = tokio::join!(house.provider.run(permit, job, &host), releasing);
    assert_eq!(outcome.result.unwrap(), "finished");
    ended(runner).await;
    house.close().await;
}

#[tokio::test]
async fn an_idle_runner_is_reaped() {
    let house = House::with(|config| config.idle_after = Duration::from_secs(1));
    let bundle = house.bundle(PID);
    let runner = house.run(house.job(&bundle, "runner", json!({}))).await;
    let runner = i32::try_from(runner.result.unwrap().as_i64().unwrap()).unwrap();
    ended(runner).await;
    house.close().await;
}

#[tokio::test]
async fn the_longest_unused_runner_makes_room() {
    let house = House::with(|config| config.max_runners = 2);
    let bundles: Vec<_> = ["a", "b", "c"].map(|name| house.bundle_named(name, PID)).into();
    let pid = async |bundle: &Arc<_>| {
        let outcome = house.run(house.job(bundle, "runner", json!({}))).await;
        outcome.result.unwrap()
    };
    let (a, b) = (pid(&bundles[0]).await, pid(&bundles[1]).await);
    assert_eq!(pid(&bundles[0]).await, a);
    pid(&bundles[2]).await;
    assert_eq!(pid(&bundles[0]).await, a);
    assert_ne!(pid(&bundles[1]).await, b);
    house.close().await;
}

#[tokio::test]
async fn after_shutdown_nothing_starts() {
    let house = House::new();
    let bundle = house.bundle(PID);
    house.provider.shutdown().await;
    let outcome = house.run(house.job(&bundle, "runner", json!({}))).await;
    assert!(outcome.result.unwrap_err().message.contains("server stops"));
    house.close().await;
}

#[tokio::test]
async fn the_sweep_ends_one_house_and_spares_the_others() {
    let (ours, other) = (House::new(), House::new());
    let start = |house: &House| {
        Command::new("sh")
            .args(["-c", "setsid sh -c 'echo started; kill -STOP $$' & wait"])
            .env("PEGBOARD_HOUSE", &house.name)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut children = [start(&ours), start(&other)];
    for child in &mut children {
        let mut line = String::new();
        let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut out, &mut line).unwrap();
        assert_eq!(line, "started\n");
    }
    let name = ours.name.clone();
    let count = tokio::task::spawn_blocking(move || sweep(&name)).await.unwrap().unwrap();
    // The outer shell ends by itself when it sees the inner one end.
    assert!((1..=2).contains(&count), "{count}");
    assert_eq!(ours.processes(), Vec::<i32>::new());
    assert_eq!(other.processes().len(), 2);
    let name = other.name.clone();
    let count = tokio::task::spawn_blocking(move || sweep(&name)).await;
    assert!(count.unwrap().unwrap() >= 1);
    assert_eq!(other.processes(), Vec::<i32>::new());
    for child in &mut children {
        child.wait().unwrap();
    }
    ours.close().await;
    other.close().await;
}
