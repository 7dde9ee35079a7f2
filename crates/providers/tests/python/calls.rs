//! Calls that go well.

use std::fs;
use std::sync::atomic::Ordering;

use pegboard_model::call::{FailureKind, NeedsApproval};
use pegboard_model::provider::{Declared, Provider};
use serde_json::{Value, json};

use crate::house::{House, Listener, Steps, permit};

const CODE: &str = r#"
import asyncio, os, pathlib, time
from covalt_toolset import get_context, tool

COUNT = 0

@tool(name="Greet", description="Says hello.", category="talk", requires_confirmation=True)
def greet(name: str, times: int = 1) -> dict:
    global COUNT
    COUNT += 1
    print("greeting", name)
    return {"text": "hello " * times + name, "count": COUNT, "chat": get_context().chat_id}

def write(workspace: pathlib.Path, name: str):
    (workspace / name).write_text("written")
    return {"cwd": os.getcwd(), "is": str(workspace)}

@tool
async def later(n: int) -> int:
    await asyncio.sleep(0)
    return n + 1

@tool
def meet(n: int, all: int) -> int:
    """Ends only when all others have come."""
    here = get_context().workspace
    (here / f"{n}.here").touch()
    while len(list(here.glob("*.here"))) < all:
        time.sleep(0.005)
    return n
"#;

#[tokio::test]
async fn a_decorated_function_gets_its_arguments_and_context() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let job = house.job(&bundle, "greet", json!({"name": "Ada", "times": 2}));
    let chat = job.chat.to_string();
    let outcome = house.run(job).await;
    let want = json!({"text": "hello hello Ada", "count": 1, "chat": chat});
    assert_eq!(outcome.result.unwrap(), want);
    assert_eq!(outcome.log, "greeting Ada\n");
    // Another process: what a call leaves in memory is not seen by the next.
    let again = house.value(&bundle, "greet", json!({"name": "Bo"})).await;
    assert_eq!(again["count"], 1);
    house.close().await;
}

#[tokio::test]
async fn the_host_hears_of_an_answer_once_and_of_none_where_there_was_none() {
    let house = House::new();
    let bundle = house.bundle("import os\ndef answers():\n    return 1\ndef dies():\n    os._exit(7)\n");
    for (function, answers) in [("answers", 1), ("dies", 0)] {
        let job = house.job(&bundle, function, json!({}));
        let host = Listener::default();
        house.provider.run(permit(&job.resolved), job, &host).await;
        assert_eq!(host.answers.load(Ordering::Relaxed), answers, "{function}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_plain_function_gets_the_workspace_first() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let value = house.value(&bundle, "write", json!({"name": "a.txt"})).await;
    assert_eq!(value["cwd"], value["is"]);
    let written = fs::read_to_string(house.workspace().join("a.txt")).unwrap();
    assert_eq!(written, "written");
    assert!(!bundle.root.join("tools/__pycache__").exists());
    house.close().await;
}

#[tokio::test]
async fn a_tool_sees_nothing_of_the_servers_environment_that_is_not_on_the_list() {
    let house = House::new();
    let code = "import os\ndef names():\n    return sorted(os.environ)\ndef which():\n    import shutil\n    return shutil.which('python')\n";
    let bundle = house.bundle(code);
    // The test runner sets it for this process.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let names = house.value(&bundle, "names", json!({})).await;
    let names: Vec<String> = serde_json::from_value(names).unwrap();
    assert!(names.contains(&"PEGBOARD_HOUSE".to_owned()), "{names:?}");
    let leaked: Vec<_> = names.iter().filter(|name| name.starts_with("CARGO")).collect();
    assert_eq!(leaked, Vec::<&String>::new());
    let python = house.value(&bundle, "which", json!({})).await;
    assert!(python.as_str().unwrap().contains("/envs/base-"), "{python}");
    house.close().await;
}

#[tokio::test]
async fn an_async_function_runs() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    assert_eq!(house.value(&bundle, "later", json!({"n": 41})).await, 42);
    house.close().await;
}

#[tokio::test]
async fn eight_calls_run_at_once() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let calls = (0..8).map(|n| {
        let job = house.job(&bundle, "meet", json!({"n": n, "all": 8}));
        house.run(job)
    });
    let values: Vec<Value> =
        futures::future::join_all(calls).await.into_iter().map(|outcome| outcome.result.unwrap()).collect();
    assert_eq!(values, (0..8).map(Value::from).collect::<Vec<_>>());
    house.assert_only_warm();
    house.close().await;
}

#[tokio::test]
async fn large_arguments_and_results_pass() {
    let house = House::new();
    let bundle = house.bundle("def echo(text):\n    return text\n");
    let text = "å".repeat(3 << 20);
    let value = house.value(&bundle, "echo", json!({"text": text})).await;
    assert_eq!(value, text);
    house.close().await;
}

#[tokio::test]
async fn a_permit_for_another_tool_runs_nothing() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let other = house.job(&bundle, "later", json!({"n": 1}));
    let job = house.job(&bundle, "write", json!({"name": "a.txt"}));
    let outcome = house.provider.run(permit(&other.resolved), job, &Listener::default()).await;
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Denied);
    assert_eq!(house.processes(), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn discovery_reads_definitions_and_leaves_no_process() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    let declared = |tool: &str, entrypoint: &str| Declared {
        tool: tool.parse().unwrap(),
        entrypoint: entrypoint.into(),
    };
    let tools = [
        declared("greet", "tools.t:greet"),
        declared("again", "tools.t:greet"),
        declared("nothing", "tools.t:nothing"),
        declared("nowhere", "tools.nowhere:x"),
    ];
    let found = house.provider.discover(&bundle, &tools, &Steps::default()).await.unwrap();
    assert_eq!(house.processes(), Vec::<i32>::new());
    let names: Vec<_> = found.iter().map(|one| one.tool.to_string()).collect();
    assert_eq!(names, ["greet", "again", "nothing", "nowhere"]);
    let greet = found[0].found.clone().unwrap();
    assert_eq!(greet.name.as_deref(), Some("Greet"));
    assert_eq!(greet.description.as_deref(), Some("Says hello."));
    assert_eq!(greet.category.as_deref(), Some("talk"));
    assert_eq!(greet.needs_approval, Some(NeedsApproval::Always));
    assert_eq!(greet.input_schema.as_ref().unwrap()["required"], json!(["name"]));
    assert_eq!(found[1].found.clone().unwrap(), greet);
    assert_eq!(found[2].found.clone().unwrap_err().kind, FailureKind::Missing);
    assert_eq!(found[3].found.clone().unwrap_err().kind, FailureKind::Missing);
    house.close().await;
}
