//! A call of a container tool, beside the engine's own `run` of the same image.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use pegboard_testkit::House;
use pegboard_testkit::containers::{Containers, ContainersError, Engine};
use serde_json::{Value, json};

use crate::caller::runtime;
use crate::counts::Counts;
use crate::samples::Samples;
use crate::table::{Goal, Table, ms};

/// Calls that run at once.
const CROWD: usize = 20;

/// Longer than the container for the next call takes to be there.
const PAUSE: Duration = Duration::from_millis(1500);

const DOCKERFILE: &str =
    "FROM alpine:3.19\nENTRYPOINT [\"bash\", \"-c\", \"echo '{\\\"text\\\":\\\"done\\\"}'\", \"tool\"]\n";

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let engine = match Engine::Docker.start() {
        Ok(engine) => engine,
        Err(error) => return vec![left_out(&error)],
    };
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap();
    let house = runtime.block_on(async { House::start().with_containers(&engine).await });
    for (name, warm) in [("cold", false), ("warm", true)] {
        let tool = folder.path().join(name);
        std::fs::create_dir(&tool).unwrap();
        std::fs::write(tool.join("manifest.json"), manifest(name, warm).to_string()).unwrap();
        std::fs::write(tool.join("Dockerfile"), DOCKERFILE).unwrap();
        runtime.block_on(house.import_folder(&tool)).ok();
        // The first call waits for the image.
        call(&runtime, &house, name);
    }
    let build = runtime.block_on(house.get("/tools/cold/build")).ok();
    let image = build["image"].as_str().unwrap().to_owned();
    let (mut cold, mut warm, mut own, mut crowd) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 1..=counts.rounds {
        eprintln!("containers: round {round} of {}", counts.rounds);
        for _ in 0..counts.peers {
            own.push(run(&engine, &image));
            cold.push(call(&runtime, &house, "cold"));
            sleep(PAUSE);
            warm.push(call(&runtime, &house, "warm"));
            sleep(PAUSE);
        }
        crowd.push(at_once(&runtime, &house));
    }
    vec![table(
        &Samples::new(own),
        [("cold", 1.1, cold), ("from the warm pool", 0.33, warm)],
        &Samples::new(crowd),
    )]
}

fn table(own: &Samples, ways: [(&str, f64, Vec<Duration>); 2], crowd: &Samples) -> Table {
    let mut table = Table::new(
        "A call of a container tool, its whole way",
        format!(
            "A tool that prints one line, with all limits. Beside it `docker run --rm` of the same image with the same limits: p50 {} ms, p99 {} ms. \
             {CROWD} calls at once of different chats: {} ms for all of them.",
            ms(own.p50()),
            ms(own.p99()),
            ms(crowd.p50()),
        ),
        &["container", "p50", "p99", "÷ `docker run`", "goal"],
    );
    for (way, most, times) in ways {
        let times = Samples::new(times);
        let ratio = times.p50() / own.p50();
        table.row([
            way.to_owned(),
            ms(times.p50()),
            ms(times.p99()),
            format!("{ratio:.2}"),
            Goal { most, unit: "" }.judge(ratio),
        ]);
    }
    table
}

fn left_out(error: &ContainersError) -> Table {
    Table::new("A call of a container tool", format!("Not measured: {error}."), &["container", "p50"])
}

fn manifest(name: &str, warm: bool) -> Value {
    json!({
        "name": name, "description": "Prints a line", "version": "1.0", "trigger": {"type": "on_demand"},
        "parameters": {}, "returns": {}, "output": {"synthesize": true, "card": {"enabled": false}},
        "sandbox": {"network": "none", "warm": warm}, "constraints": {"timeout_seconds": 60},
    })
}

fn call(runtime: &tokio::runtime::Runtime, house: &House, tool: &str) -> Duration {
    let start = Instant::now();
    let call = runtime.block_on(house.post(&format!("/tools/{tool}/call"), json!({}))).ok();
    let took = start.elapsed();
    assert_eq!(call["status"], "success", "{call:#}");
    took
}

/// Calls in chats of their own, so that none waits for another's turn.
fn at_once(runtime: &tokio::runtime::Runtime, house: &House) -> Duration {
    runtime.block_on(async {
        let chats = futures::future::join_all((0..CROWD).map(|_| house.chat("crowd"))).await;
        let start = Instant::now();
        let calls = chats.iter().map(|chat| house.call(chat, "cold", json!({})));
        let calls = futures::future::join_all(calls).await;
        let took = start.elapsed();
        assert!(calls.iter().all(|call| call["status"] == "success"));
        took
    })
}

/// What one would do instead.
fn run(engine: &Containers, image: &str) -> Duration {
    let arguments = [
        "run",
        "--rm",
        "--network",
        "none",
        "--read-only",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
        "--memory",
        "256m",
        "--memory-swap",
        "256m",
        "--pids-limit",
        "64",
        "--log-driver",
        "none",
        image,
        "e30=",
    ];
    let start = Instant::now();
    let status = engine.command(&arguments).stdin(Stdio::null()).stdout(Stdio::null()).status();
    let took = start.elapsed();
    assert!(status.unwrap().success());
    took
}
