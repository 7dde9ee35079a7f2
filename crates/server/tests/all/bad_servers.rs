//! MCP servers that are dead, hang and crash, beside one that is well; and what is left of them when the house ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use pegboard_testkit::{House, on_each_database};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The servers. Each process of theirs carries the path of this folder in its environment, and so does what it starts.
struct Servers(TempDir);

impl Servers {
    async fn add(house: &House) -> Self {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let python = |id: &str, script: &str, more: &[&str]| {
            let script = crates.join("mcp/tests/servers").join(script);
            let args = [&[script.to_str().unwrap()], more].concat();
            let env = json!({"OF_TEST": folder.path()});
            json!({"id": id, "command": "python3", "args": args, "env": env, "requires_confirmation": false})
        };
        for server in [
            python("well", "server.py", &["--leave"]),
            python("hanging", "server.py", &["--stubborn", "--leave"]),
            python("crashing", "server.py", &[]),
            python("silent", "silent.py", &[]),
            json!({"id": "dead", "command": "no-such-program"}),
        ] {
            house.post("/mcp-servers", json!({"server": server})).await.with_status(201);
        }
        Self(folder)
    }

    /// How many processes of theirs live.
    fn processes(&self) -> usize {
        let mark = format!("OF_TEST={}", self.0.path().display());
        let all = fs::read_dir("/proc").unwrap().flatten();
        let environments = all.filter_map(|process| fs::read(process.path().join("environ")).ok());
        environments.filter(|all| all.split(|byte| *byte == 0).any(|one| one == mark.as_bytes())).count()
    }
}

async fn call(house: &House, tool: &str, args: Value) -> pegboard_testkit::Answer {
    // A chat of its own: calls on one chat wait for each other.
    let chat = house.chat(tool).await;
    house.post(&format!("/tools/{tool}/call"), json!({"args": args, "chat_id": chat})).await
}

async fn assert_well(house: &House) {
    let said = call(house, "mcp:well~well:echo", json!({"text": "a"})).await.ok();
    assert_eq!(said["result"]["structuredContent"], json!({"text": "a"}), "{said:#}");
}

/// The one that is well answers while the others hang, are missing and crash.
async fn try_all(house: &House) {
    let others = async {
        assert_well(house).await;
        let missing = call(house, "mcp:dead~dead:echo", json!({})).await.with_status(502);
        assert!(missing["detail"].as_str().unwrap().contains("no-such-program"), "{missing:#}");
        for _ in 0..2 {
            let crashed = call(house, "mcp:crashing~crashing:die", json!({})).await.ok();
            assert_eq!(crashed["error"]["kind"], "crashed", "{crashed:#}");
            assert_well(house).await;
        }
        let dead = house.get("/mcp-servers/dead").await.ok();
        assert_eq!(dead["state"], "error");
        assert!(dead["reason"].as_str().unwrap().contains("no-such-program"), "{dead:#}");
    };
    tokio::select! {
        hung = call(house, "mcp:hanging~hanging:wait", json!({"deaf": true})) => panic!("it ends: {hung:?}"),
        // It is given up in the end, as a server that is not ready in time.
        () = async {
            call(house, "mcp:silent~silent:echo", json!({})).await.with_status(502);
            std::future::pending::<()>().await;
        } => {}
        () = others => {}
    }
}

on_each_database!(
    async fn bad_servers_hold_up_no_other_and_end_with_the_house(house: HouseBuilder) {
        let mut house = house.await;
        let servers = Servers::add(&house).await;
        try_all(&house).await;
        assert!(servers.processes() >= 3);

        house.stop();

        assert_eq!(servers.processes(), 0);
    }
);

on_each_database!(
    async fn no_process_of_a_server_outlives_a_house_that_is_killed(house: HouseBuilder) {
        let mut house = house.await;
        let servers = Servers::add(&house).await;
        try_all(&house).await;
        assert!(servers.processes() >= 3);

        house.kill();

        // The guard is no child of ours to wait for.
        while servers.processes() > 0 {
            tokio::task::yield_now().await;
        }
        house.restart();
        assert_eq!(servers.processes(), 0, "a start starts nothing");
        assert_well(&house).await;
    }
);
