//! What sandboxed tools cannot do, and what is said of it.

use std::fs;
use std::net::TcpListener;

use pegboard_model::call::FailureKind;
use pegboard_model::policy::{KillSwitch, try_out};
use pegboard_model::provider::{Contained, Provider};
use pegboard_model::toolset::{Network, Sandbox, Writes};
use serde_json::{Value, json};

use crate::house::{House, Listener, PATIENCE};

const CODE: &str = r#"
import os, socket, subprocess, tempfile, time
from pathlib import Path

def write(workspace, path):
    (workspace / path).write_text("x")

def read(workspace, path):
    return (workspace / path).read_text()

def shell(workspace, command):
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    return [done.returncode, done.stdout + done.stderr]

def temporary(workspace):
    folder = tempfile.mkdtemp()
    (Path(folder) / "left").write_text("behind")
    return [folder, os.environ["TMPDIR"]]

def connects(workspace, port):
    socket.create_connection(("127.0.0.1", port), 10).close()

def eats(workspace):
    kept = []
    while True:
        kept.append(bytearray(1 << 20))

def eats_shared(workspace):
    import mmap
    space = mmap.mmap(-1, 1 << 30)
    for page in range(0, 1 << 30, 4096):
        space[page] = 1
    time.sleep(1000)

def multiplies(workspace):
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)
"#;

#[tokio::test]
async fn files_are_written_only_inside_the_workspace() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    assert_eq!(house.value(&bundle, "write", json!({"path": "in"})).await, Value::Null);
    for path in ["../out", "../../../out", "/tmp/pegboard-out"] {
        let failure = house.failure(&bundle, "write", json!({"path": path})).await;
        assert_eq!(failure.kind, FailureKind::Raised);
        assert!(failure.message.starts_with("PermissionError"), "{failure:?}");
        assert!(failure.message.contains("is outside of the workspace"), "{failure:?}");
        assert!(!house.workspace().join(path).exists(), "{path}");
    }
    let left = house.value(&bundle, "shell", json!({"command": "echo > ../out"})).await;
    assert_ne!(left[0], 0);
    assert!(left[1].as_str().unwrap().contains("Permission denied"), "{left}");
    assert_eq!(fs::read_dir(house.workspace().parent().unwrap()).unwrap().count(), 1);
    house.close().await;
}

#[tokio::test]
async fn the_data_folder_is_closed_and_the_toolset_s_own_files_are_open() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let token = house.folder.path().join("token");
    fs::write(&token, "secret").unwrap();
    let failure = house.failure(&bundle, "read", json!({"path": token})).await;
    assert!(failure.message.contains("data folder"), "{failure:?}");
    let own = bundle.root.join("tools/t.py");
    assert_eq!(house.value(&bundle, "read", json!({"path": own})).await, CODE);
    assert!(house.failure(&bundle, "write", json!({"path": own})).await.message.contains("outside"));
    house.close().await;
}

#[tokio::test]
async fn a_call_has_a_temporary_folder_that_goes_with_it() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let told = house.value(&bundle, "temporary", json!({})).await;
    let (made, own) = (told[0].as_str().unwrap(), told[1].as_str().unwrap());
    assert!(made.starts_with(own), "{told}");
    assert!(own.starts_with(house.folder.path().join("tmp").to_str().unwrap()), "{told}");
    let data = house.folder.path().to_owned();
    // It is removed beside other work.
    let removed = async {
        while fs::read_dir(data.join("tmp")).unwrap().count() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, removed).await.unwrap();
    house.close().await;
}

#[tokio::test]
async fn a_closed_network_is_closed_to_the_machine_itself() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = json!({"port": server.local_addr().unwrap().port()});
    assert_eq!(house.value(&bundle, "connects", port.clone()).await, Value::Null);
    let deny = Sandbox { network: Some(Network::Deny), ..Sandbox::default() };
    for writes in [None, Some(Writes::Anywhere)] {
        let closed = House::with_sandbox(&bundle, Sandbox { writes, ..deny });
        let failure = house.failure(&closed, "connects", port.clone()).await;
        assert!(failure.message.contains("has no network"), "{failure:?}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_call_whose_network_is_closed_leaves_nothing_outside_of_its_workspace() {
    let house = House::new();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    // What is warm has a connection that each of its calls gets as well.
    let open = format!(
        "import socket\ntry:\n    held = socket.create_connection((\"127.0.0.1\", {port}), 10)\nexcept OSError:\n    \
         held = None\ndef sends(workspace):\n    held.sendall(b\"x\")\n"
    );
    let bundle = house.bundle(&format!("{open}{CODE}"));
    assert_eq!(house.value(&bundle, "sends", json!({})).await, Value::Null);
    let closed = async |function: &str, args: Value| {
        let outcome = house.run_closed(house.job(&bundle, function, args)).await;
        house.assert_only_warm();
        outcome.result
    };
    assert_eq!(closed("write", json!({"path": "in"})).await, Ok(Value::Null));
    assert_eq!(fs::read_to_string(house.workspace().join("in")).unwrap(), "x");
    let failure = closed("connects", json!({"port": port})).await.unwrap_err();
    assert!(failure.message.contains("has no network"), "{failure:?}");
    let failure = closed("sends", json!({})).await.unwrap_err();
    assert!(failure.message.contains("NoneType"), "{failure:?}");
    let beside = house.workspace().parent().unwrap().join("beside");
    fs::create_dir(&beside).unwrap();
    let failure = closed("write", json!({"path": beside.join("out")})).await.unwrap_err();
    assert!(failure.message.contains("outside of the workspace"), "{failure:?}");
    let unconfined = House::unconfined(&bundle);
    let job = house.job(&unconfined, "write", json!({"path": "in"}));
    assert!(matches!(house.provider.contains(&unconfined, &job.resolved), Contained::No(_)));
    house.close().await;
}

#[tokio::test]
async fn a_permit_for_a_trial_runs_nothing_else() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let job = house.job(&bundle, "write", json!({"path": "in"}));
    let contained = house.provider.contains(&bundle, &job.resolved);
    let trial = try_out(&job.resolved, &bundle.fingerprint, KillSwitch::ToolsEnabled, contained).unwrap();
    let outcome = house.provider.run(trial.into_closed(), job, &Listener::default()).await;
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Denied);
    assert!(!house.workspace().join("in").exists());
    house.close().await;
}

#[tokio::test]
async fn who_takes_too_much_is_ended_and_told() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let small = Sandbox { memory_mb: Some(256), processes: Some(16), ..Sandbox::default() };
    let bundle = House::with_sandbox(&bundle, small);
    let failure = house.failure(&bundle, "eats", json!({})).await;
    assert_eq!((failure.kind, failure.message.as_str()), (FailureKind::Raised, "MemoryError"));
    for (function, words) in
        [("eats_shared", "more than 256 MiB of memory"), ("multiplies", "more than 16 processes")]
    {
        let failure = house.failure(&bundle, function, json!({})).await;
        assert_eq!(failure.kind, FailureKind::Crashed);
        assert!(failure.message.contains(words), "{failure:?}");
        assert!(failure.message.contains("toolset.yaml"), "{failure:?}");
    }
    assert_eq!(house.value(&bundle, "shell", json!({"command": "true"})).await, json!([0, ""]));
    house.close().await;
}

#[tokio::test]
async fn another_sandbox_gets_another_runner() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    assert_eq!(house.failure(&bundle, "write", json!({"path": "../out"})).await.kind, FailureKind::Raised);
    let free = House::unconfined(&bundle);
    let job = house.job(&free, "write", json!({"path": "../out"}));
    assert_eq!(house.run(job).await.result.unwrap(), Value::Null);
    assert!(house.workspace().join("../out").exists());
    house.close().await;
}
