//! Tools that do what they should not.

use std::fs;
use std::time::Duration;

use pegboard_model::call::FailureKind;
use pegboard_model::provider::Provider;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::house::{House, Listener, PATIENCE, permit, processes_called};

const CODE: &str = r#"
import os, signal, subprocess, sys, time

def fails():
    raise ValueError("no such thing")

def strange():
    return object()

def exits():
    print("about to go")
    sys.stdout.flush()
    os._exit(7)

def killed():
    os.kill(os.getpid(), signal.SIGKILL)

def closes():
    os.closerange(3, 100)
    os._exit(0)

def daemons(seconds):
    for env in (None, {}):
        subprocess.Popen(["setsid", "sleep", seconds], env=env, start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.execvpe("sleep", ["sleep", seconds], {"PATH": "/usr/bin:/bin"})
        os._exit(0)
    return "done"

def prints(megabytes):
    print("the beginning")
    sys.stdout.flush()
    for _ in range(megabytes):
        os.write(1, b"x" * (1 << 20))
    print("the end")
    return "printed"

def hangs(seconds="1000"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen(["sleep", seconds], start_new_session=True)
    print("hanging", flush=True)
    while True:
        time.sleep(1000)

def huge(size):
    return "x" * size

def claims(size):
    """Writes the header of a huge frame past the SDK, to whatever descriptor is the call's socket."""
    import socket, stat
    for descriptor in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                os.write(descriptor, size.to_bytes(4, "big") + b"{")
        except OSError:
            pass
    time.sleep(1000)

def garbage():
    import stat
    for descriptor in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                os.write(descriptor, (5).to_bytes(4, "big") + b"\xff{{{{")
        except OSError:
            pass
    os._exit(0)

def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value

def kills_runner(seconds):
    subprocess.Popen(["sleep", seconds], start_new_session=True)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)

def stops_runner(seconds):
    subprocess.Popen(["sleep", seconds], start_new_session=True)
    os.kill(os.getppid(), signal.SIGSTOP)
    print("stopped", flush=True)
    time.sleep(1000)

def invalid():
    os.write(1, b"\xff\xfe caf\xc3\xa9\n")
"#;

/// A number of seconds that no other process sleeps.
fn seconds() -> String {
    let nanos = uuid::Uuid::now_v7().as_u128() % 1_000_000_000;
    format!("98765.{nanos}")
}

#[tokio::test]
async fn faults_are_told_by_kind() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let raised = house.failure(&bundle, "fails", json!({})).await;
    assert_eq!(raised.kind, FailureKind::Raised);
    assert!(raised.message.contains("no such thing"), "{raised:?}");
    assert!(raised.detail.unwrap().contains("tools/t.py"));
    let strange = house.failure(&bundle, "strange", json!({})).await;
    assert_eq!(strange.kind, FailureKind::NotJson);
    let missing = house.failure(&bundle, "nothing", json!({})).await;
    assert_eq!(missing.kind, FailureKind::Missing);
    let refused = house.failure(&bundle, "fails", json!({"x": 1})).await;
    assert_eq!(refused.kind, FailureKind::Arguments);
    let deep = house.failure(&bundle, "deep", json!({"levels": 500})).await;
    assert_eq!(deep.kind, FailureKind::NotJson);
    house.close().await;
}

#[tokio::test]
async fn a_module_that_does_not_import_says_why() {
    let house = House::new();
    let bundle = house.bundle("import no_such_module_anywhere\n");
    let failure = house.failure(&bundle, "x", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Import);
    assert!(failure.message.contains("no_such_module_anywhere"), "{failure:?}");
    house.close().await;
}

#[tokio::test]
async fn imports_that_end_or_hang_the_runner_say_so() {
    let house = House::with(|config| config.load_timeout = Duration::from_secs(2));
    let ends = house.bundle_named("ends", "import os\nos.write(2, b'bye')\nos._exit(3)\n");
    let failure = house.failure(&ends, "x", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Import);
    assert!(failure.message.contains("exit code 3"), "{failure:?}");
    assert_eq!(failure.detail.as_deref(), Some("bye"));
    let sleeps = seconds();
    let code = format!(
        "import subprocess, time\nsubprocess.Popen(['sleep', '{sleeps}'], start_new_session=True)\ntime.sleep(1000)\n"
    );
    let hangs = house.bundle_named("hangs", &code);
    let failure = house.failure(&hangs, "x", json!({})).await;
    assert_eq!(failure.kind, FailureKind::Import);
    assert!(failure.message.contains("longer than 2 s"), "{failure:?}");
    assert_eq!(processes_called(&sleeps), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn a_process_that_ends_without_an_answer_is_a_crash_in_words() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let outcome = house.call(&bundle, "exits", json!({})).await;
    let exits = outcome.result.unwrap_err();
    assert_eq!(exits.kind, FailureKind::Crashed);
    assert!(exits.message.contains("exit code 7"), "{exits:?}");
    assert_eq!(outcome.log, "about to go\n");
    let killed = house.failure(&bundle, "killed", json!({})).await;
    assert_eq!(killed.kind, FailureKind::Crashed);
    assert!(killed.message.contains("SIGKILL; often"), "{killed:?}");
    let closes = house.failure(&bundle, "closes", json!({})).await;
    assert_eq!(closes.kind, FailureKind::Crashed);
    let garbage = house.failure(&bundle, "garbage", json!({})).await;
    assert_eq!(garbage.kind, FailureKind::NotJson);
    house.close().await;
}

#[tokio::test]
async fn daemons_end_with_their_call() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let seconds = seconds();
    let value = house.value(&bundle, "daemons", json!({"seconds": seconds})).await;
    assert_eq!(value, "done");
    assert_eq!(processes_called(&seconds), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn a_flood_of_output_keeps_its_ends() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let mut job = house.job(&bundle, "prints", json!({"megabytes": 50}));
    job.limits.log_bytes = 1000;
    let outcome = house.run(job).await;
    assert_eq!(outcome.result.unwrap(), "printed");
    assert!(outcome.log.starts_with("the beginning\nxxx"));
    assert!(outcome.log.ends_with("xxxthe end\n"));
    let left_out = (50 << 20) + "the beginning\nthe end\n".len() - 1000;
    assert!(outcome.log.contains(&format!("[… {left_out} bytes left out …]")));
    house.close().await;
}

#[tokio::test]
async fn output_that_is_no_text_is_shown_as_far_as_it_is() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let outcome = house.call(&bundle, "invalid", json!({})).await;
    assert_eq!(outcome.log, "\u{fffd}\u{fffd} café\n");
    house.close().await;
}

#[tokio::test]
async fn the_time_limit_ends_the_call_and_all_it_started() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let seconds = seconds();
    // The runner is warm, so that the limit falls to the tool.
    house.failure(&bundle, "fails", json!({})).await;
    let mut job = house.job(&bundle, "hangs", json!({"seconds": seconds}));
    job.limits.timeout = Duration::from_millis(1500);
    let outcome = house.run(job).await;
    let failure = outcome.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert!(failure.message.contains("within 1.5 s"), "{failure:?}");
    assert_eq!(outcome.log, "hanging\n");
    assert_eq!(processes_called(&seconds), Vec::<i32>::new());
    house.assert_only_warm();
    house.close().await;
}

#[tokio::test]
async fn a_cancelled_call_ends_and_its_neighbour_does_not() {
    let house = House::new();
    let code = format!(
        "{CODE}\ndef waits(path):\n    while not os.path.exists(path):\n        time.sleep(0.005)\n    return 'went on'\n"
    );
    let bundle = house.bundle(&code);
    let seconds = seconds();
    let host = Listener::waiting_for("hanging");
    let hanging = house.job(&bundle, "hangs", json!({"seconds": seconds}));
    let neighbour = house.job(&bundle, "waits", json!({"path": "go"}));
    let cancelling = async {
        host.seen.cancelled().await;
        host.cancel.cancel();
    };
    let cancelled = async {
        let permit = permit(&hanging.resolved);
        let (outcome, ()) = tokio::join!(house.provider.run(permit, hanging, &host), cancelling);
        assert_eq!(processes_called(&seconds), Vec::<i32>::new());
        fs::write(house.workspace().join("go"), "").unwrap();
        outcome
    };
    let (outcome, beside) = tokio::join!(cancelled, house.run(neighbour));
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(beside.result.unwrap(), "went on");
    house.close().await;
}

#[tokio::test]
async fn a_dropped_call_ends_as_well() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let seconds = seconds();
    let host = Listener::waiting_for("hanging");
    let job = house.job(&bundle, "hangs", json!({"seconds": seconds}));
    let permit = permit(&job.resolved);
    tokio::select! {
        outcome = house.provider.run(permit, job, &host) => panic!("{outcome:?}"),
        () = host.seen.cancelled() => {}
    }
    // Its toolset's runner ends once its last call is over.
    let one_more = house.value(&bundle, "huge", json!({"size": 1})).await;
    assert_eq!(one_more, "x");
    tokio::time::timeout(PATIENCE, house.close()).await.unwrap();
    assert_eq!(processes_called(&seconds), Vec::<i32>::new());
}

#[tokio::test]
async fn a_result_that_is_too_large_is_refused_by_both_sides() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let mut job = house.job(&bundle, "huge", json!({"size": 2_000_000}));
    job.limits.result_bytes = 1_000_000;
    let failure = house.run(job).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    let job = house.job(&bundle, "claims", json!({"size": 4_000_000_000_u32}));
    let failure = house.run(job).await.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    assert!(failure.message.contains("4000000000"), "{failure:?}");
    house.assert_only_warm();
    house.close().await;
}

#[tokio::test]
async fn a_runner_that_is_killed_takes_its_calls_along_and_the_next_call_gets_a_new_one() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let seconds = seconds();
    let host = Listener::waiting_for("hanging");
    let job = house.job(&bundle, "hangs", json!({"seconds": seconds}));
    let killing = async {
        host.seen.cancelled().await;
        let runner = Pid::from_raw(house.runner_pid()).unwrap();
        kill_process(runner, Signal::KILL).unwrap();
    };
    let permit = permit(&job.resolved);
    let (outcome, ()) = tokio::join!(house.provider.run(permit, job, &host), killing);
    let failure = outcome.result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Crashed);
    assert!(failure.message.contains("SIGKILL"), "{failure:?}");
    assert_eq!(processes_called(&seconds), Vec::<i32>::new());
    assert_eq!(house.processes(), Vec::<i32>::new());
    assert_eq!(house.value(&bundle, "huge", json!({"size": 1})).await, "x");
    house.close().await;
}

#[tokio::test]
async fn a_tool_that_kills_its_runner_leaves_nothing() {
    let house = House::new();
    let bundle = House::unconfined(&house.bundle(CODE));
    let seconds = seconds();
    let failure = house.failure(&bundle, "kills_runner", json!({"seconds": seconds})).await;
    assert_eq!(failure.kind, FailureKind::Crashed);
    assert_eq!(processes_called(&seconds), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn a_tool_that_stops_its_runner_can_be_cancelled_all_the_same() {
    let house = House::new();
    let bundle = House::unconfined(&house.bundle(CODE));
    let seconds = seconds();
    let host = Listener::waiting_for("stopped");
    let job = house.job(&bundle, "stops_runner", json!({"seconds": seconds}));
    let cancelling = async {
        host.seen.cancelled().await;
        host.cancel.cancel();
    };
    let permit = permit(&job.resolved);
    let (outcome, ()) = tokio::join!(house.provider.run(permit, job, &host), cancelling);
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(house.processes(), Vec::<i32>::new());
    assert_eq!(processes_called(&seconds), Vec::<i32>::new());
    house.close().await;
}
