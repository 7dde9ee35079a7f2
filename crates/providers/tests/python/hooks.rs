//! What a toolset wants done once is done once, and where it fails, its own calls say so and nobody else's.

use std::sync::Arc;
use std::time::Duration;

use pegboard_model::call::FailureKind;
use pegboard_model::provider::{Bundle, Provider};
use pegboard_model::toolset::Hooks;
use serde_json::json;

use crate::house::{House, Steps, processes_called};

const CODE: &str = r"
import os, time
state = []
def init(context):
    print('initialised', context.toolset_id)
    state.append(context.toolset_id)
async def post_init():
    state.append(len(state))
def fails():
    with open(os.environ['TMPDIR'] + '/tries', 'a') as file:
        file.write('x')
    raise ValueError('no key')
def hangs():
    time.sleep(1000)
def ends():
    os.write(2, b'bye')
    os._exit(3)
def seen():
    return state
def runner():
    return os.getppid()
";

fn hooked(bundle: &Arc<Bundle>, init: &str, post_init: Option<&str>) -> Arc<Bundle> {
    let entrypoint = |function: &str| format!("tools.t:{function}").parse().unwrap();
    let hooks = Hooks { init: Some(entrypoint(init)), post_init: post_init.map(entrypoint) };
    Arc::new(Bundle { hooks, ..Bundle::clone(bundle) })
}

#[tokio::test]
async fn initialising_starts_the_runner_that_the_calls_use_and_does_it_once() {
    let house = House::new();
    let bundle = hooked(&house.bundle(CODE), "init", Some("post_init"));
    house.provider.initialise(&bundle, &Steps::default()).await.unwrap();
    let runner = house.runner_pid();
    house.provider.initialise(&bundle, &Steps::default()).await.unwrap();
    assert_eq!(house.value(&bundle, "runner", json!({})).await, runner);
    for _ in 0..2 {
        assert_eq!(house.value(&bundle, "seen", json!({})).await, json!(["t", 1]));
    }
    house.close().await;
}

#[tokio::test]
async fn a_call_that_comes_first_finds_it_done_too() {
    let house = House::new();
    let bundle = hooked(&house.bundle(CODE), "init", None);
    assert_eq!(house.value(&bundle, "seen", json!({})).await, json!(["t"]));
    house.close().await;
}

#[tokio::test]
async fn where_there_is_nothing_to_do_nothing_starts() {
    let house = House::new();
    let bundle = house.bundle(CODE);
    house.provider.initialise(&bundle, &Steps::default()).await.unwrap();
    assert_eq!(house.processes(), Vec::<i32>::new());
    house.close().await;
}

#[tokio::test]
async fn looking_at_the_code_calls_no_hook() {
    let house = House::new();
    let bundle = hooked(&house.bundle(CODE), "ends", None);
    house.provider.discover(&bundle, &[], &Steps::default()).await.unwrap();
    house.close().await;
}

#[tokio::test]
async fn a_failure_fails_the_toolset_and_spares_the_others() {
    let house = House::new();
    let bundle = hooked(&house.bundle(CODE), "fails", None);
    let failure = house.provider.initialise(&bundle, &Steps::default()).await.unwrap_err();
    insta::assert_snapshot!(failure.message, @"The toolset `t` is not initialised: its init hook `tools.t:fails` failed. ValueError: no key");
    assert_eq!(failure.kind, FailureKind::Import);
    assert!(failure.detail.as_deref().unwrap().contains("in fails"), "{failure:?}");
    assert_eq!(house.failure(&bundle, "seen", json!({})).await, failure);
    let tries = || std::fs::read_to_string(house.folder.path().join("tmp/tries")).unwrap().len();
    assert_eq!(tries(), 1);

    let other = house.bundle_named("other", CODE);
    let outcome = house.run(house.job(&other, "seen", json!({}))).await;
    assert_eq!(outcome.result.unwrap(), json!([]));

    // Asked again, it tries again.
    let again = house.provider.initialise(&bundle, &Steps::default()).await.unwrap_err();
    assert_eq!((again, tries()), (failure, 2));
    house.close().await;
}

#[tokio::test]
async fn a_hook_that_hangs_or_ends_the_runner_is_named() {
    let house = House::with(|config| config.hook_timeout = Duration::from_secs(1));
    let hangs = hooked(&house.bundle_named("slow", CODE), "init", Some("hangs"));
    let failure = house.failure(&hangs, "seen", json!({})).await;
    insta::assert_snapshot!(failure.message, @"The toolset `slow` is not initialised: its post_init hook `tools.t:hangs` took longer than 1 s");
    assert_eq!(failure.kind, FailureKind::Import);
    assert_eq!(failure.detail.as_deref(), Some("initialised slow\n"));
    assert_eq!(house.processes(), Vec::<i32>::new());

    let ends = hooked(&house.bundle_named("gone", CODE), "ends", None);
    let failure = house.provider.initialise(&ends, &Steps::default()).await.unwrap_err();
    insta::assert_snapshot!(failure.message, @"The toolset `gone` is not initialised: the process for its Python tools ended with exit code 3 in its init hook `tools.t:ends`");
    assert_eq!(failure.detail.as_deref(), Some("bye"));
    house.close().await;
}

#[tokio::test]
async fn whoever_gives_up_waiting_leaves_nothing_behind() {
    let house = House::new();
    let sleeps = format!("9{}", std::process::id());
    let code = format!("import subprocess\ndef hangs():\n    subprocess.run(['sleep', '{sleeps}'])\n");
    let bundle = hooked(&house.bundle(&code), "hangs", None);
    let steps = Steps::default();
    let begun = async {
        while processes_called(&format!("sleep {sleeps}")).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        how = house.provider.initialise(&bundle, &steps) => panic!("{how:?}"),
        () = begun => {}
    }
    house.close().await;
}
