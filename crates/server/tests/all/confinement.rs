//! What commands and Node tools try beyond their sandbox, and what they may do in it. Needs a kernel with Landlock.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::net::TcpListener;

use pegboard_testkit::House;
use reqwest::Method;
use serde_json::{Value, json};

/// A house whose commands all run, with a folder beside its data folder.
async fn house() -> House {
    let house = House::start().await;
    let body = json!({"requires_confirmation": false});
    house.request(Method::PUT, "/tools/run_command/override", Some(body)).await.ok();
    std::fs::create_dir(outside(&house)).unwrap();
    house
}

/// A folder beside the data folder.
fn outside(house: &House) -> std::path::PathBuf {
    house.data().parent().unwrap().join("outside")
}

async fn policy(house: &House, text: &str) {
    house.request(Method::PUT, "/policy", Some(json!({"text": text}))).await.ok();
}

async fn run(house: &House, chat: &str, command: &str) -> Value {
    house.succeed(chat, "run_command", json!({"command": command})).await["result"].clone()
}

#[tokio::test]
async fn a_command_writes_in_its_workspace_and_reads_nothing_of_pegboard_s() {
    let house = house().await;
    let (chat, other) = (house.chat("demo").await, house.chat("other").await);
    house.succeed(&other, "write_file", json!({"path": "secret", "content": "of another chat"})).await;
    let (data, outside) = (house.data().display().to_string(), outside(&house).display().to_string());
    std::fs::write(outside.clone() + "/kept", "kept").unwrap();

    let tried = format!(
        "cat {data}/token; ls {data}; cat {data}/pegboard.db; cat {data}/chats/{other}/workspace/secret; \
         echo x > {outside}/new; echo x > {outside}/kept; rm {outside}/kept; truncate -s 0 {outside}/kept; \
         ln {outside}/kept linked && echo x > linked; ln -s {outside}/kept link; echo x > link; \
         (cd {outside} && touch moved); cp /proc/1/environ env; kill -0 {pid} && echo signalled; echo tried",
        pid = house.pid()
    );
    let ran = run(&house, &chat, &tried).await;
    assert_eq!(ran["stdout"], "tried\n", "{ran}");
    assert_eq!(std::fs::read_to_string(outside.clone() + "/kept").unwrap(), "kept");
    assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 1);

    let ran = run(
        &house,
        &chat,
        &format!(
            "cat {outside}/kept; cat <(echo sub); echo x > $TMPDIR/a && mktemp >/dev/null && echo y > own"
        ),
    )
    .await;
    assert_eq!((&ran["stdout"], &ran["exit_code"]), (&json!("keptsub\n"), &json!(0)), "{ran}");
    assert_eq!(house.file(&chat, "own").await, b"y\n");
    let left: Vec<_> = std::fs::read_dir(house.data().join("tmp")).unwrap().collect();
    assert!(left.len() <= 1, "{left:?}");

    let git = "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && git log --format=%s";
    assert_eq!(run(&house, &chat, git).await["stdout"], "one\n");
}

#[tokio::test]
async fn the_policy_opens_and_closes_what_commands_may_touch() {
    let house = house().await;
    let chat = house.chat("demo").await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected");
    assert_eq!(run(&house, &chat, &connect).await["stdout"], "connected\n");

    policy(&house, "toolsets: {shell: {sandbox: {network: false}}}").await;
    let ran = run(&house, &chat, &connect).await;
    assert_eq!(ran["stdout"], "", "{ran}");
    assert!(ran["stderr"].as_str().unwrap().contains("Permission denied"), "{ran}");
    assert_eq!(run(&house, &chat, "echo one | cat").await["stdout"], "one\n");

    let write = format!("echo x > {}/new && echo written", outside(&house).display());
    assert_eq!(run(&house, &chat, &write).await["stdout"], "");
    policy(&house, "toolsets: {shell: {sandbox: {writes: anywhere}}}").await;
    assert_eq!(run(&house, &chat, &write).await["stdout"], "written\n");
}

const MODULE: &str = r#"
import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
const inputSchema = { type: 'object', properties: { data: { type: 'string' }, outside: { type: 'string' }, port: { type: 'number' } } };
const reached = (port) => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1', () => { socket.destroy(); resolve('connected'); });
  socket.on('error', (error) => resolve(error.code));
});
const said = (attempt) => { try { return attempt(); } catch (error) { return error.code ?? `exit ${error.status}`; } };
export const attack = {
  description: 'Tries to get out.', inputSchema,
  execute: async ({ data, outside, port }) => ({
    token: said(() => readFileSync(`${data}/token`, 'utf8')),
    list: said(() => readdirSync(data)),
    child: said(() => execFileSync('cat', [`${data}/token`], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()),
    write: said(() => writeFileSync(`${outside}/new`, 'x')),
    append: said(() => appendFileSync(`${outside}/kept`, 'x')),
    link: said(() => linkSync(`${outside}/kept`, 'linked')),
    read: said(() => readFileSync(`${outside}/kept`, 'utf8')),
    temporary: said(() => writeFileSync(`${process.env.TMPDIR}/a`, 'x') ?? 'written'),
    own: said(() => writeFileSync('own', 'x') ?? 'written'),
    reached: await reached(port),
  }),
};
"#;

/// The module in a house, with this sandbox.
async fn attack(house: &House, sandbox: &str) -> Option<Value> {
    let folder = tempfile::tempdir().unwrap();
    let node = format!("node: {{tools: ./attack.mjs, sandbox: {sandbox}}}");
    let manifest = format!("manifest_version: \"1\"\nid: attack\nname: Attack\nversion: 1.0.0\n{node}\n");
    std::fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
    std::fs::write(folder.path().join("attack.mjs"), MODULE).unwrap();
    let imported = house.import_folder(folder.path()).await.ok();
    let problem = imported["toolset"]["problem"].as_str().unwrap_or_default().to_owned();
    if ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"].iter().any(|code| problem.contains(code)) {
        eprintln!("left out: no registry of npm can be reached");
        return None;
    }
    assert_eq!(problem, "");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let args = json!({
        "data": house.data(), "outside": outside(house), "port": listener.local_addr().unwrap().port(),
    });
    let chat = house.chat("demo").await;
    Some(house.succeed(&chat, "attack:attack", args).await["result"].clone())
}

#[tokio::test]
async fn a_node_tool_writes_in_its_workspace_and_reads_nothing_of_pegboard_s() {
    let house = house().await;
    let kept = outside(&house).join("kept");
    std::fs::write(&kept, "kept").unwrap();
    let Some(closed) = attack(&house, "{network: false}").await else { return };
    let refused = json!("EACCES");
    assert_eq!(
        closed,
        json!({
            "token": refused, "list": refused, "child": "exit 1", "write": refused, "append": refused, "link": "EXDEV",
            "read": "kept", "temporary": "written", "own": "written", "reached": refused,
        })
    );
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "kept");
    let by_itself = attack(&house, "{}").await.unwrap();
    assert_eq!((&by_itself["token"], &by_itself["reached"]), (&refused, &json!("connected")));
    let chat = house.chat("preview").await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let args = json!({
        "data": house.data(), "outside": outside(&house), "port": listener.local_addr().unwrap().port(),
    });
    let effect = previewed(&house, &chat, "attack:attack", args).await;
    assert_eq!((&effect["result"]["write"], &effect["result"]["reached"]), (&refused, &refused), "{effect}");
    assert!(effect["changes"]["added"].as_array().unwrap().contains(&json!("own")), "{effect}");
    let again = json!({"requires_confirmation": false});
    house.request(Method::PUT, "/tools/attack:attack/override", Some(again)).await.ok();
    let anywhere = attack(&house, "{writes: anywhere}").await.unwrap();
    assert_eq!(
        (&anywhere["write"], &anywhere["token"]),
        (&Value::Null, &json!(house.token().to_owned() + "\n"))
    );
}

/// The effect of a call that asks; nothing of it may be left.
async fn previewed(house: &House, chat: &str, tool: &str, args: Value) -> Value {
    let body = json!({"requires_confirmation": true});
    house.request(Method::PUT, &format!("/tools/{tool}/override"), Some(body)).await.ok();
    let call = house.call(chat, tool, args).await;
    assert_eq!((&call["status"], &call["previewable"]), (&json!("pending"), &json!(true)), "{call}");
    let path = format!("/calls/{}/preview", call["id"].as_str().unwrap());
    house.post(&path, json!({})).await.ok()["effect"].clone()
}

#[tokio::test]
async fn a_command_is_previewed_without_a_network_and_beside_its_workspace() {
    let house = house().await;
    let chat = house.chat("demo").await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let command = format!(
        "echo x > made; echo x > {}/new; echo x > {}/reached; exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected",
        outside(&house).display(),
        house.workspace(&chat).display()
    );
    let effect = previewed(&house, &chat, "run_command", json!({"command": command})).await;
    assert_eq!(effect["changes"], json!({"added": ["made"], "modified": [], "removed": []}), "{effect}");
    assert_eq!(effect["result"]["stdout"], "", "{effect}");
    assert_eq!(std::fs::read_dir(outside(&house)).unwrap().count(), 0);
    assert!(!house.workspace(&chat).join("reached").exists());

    policy(&house, "toolsets: {shell: {sandbox: {writes: anywhere}}}").await;
    let call = house.call(&chat, "run_command", json!({"command": "echo x > made"})).await;
    assert_eq!(call["previewable"], false);
}
