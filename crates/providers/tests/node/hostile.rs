//! Tools that end their process, never end, or leave something behind: one call's error each.

use std::time::Duration;

use pegboard_model::call::FailureKind;
use serde_json::json;

use crate::house::House;

const CODE: &str = r#"
import { spawn } from 'node:child_process';
const make = (execute) => ({ description: '', inputSchema: { type: 'object' }, execute });
export default {
  exit: make(() => process.exit(3)),
  quiet: make(() => process.exit(0)),
  loop: make(() => { for (;;); }),
  later: make(() => { setTimeout(() => { throw new RangeError('later'); }, 1); return new Promise(() => setInterval(() => {}, 1000)); }),
  hoard: make(() => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); }),
  long: make(() => 'x'.repeat(1000)),
  leaves: make(() => {
    spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref();
    spawn('sleep', ['300'], { stdio: 'ignore' });
    return 'left';
  }),
  fine: make(() => 'fine'),
};
"#;

const MODULE: &str = "./h.mjs";

#[tokio::test]
async fn a_crash_is_one_call_s_error_and_says_what_it_was() {
    let house = House::new();
    let bundle = house.bundle("{tools: [./h.mjs], sandbox: {memory_mb: 64}}", &[("h.mjs", CODE)]);
    for (tool, kind, message) in [
        ("exit", FailureKind::Crashed, "The tool's process ended with exit code 3 before it answered."),
        (
            "quiet",
            FailureKind::Crashed,
            "The tool's process ended without an answer: something in it called process.exit.",
        ),
        ("later", FailureKind::Raised, "Something in the tool failed outside of its call: RangeError: later"),
        (
            "hoard",
            FailureKind::Crashed,
            "The tool used up the memory that its process has, and was ended. Give it less to do at once.",
        ),
    ] {
        let failure = house.failure(&bundle, MODULE, tool).await;
        assert_eq!((failure.kind, failure.message.as_str()), (kind, message), "{tool}");
        assert_eq!(house.value(&bundle, MODULE, "fine", json!({})).await, "fine");
    }
    house.close().await;
}

#[tokio::test]
async fn limits_of_time_and_size_hold() {
    let house = House::new();
    let bundle = house.bundle("[./h.mjs]", &[("h.mjs", CODE)]);
    let mut job = house.job(&bundle, MODULE, "loop", json!({}));
    job.limits.timeout = Duration::from_millis(300);
    assert_eq!(house.run(job).await.result.unwrap_err().kind, FailureKind::Timeout);
    let mut job = house.job(&bundle, MODULE, "long", json!({}));
    job.limits.result_bytes = 100;
    assert_eq!(house.run(job).await.result.unwrap_err().kind, FailureKind::TooLarge);
    house.close().await;
}

#[tokio::test]
async fn no_process_outlives_its_call() {
    let house = House::new();
    let bundle = house.bundle("[./h.mjs]", &[("h.mjs", CODE)]);
    assert_eq!(house.value(&bundle, MODULE, "leaves", json!({})).await, "left");
    let sleeping = |pid: &i32| {
        std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.starts_with(b"sleep"))
    };
    assert_eq!(house.processes().iter().filter(|pid| sleeping(pid)).count(), 0);
    house.close().await;
}

#[tokio::test]
async fn code_that_cannot_be_loaded_says_why() {
    let house = House::new();
    let bundle = house.bundle("[./h.mjs]", &[("h.mjs", "import 'absent-package';")]);
    let failure = house.discover(&bundle).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Import);
    assert!(failure.message.contains("Cannot find package 'absent-package'"), "{}", failure.message);
    let bundle = house.bundle("[./h.mjs]", &[("h.mjs", "process.exit(4)")]);
    assert_eq!(house.failure(&bundle, MODULE, "any").await.kind, FailureKind::Import);
    house.close().await;
}
