//! Commands: what they give back, and that nothing outlives them.

use serde_json::{Value, json};

use crate::house::{House, Quiet};

fn processes_called(text: &str) -> usize {
    let commands = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let line = std::fs::read(entry.ok()?.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    commands.filter(|line| line.contains(text) && !line.contains("nextest")).count()
}

#[tokio::test]
async fn a_command_gives_its_code_and_both_outputs() {
    let house = House::start().with(&[("a.txt", "one\n")]);
    let ran =
        house.call("run_command", json!({"command": "cat a.txt; echo oops >&2; exit 3"})).await.unwrap();
    assert_eq!(
        (&ran["exit_code"], &ran["stdout"], &ran["stderr"], &ran["signal"]),
        (&json!(3), &json!("one\n"), &json!("oops\n"), &Value::Null)
    );
    let killed = house.call("run_command", json!({"command": "kill -9 $$"})).await.unwrap();
    assert_eq!((&killed["exit_code"], &killed["signal"]), (&Value::Null, &json!(9)));
}

#[tokio::test]
async fn a_line_that_begins_with_a_dash_is_a_command_and_no_option() {
    let house = House::start();
    let ran = house.call("run_command", json!({"command": "-x; echo two"})).await.unwrap();
    assert_eq!((&ran["exit_code"], &ran["stdout"]), (&json!(0), &json!("two\n")));
    assert!(ran["stderr"].as_str().unwrap().contains("-x: command not found"), "{ran}");
}

/// Runs itself once more as a process whose environment would take bash in, were it to come along.
#[tokio::test]
async fn the_environment_is_neither_the_servers_nor_a_startup_files() {
    const INSIDE: &str = "PEGBOARD_TEST_INSIDE";
    let house = House::start().with(&[("startup", "echo started\n")]);
    if std::env::var_os(INSIDE).is_none() {
        let name = "shell::the_environment_is_neither_the_servers_nor_a_startup_files";
        let again = std::process::Command::new(std::env::current_exe().unwrap())
            .args([name, "--exact", "--nocapture"])
            .env(INSIDE, "1")
            .env("BASH_ENV", house.workspace().join("startup"))
            .env("BASH_FUNC_ls%%", "() { echo taken in; }")
            .output()
            .unwrap();
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stdout));
        return;
    }
    let ran = house.call("run_command", json!({"command": "echo $PEGBOARD_TEST_INSIDE-$PWD; ls"})).await;
    let workspace = house.workspace().canonicalize().unwrap();
    assert_eq!(ran.unwrap()["stdout"], format!("-{}\nstartup\n", workspace.display()));
}

#[tokio::test]
async fn much_output_keeps_its_beginning_and_its_end() {
    let house = House::start();
    let ran = house.call("run_command", json!({"command": "seq 1 200000"})).await.unwrap();
    let text = ran["stdout"].as_str().unwrap();
    assert!(text.len() < 80_000 && text.starts_with("1\n2\n") && text.ends_with("199999\n200000\n"));
    assert!(text.contains("bytes left out"), "the cut is told");
}

#[tokio::test]
async fn what_hangs_is_ended_with_all_that_it_started() {
    let house = House::start();
    let command = "setsid sleep 98765 & (sleep 98765 &) ; echo begun; sleep 98765";
    let failure =
        house.call("run_command", json!({"command": command, "timeout_seconds": 1})).await.unwrap_err();
    assert_eq!(failure.kind.as_str(), "timeout");
    assert_eq!(failure.answer.unwrap()["stdout"], "begun\n");
    assert_eq!(processes_called("sleep 98765"), 0);
}

#[tokio::test]
async fn what_a_command_leaves_in_the_background_is_ended_with_it() {
    let house = House::start();
    let ran =
        house.call("run_command", json!({"command": "sleep 87654 & setsid sleep 87654 & echo done"})).await;
    assert_eq!(ran.unwrap()["stdout"], "done\n");
    assert_eq!(processes_called("sleep 87654"), 0);
}

#[tokio::test]
async fn a_cancelled_command_ends_at_once() {
    let house = House::start();
    let host = Quiet::default();
    let cancel = host.0.clone();
    let run = house.run("run_command", json!({"command": "touch begun; sleep 76543"}), &host);
    let stop = async {
        let begun = house.workspace().join("begun");
        while !begun.exists() {
            tokio::task::yield_now().await;
        }
        cancel.cancel();
    };
    let (outcome, ()) = tokio::join!(run, stop);
    assert_eq!(outcome.result.unwrap_err().kind.as_str(), "cancelled");
    assert_eq!(processes_called("sleep 76543"), 0);
}
