//! Container tools in a real engine: the examples, every limit by a tool that attacks it, and what is left after a crash. Where
//! there is no Docker, that is said and nothing of it is tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pegboard_testkit::House;
use pegboard_testkit::containers::Containers;
use reqwest::Method;
use serde_json::{Value, json};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("examples/containers")
}

/// Writes the folder of a tool whose entrypoint is a shell script.
fn tool(folder: &Path, name: &str, change: &Value, script: &str) -> PathBuf {
    let mut manifest = json!({
        "name": name, "description": "A tool of a test", "version": "1.0", "trigger": {"type": "on_demand"},
        "parameters": {"word": {"type": "string", "default": "nothing"}}, "returns": {"text": {"type": "string"}},
        "output": {"synthesize": true, "card": {"enabled": false}}, "sandbox": {"network": "none"},
        "constraints": {"timeout_seconds": 30}
    });
    for (key, value) in change.as_object().unwrap() {
        manifest[key] = value.clone();
    }
    let folder = folder.join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    fs::write(
        folder.join("Dockerfile"),
        "FROM alpine:3.19\nCOPY run.sh /run.sh\nENTRYPOINT [\"bash\", \"/run.sh\"]\n",
    )
    .unwrap();
    fs::write(folder.join("run.sh"), script).unwrap();
    folder
}

/// A house with one such tool, and what a call of it comes to.
async fn attack(engine: &Containers, name: &str, change: Value, script: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().with_containers(engine).await;
    house.import_folder(&tool(folder.path(), name, &change, script)).await.ok();
    let call = called(&house, &format!("{name}:{name}"), json!({})).await;
    assert_eq!(containers_of(engine, &house), "", "its container is gone");
    call
}

/// The containers of a house, once those are gone that wait to be removed.
fn containers_of(engine: &Containers, house: &House) -> String {
    let label = format!("label=pegboard.house={}", house.data().canonicalize().unwrap().display());
    let mut left = String::new();
    for _ in 0..200 {
        left = engine.docker(&["ps", "--all", "--quiet", "--filter", &label]);
        if left.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    left
}

/// A call in the default chat.
async fn called(house: &House, tool: &str, args: Value) -> Value {
    house.post(&format!("/tools/{tool}/call"), json!({"args": args})).await.ok()
}

fn failure(call: &Value) -> (&str, &str) {
    assert_eq!(call["status"], "error", "{call:#}");
    (call["error"]["kind"].as_str().unwrap(), call["error"]["message"].as_str().unwrap())
}

fn text(call: &Value) -> &str {
    assert_eq!(call["status"], "success", "{call:#}");
    call["result"]["text"].as_str().unwrap()
}

/// A script that says what `command` printed and how it ended.
fn said(command: &str) -> String {
    format!(
        "out=$( ( {command} ) 2>&1 ); code=$?; jq -n --arg out \"$out\" --arg code \"$code\" '{{text: ($code + \" \" + $out)}}'\n"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_in_bash_is_called_as_the_spec_says() {
    let Some(engine) = Containers::ready("containers") else { return };
    let house = House::start().with_containers(&engine).await;
    house.import_folder(&examples().join("greeter")).await.ok();

    let telemetry = json!({"location": {"lat": 35.8762, "lon": 14.5366, "city": "Valletta"}, "country": "Malta",
        "time": "2026-02-20T17:00:00Z"});
    let body = json!({"args": {"name": "<b>Dylan</b>"}, "telemetry": telemetry});
    let call = house.post("/tools/greeter/call", body).await.ok();
    assert_eq!(text(&call), "Hello, <b>Dylan</b>! You're in Valletta.");
    let plan = &call["render_plan"];
    assert_eq!(plan["renderer"], "card", "{call:#}");
    assert_eq!(plan["config"]["title"], "Hello, <b>Dylan</b>");
    assert_eq!(plan["config"]["accent_color"], "#6c63ff");
    let html = plan["config"]["html"].as_str().unwrap();
    assert!(
        html.contains("Hello, &lt;b&gt;Dylan&lt;/b&gt;!") && html.contains("2026-02-20T17:00:00Z"),
        "{html}"
    );

    let tool = house.get("/tools/greeter").await.ok();
    assert_eq!(tool["container"]["image"]["state"], "ready", "{tool:#}");
    assert_eq!(tool["container"]["sandbox"]["memory_bytes"], 64 << 20);
    assert_eq!(tool["requires_confirmation"], false, "a folder of one's own is one's own");
    let build = house.get("/tools/greeter:greeter/build").await.ok();
    assert!(build["log"].as_str().unwrap().contains("Successfully"), "{build:#}");
    assert!(build["image"].as_str().unwrap().starts_with("pegboard-tool-greeter:"));
    let bad = house.post("/tools/greeter/call", json!({"args": {}})).await;
    assert_eq!(bad.status, 422, "{:#}", bad.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_tool_does_to_the_workspace_is_a_commit_also_from_the_warm_pool() {
    let Some(engine) = Containers::ready("containers") else { return };
    let house = House::start().with_containers(&engine).await;
    house.import_folder(&examples().join("word_count")).await.ok();
    let chat = house.chat("words").await;
    let put = house.raw(Method::PUT, &format!("/chats/{chat}/workspace/files/a.txt")).body("one two three");
    assert!(put.send().await.unwrap().status().is_success());
    for round in 0..3 {
        let output = format!("counts-{round}.json");
        let call = house.call(&chat, "word_count", json!({"output": output})).await;
        assert_eq!(text(&call), "3 words in 1 files.");
        assert_eq!(call["changes"]["added"], json!([output]));
    }
    let counted: Value = serde_json::from_slice(&house.file(&chat, "counts-2.json").await).unwrap();
    assert_eq!(counted, json!({"a.txt": 3}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_warm_container_is_fresh_and_has_the_same_bounds() {
    let Some(engine) = Containers::ready("containers") else { return };
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().with_containers(&engine).await;
    let sandbox = json!({"sandbox": {"network": "none", "warm": true, "writable": true, "memory": "64m"}});
    let script = said(
        "ls /tmp; echo x >/tmp/mark; echo y >/root; grep NoNewPrivs: /proc/self/status; grep CapEff: /proc/self/status; wc -c </dev/stdin; cat /proc/sys/kernel/hostname",
    );
    house.import_folder(&tool(folder.path(), "warm", &sandbox, &script)).await.ok();
    let mut hosts = Vec::new();
    for _ in 0..4 {
        let call = called(&house, "warm", json!({})).await;
        let said = text(&call).to_owned();
        assert!(!said.contains("mark"), "{said}");
        assert!(said.contains("NoNewPrivs:\t1") && said.contains("CapEff:\t0000000000000000"), "{said}");
        let host = said.lines().last().unwrap().to_owned();
        assert!(!hosts.contains(&host), "each call has a container of its own");
        hosts.push(host);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_processes_and_files_are_bounded() {
    let Some(engine) = Containers::ready("containers") else { return };
    let allocate = "exec python3 -c 'x = bytearray(300 << 20); print(\"{}\")'\n";
    let call = attack(&engine, "hungry", json!({}), allocate).await;
    let (kind, message) = failure(&call);
    assert_eq!(kind, "crashed");
    assert!(message.contains("more than its 256m of memory"), "{message}");

    let bomb = said("for i in $(seq 200); do sleep 20 & done; wait");
    let call = attack(&engine, "bomb", json!({}), &bomb).await;
    let shown = call.to_string();
    assert!(shown.contains("Resource temporarily unavailable") || shown.contains("retry"), "{shown}");

    let write = said("touch /x || touch /etc/x || touch /usr/x || touch /tmp/x");
    let call = attack(&engine, "scribe", json!({}), &write).await;
    assert_eq!(text(&call).matches("Read-only file system").count(), 4, "{call:#}");

    let sandbox = json!({"sandbox": {"network": "none", "writable": true, "memory": "32m"}});
    let fill = said("touch /tmp/x && touch /x; head -c 100M /dev/zero >/tmp/big");
    let call = attack(&engine, "filler", sandbox, &fill).await;
    let said = text(&call);
    assert!(said.contains("Read-only file system") && said.contains("No space left on device"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn network_and_privileges_are_taken_away() {
    let Some(engine) = Containers::ready("containers") else { return };
    let reach = said("ls /sys/class/net; exec 3<>/dev/tcp/192.0.2.1/80");
    let call = attack(&engine, "caller", json!({}), &reach).await;
    assert!(text(&call).contains("Network is unreachable"), "{call:#}");
    assert!(!text(&call).contains("eth0"), "{call:#}");

    let capabilities = said(
        "chown 65534 /run.sh; mknod /tmp/x c 1 3; chroot / true; mount -t tmpfs x /mnt; cat /proc/self/status | grep Cap",
    );
    let call =
        attack(&engine, "mighty", json!({"sandbox": {"network": "none", "writable": true}}), &capabilities)
            .await;
    let said_of = text(&call);
    assert!(
        said_of.contains("CapBnd:\t0000000000000000") && said_of.contains("CapEff:\t0000000000000000"),
        "{said_of}"
    );

    // A program with the setuid bit, called by somebody else, stays who called it.
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().with_containers(&engine).await;
    let made = tool(
        folder.path(),
        "climber",
        &json!({}),
        &said("/usr/local/bin/rootid -u; grep NoNewPrivs /proc/self/status"),
    );
    let dockerfile = "FROM alpine:3.19\nRUN cp /usr/bin/id /usr/local/bin/rootid && chmod 4755 /usr/local/bin/rootid\n\
                      COPY run.sh /run.sh\nUSER nobody\nENTRYPOINT [\"bash\", \"/run.sh\"]\n";
    fs::write(made.join("Dockerfile"), dockerfile).unwrap();
    house.import_folder(&made).await.ok();
    let call = called(&house, "climber", json!({})).await;
    assert_eq!(text(&call), "0 65534\nNoNewPrivs:\t1", "{call:#}");

    let sandbox = json!({"sandbox": {"network": "host"}});
    let call = attack(&engine, "hostly", sandbox, &said("true")).await;
    let (kind, message) = failure(&call);
    assert_eq!(kind, "unavailable");
    assert!(message.contains("--allow-host-network"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_and_output_are_bounded_and_bad_output_is_named() {
    let Some(engine) = Containers::ready("containers") else { return };
    let slow = json!({"constraints": {"timeout_seconds": 2}});
    let call = attack(&engine, "slow", slow, "echo soon >&2; sleep 20\n").await;
    let (kind, message) = failure(&call);
    assert_eq!(kind, "timeout");
    assert!(message.starts_with("Timed out after 2s"), "{message}");
    assert!(call["log"].as_str().unwrap().contains("soon"), "{call:#}");

    let call = attack(&engine, "chatty", json!({}), "head -c 1G /dev/zero\n").await;
    assert_eq!(failure(&call).0, "too_large", "{call:#}");
    let call = attack(
        &engine,
        "grumbler",
        json!({}),
        "head -c 200M /dev/zero | tr '\\0' 'x' >&2; echo the end >&2; echo '{\"text\": \"done\"}'\n",
    )
    .await;
    assert_eq!(text(&call), "done");
    assert!(call["log"].as_str().unwrap().len() < 1 << 20, "the middle is left out");

    for (name, script, kind, message) in [
        ("silent", "true\n", "not_json", "printed nothing"),
        ("babbler", "echo hello\n", "not_json", "not one JSON object"),
        ("lister", "echo '[1]'\n", "not_json", "no object"),
        ("doubler", "echo '{}{}'\n", "not_json", "not one JSON object"),
        ("numbers", "echo '{\"text\": 1}'\n", "not_json", "`text` that is not a text"),
        ("quitter", "echo why >&2; exit 3\n", "raised", "exit code 3"),
        ("honest", "echo '{\"error\": \"no such city\"}'; exit 1\n", "raised", "no such city"),
        ("mild", "echo '{\"error\": \"no such city\", \"text\": \"x\"}'\n", "raised", "no such city"),
    ] {
        let call = attack(&engine, name, json!({}), script).await;
        let (found, said) = failure(&call);
        assert_eq!(found, kind, "{name}: {call:#}");
        assert!(said.contains(message), "{name}: {said}");
        if name == "quitter" {
            assert!(call["error"]["detail"].as_str().unwrap().contains("why"), "{call:#}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payload_that_is_no_argument_is_refused() {
    let Some(engine) = Containers::ready("containers") else { return };
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().with_containers(&engine).await;
    house
        .import_folder(&tool(
            folder.path(),
            "echo",
            &json!({}),
            "printf %s \"$1\" | base64 -d | jq '{text: (.params.word | length | tostring)}'\n",
        ))
        .await
        .ok();
    let call = called(&house, "echo", json!({"word": "x".repeat(90_000)})).await;
    assert_eq!(text(&call), "90000");
    let call = called(&house, "echo", json!({"word": "x".repeat(120_000)})).await;
    let (kind, message) = failure(&call);
    assert_eq!(kind, "arguments");
    assert!(message.contains("131071"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_container_that_is_killed_from_outside_and_a_call_that_is_cancelled_leave_nothing() {
    let Some(engine) = Containers::ready("containers") else { return };
    let folder = tempfile::tempdir().unwrap();
    let house = House::start().with_containers(&engine).await;
    house.import_folder(&tool(folder.path(), "sleeper", &json!({}), "sleep 25\n")).await.ok();
    // Its image is there, so that what follows is about its container.
    wait_for_image(&house, "sleeper").await;
    let label = "label=pegboard.tool=sleeper:sleeper";
    let killed = async {
        let id = running(&engine, label).await;
        engine.docker(&["kill", &id]);
    };
    let (call, ()) = tokio::join!(called(&house, "sleeper", json!({})), killed);
    let (kind, message) = failure(&call);
    assert_eq!(kind, "crashed");
    assert!(message.contains("killed from outside"), "{message}");

    let cancelled = async {
        running(&engine, label).await;
        let calls = house.get("/calls?status=running").await.ok();
        let id = calls["items"][0]["id"].as_str().unwrap().to_owned();
        house.post(&format!("/calls/{id}/cancel"), json!({})).await.ok();
    };
    let (call, ()) = tokio::join!(called(&house, "sleeper", json!({})), cancelled);
    assert_eq!(failure(&call).0, "cancelled");
    assert_eq!(containers_of(&engine, &house), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_the_server_leaves_no_container() {
    let Some(engine) = Containers::ready("containers") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut house = House::start().with_containers(&engine).await;
    let made =
        tool(folder.path(), "lasting", &json!({"constraints": {"timeout_seconds": 600}}), "sleep 500\n");
    house.import_folder(&made).await.ok();
    wait_for_image(&house, "lasting").await;
    let url = house.url().to_owned();
    let (client, token) = (reqwest::Client::new(), house.token().to_owned());
    let call = tokio::spawn(async move {
        let call =
            client.post(format!("{url}/tools/lasting/call")).bearer_auth(token).json(&json!({"args": {}}));
        call.send().await.is_err()
    });
    running(&engine, "label=pegboard.tool=lasting:lasting").await;
    house.kill();
    assert!(call.await.unwrap(), "nobody answers any more");
    house.restart();
    assert_eq!(containers_of(&engine, &house), "", "the start sweeps what was left");
    let calls = house.get("/calls").await.ok();
    assert_eq!(calls["items"][0]["error"]["kind"], "interrupted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_build_shows_on_the_tool_and_harms_nothing_else() {
    let Some(engine) = Containers::ready("containers") else { return };
    let folder = tempfile::tempdir().unwrap();
    let tools = folder.path();
    let broken = tool(tools, "broken", &json!({}), "true\n");
    fs::write(broken.join("Dockerfile"), "FROM alpine:3.19\nRUN echo the compiler is on fire >&2; exit 7\n")
        .unwrap();
    let headless = tool(tools, "headless", &json!({}), "true\n");
    fs::write(headless.join("Dockerfile"), "FROM alpine:3.19\n").unwrap();
    tool(tools, "sound", &json!({}), &said("echo fine"));
    fs::create_dir(tools.join("wrong")).unwrap();
    fs::write(tools.join("wrong/manifest.json"), "{\"name\": \"other\", \"trigger\": {}}").unwrap();

    // The folder of tools is read at start.
    let arguments = ["--tools", tools.to_str().unwrap()];
    let house = House::start().with_arguments(&arguments).with_containers(&engine).await;
    for name in ["broken", "headless", "sound"] {
        wait_for_image(&house, name).await;
    }
    let call = called(&house, "broken", json!({})).await;
    assert_eq!(failure(&call).0, "unavailable");
    let tool = house.get("/tools/broken").await.ok();
    assert_eq!(tool["container"]["image"]["state"], "failed", "{tool:#}");
    let build = house.get("/tools/broken/build").await.ok();
    assert!(build["log"].as_str().unwrap().contains("the compiler is on fire"), "{build:#}");
    let build = house.get("/tools/headless/build").await.ok();
    assert!(build["message"].as_str().unwrap().contains("ENTRYPOINT"), "{build:#}");
    assert_eq!(text(&called(&house, "sound", json!({})).await), "0 fine");
    let refused = house.import_folder(&tools.join("wrong")).await;
    assert_eq!(refused.status, 422, "{:#}", refused.body);
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(
        detail.contains("the folder, which is `wrong`") && detail.contains("the key `output` is missing"),
        "{detail}"
    );

    let again = house.post("/tools/sound/build", json!({})).await.with_status(202);
    assert_eq!(again["tool_id"], "sound:sound");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_engine_tools_say_so() {
    let house = House::start().await;
    house.import_folder(&examples().join("greeter")).await.ok();
    let call = called(&house, "greeter", json!({"name": "x"})).await;
    let (kind, message) = failure(&call);
    assert_eq!(kind, "unavailable");
    assert!(message.contains("needs a container engine"), "{message}");
    let tool = house.get("/tools/greeter").await.ok();
    assert_eq!(tool["container"]["image"]["state"], "unavailable", "{tool:#}");
}

/// Waits until nothing is built any more.
async fn wait_for_image(house: &House, tool: &str) {
    for _ in 0..1200 {
        let build = house.get(&format!("/tools/{tool}/build")).await;
        let state = build.body["state"].as_str().unwrap_or("unknown").to_owned();
        if !matches!(state.as_str(), "waiting" | "building" | "unknown") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the image of {tool} was not built");
}

/// Waits until a container of this label runs, and gives its id.
async fn running(engine: &Containers, label: &str) -> String {
    for _ in 0..600 {
        let found = engine.docker(&["ps", "--quiet", "--filter", label]);
        if let Some(id) = found.lines().next() {
            return id.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no container with {label} runs");
}
