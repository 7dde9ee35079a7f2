//! Tools of the AI SDK, from a bundle to a call. Where npm reaches no registry, that is said and nothing is tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use pegboard_testkit::House;
use serde_json::json;

const MANIFEST: &str = r#"
manifest_version: "1"
id: words
name: Words
version: 1.0.0
node:
  timeout_seconds: 60
  tools:
    - {module: ./words.ts, approval: {shout: ask, gone: blocked}}
    - {module: ./greeting.ts, import: createGreeting, args: {greeting: "${GREETING:-hello}", folder: $workspace}}
tool_overrides:
  - {tool_id: note, name_override: "Write a note"}
"#;

const MODULE: &str = r#"
import { writeFile } from 'node:fs/promises';
type Input = { text: string };
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
export const note = {
  description: 'Writes a note.', inputSchema,
  execute: async ({ text }: Input) => { await writeFile('note.txt', text); return { length: text.length }; },
};
export const shout = { description: 'Shouts.', inputSchema, execute: ({ text }: Input) => text.toUpperCase() };
export const shy = { description: 'Asks.', inputSchema, needsApproval: true, execute: ({ text }: Input) => text };
export const pay = {
  description: 'Pays.', inputSchema: { type: 'object', properties: { amount: { type: 'number' } } },
  needsApproval: async ({ amount }: { amount: number }) => {
    if (amount < 0) throw new RangeError('nobody pays less than nothing');
    return amount > 100;
  },
  execute: ({ amount }: { amount: number }) => ({ paid: amount }),
};
export const gone = { description: 'Never runs.', inputSchema, execute: () => 'ran' };
"#;

const GREETING: &str = r"
export const createGreeting = ({ greeting, folder }: { greeting: string, folder: string }) => ({
  greet: { description: 'Greets.', inputSchema: { type: 'object' }, execute: () => ({ greeting, isHere: folder === process.cwd() }) },
  count: {
    description: 'Counts.', inputSchema: { type: 'object' },
    async *execute() { for (const step of [1, 2, 3]) yield { step }; },
  },
});
";

/// The module's toolset in a house; `None` where npm reaches no registry.
async fn imported() -> Option<House> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("toolset.yaml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("words.ts"), MODULE).unwrap();
    std::fs::write(folder.path().join("greeting.ts"), GREETING).unwrap();
    let house = House::start().await;
    let imported = house.import_folder(folder.path()).await.with_status(201);
    let problem = imported["toolset"]["problem"].as_str().unwrap_or_default().to_owned();
    if ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"].iter().any(|code| problem.contains(code)) {
        eprintln!("left out: no registry of npm can be reached");
        return None;
    }
    assert_eq!(problem, "");
    Some(house)
}

#[tokio::test]
async fn a_module_s_tools_are_found_judged_and_run_as_commits() {
    let Some(house) = imported().await else { return };
    let note = house.get("/tools/words:note").await.ok();
    assert_eq!((&note["name"], &note["provider"]), (&json!("Write a note"), &json!("node")));
    assert_eq!(note["entrypoint"], "./words.ts:note");

    let chat = house.chat("words").await;
    let call = house.succeed(&chat, "words:note", json!({"text": "hello"})).await;
    assert_eq!(call["result"], json!({"length": 5}));
    assert_eq!(call["changes"]["added"], json!(["note.txt"]));
    assert_eq!(house.file(&chat, "note.txt").await, b"hello");

    let body = |text: &str| json!({"args": {"text": text}, "chat_id": chat});
    for tool in ["shout", "shy"] {
        let pending = house.post(&format!("/tools/words:{tool}/call"), body("hi")).await.with_status(202);
        assert_eq!(pending["status"], "pending", "{tool}");
    }
    house.post("/tools/words:gone/call", body("hi")).await.with_status(403);
    house.post("/tools/words:note/call", json!({"args": {}, "chat_id": chat})).await.with_status(422);
}

#[tokio::test]
async fn a_tool_says_of_each_call_whether_a_person_must_see_it() {
    let Some(house) = imported().await else { return };
    let chat = house.chat("words").await;
    let pay = |amount: i32| house.call(&chat, "words:pay", json!({"amount": amount}));

    let small = pay(7).await;
    assert_eq!((&small["status"], &small["result"]), (&json!("success"), &json!({"paid": 7})));
    assert_eq!(small["rule"], "the tool itself needs no confirmation");
    let large = pay(700).await;
    assert_eq!(
        (&large["status"], &large["rule"]),
        (&json!("pending"), &json!("the tool itself asks for confirmation"))
    );
    let approve = format!("/calls/{}/approve", large["id"].as_str().unwrap());
    assert_eq!(house.post(&approve, json!({})).await.ok()["result"], json!({"paid": 700}));
    assert_eq!(pay(-1).await["status"], "pending", "a function that fails asks");

    let tried = async |amount: i32| {
        let verdict =
            house.post("/policy/try", json!({"tool_id": "words:pay", "args": {"amount": amount}})).await.ok();
        format!("{}: {}", verdict["decision"].as_str().unwrap(), verdict["rule"].as_str().unwrap())
    };
    assert_eq!(tried(7).await, "preApproved: the tool itself needs no confirmation");
    assert_eq!(tried(700).await, "ask: the tool itself asks for confirmation");
    assert!(tried(-1).await.contains("nobody pays less than nothing"));

    let policy = json!({"text": "toolsets: {words: ask}"});
    house.request(reqwest::Method::PUT, "/policy", Some(policy)).await.ok();
    assert_eq!(tried(7).await, "ask: the house's policy says ask of its toolset");
    assert_eq!(tried(700).await, "ask: the tool itself asks for confirmation");
}

#[tokio::test]
async fn a_factory_gets_the_variables_of_its_toolset_also_when_they_change() {
    let Some(house) = imported().await else { return };
    let chat = house.chat("words").await;
    let greet = || house.succeed(&chat, "words:greet", json!({}));
    assert_eq!(greet().await["result"], json!({"greeting": "hello", "isHere": true}));
    for greeting in ["salve", "ave"] {
        let body = json!({"value": greeting});
        house.request(reqwest::Method::PUT, "/toolsets/words/variables/GREETING", Some(body)).await.ok();
        assert_eq!(greet().await["result"]["greeting"], greeting);
    }
    let counted = house.succeed(&chat, "words:count", json!({})).await;
    assert_eq!(counted["result"], json!({"step": 3}));
}
