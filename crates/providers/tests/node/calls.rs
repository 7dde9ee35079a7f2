//! Calls that go well.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use pegboard_model::call::{FailureKind, NeedsApproval, News, Statement};
use pegboard_model::ids::ToolsetId;
use pegboard_model::provider::Provider;
use pegboard_model::variables::{Variables, VariablesError};
use serde_json::json;
use tokio::time::timeout;

use crate::house::{House, Listener, PATIENCE, permit};

/// TypeScript with what type stripping alone does not read, and without a package.
const CODE: &str = r#"
import { writeFile } from 'node:fs/promises';
enum Mood { Calm = 'calm' }
let count = 0;
const inputSchema = { type: 'object', properties: { name: { type: 'string' } } };
export const greet = {
  description: 'Says hello.', inputSchema, needsApproval: ({ name }: { name: string }) => name === 'Mallory',
  execute: async ({ name }: { name: string }, { context, toolCallId }: any) => {
    console.log('greeting', name);
    await writeFile('note.txt', name);
    return { text: `hello ${name}`, mood: Mood.Calm, count: ++count, cwd: process.cwd(), context, toolCallId };
  },
};
export const steps = { description: 'Counts.', inputSchema, needsApproval: true, async *execute() { yield 'one'; yield { two: 2 }; } };
export const patient = {
  description: 'Waits for its signal.', inputSchema,
  execute: (_: object, { abortSignal }: any) => new Promise((_resolve, reject) => {
    console.log('waiting');
    setInterval(() => {}, 1000);
    abortSignal.addEventListener('abort', () => { console.log('told'); reject(abortSignal.reason); });
  }),
};
"#;

const MODULE: &str = "./tools/t.ts";

#[tokio::test]
async fn a_call_works_in_its_workspace_and_leaves_nothing_to_the_next() {
    let house = House::new();
    let bundle = house.bundle("[./tools/t.ts]", &[("tools/t.ts", CODE)]);
    let job = house.job(&bundle, MODULE, "greet", json!({"name": "Ada"}));
    let (call, chat) = (job.call.to_string(), job.chat.to_string());
    let outcome = house.run(job).await;
    let value = outcome.result.unwrap();
    assert_eq!(value["text"], "hello Ada");
    assert_eq!(value["toolCallId"], call);
    assert_eq!(value["context"]["chatId"], chat);
    let workspace = house.workspace("one");
    assert_eq!(value["cwd"], workspace.to_string_lossy().as_ref());
    assert_eq!(value["context"]["workspace"], value["cwd"]);
    assert_eq!(fs::read_to_string(workspace.join("note.txt")).unwrap(), "Ada");
    assert_eq!(outcome.log, "greeting Ada\n");

    let again = house.value(&bundle, MODULE, "greet", json!({"name": "Bo"})).await;
    assert_eq!(again["count"], 1);
    house.close().await;
}

#[tokio::test]
async fn the_code_says_of_its_tools_what_they_are_and_when_they_want_to_be_seen() {
    let house = House::new();
    let bundle = house.bundle("[./tools/t.ts]", &[("tools/t.ts", CODE)]);
    let found = house.discover(&bundle).await.unwrap();
    let said: Vec<_> = found
        .into_iter()
        .map(|one| (one.tool.to_string(), one.found.unwrap()))
        .map(|(tool, found)| (tool, found.entrypoint.unwrap(), found.needs_approval))
        .collect();
    let one = |tool: &str, asks| (tool.to_owned(), format!("{MODULE}:{tool}"), asks);
    let (asked, always) = (Some(NeedsApproval::Depends), Some(NeedsApproval::Always));
    assert_eq!(said, [one("greet", asked), one("patient", None), one("steps", always)]);
    house.close().await;
}

#[tokio::test]
async fn a_tool_is_asked_of_each_call_whether_a_person_must_see_it() {
    const ASKED: &str = "const tool = needsApproval => ({ description: '', inputSchema: { type: 'object' }, needsApproval, \
                         execute: () => 1 });\n\
                         export const large = tool(async ({ amount }) => amount > 100);\n\
                         export const broken = tool(() => { throw new Error('no idea'); });\n\
                         export const vague = tool(() => 'perhaps');\n\
                         export const slow = tool(() => { for (;;); });\n";
    let mut house = House::new();
    house.set_up(|config| config.approval_timeout = Duration::from_secs(1));
    let bundle = house.bundle("[./t.js]", &[("t.js", ASKED)]);
    let mut said = Vec::new();
    for (tool, amount) in
        [("large", 7), ("large", 700), ("broken", 1), ("vague", 1), ("slow", 1), ("gone", 1)]
    {
        let args = json!({"amount": amount});
        let asked =
            house.provider.statement(&bundle, &tool.parse().unwrap(), args.as_object().unwrap()).await;
        said.push(match asked.unwrap() {
            Statement::Clears { why } => format!("{tool}({amount}) clears: {why}"),
            Statement::Says { approval, why } => format!("{tool}({amount}) {approval}: {why}"),
            Statement::Silent => panic!("{tool} says nothing"),
        });
    }
    insta::assert_snapshot!(said.join("\n"));
    house.close().await;
}

#[tokio::test]
async fn a_changed_bundle_is_loaded_anew() {
    let house = House::new();
    let code = |answer: u8| {
        format!(
            "export const t = {{ description: '', inputSchema: {{ type: 'object' }}, execute: () => {answer} }};"
        )
    };
    let first = house.bundle("[./t.js]", &[("t.js", &code(1))]);
    assert_eq!(house.value(&first, "./t.js", "t", json!({})).await, 1);
    let second = house.bundle("[./t.js]", &[("t.js", &code(2))]);
    assert_eq!(house.value(&second, "./t.js", "t", json!({})).await, 2);
    house.close().await;
}

#[tokio::test]
async fn what_a_tool_yields_is_told_as_it_comes() {
    let house = House::new();
    let bundle = house.bundle("[./tools/t.ts]", &[("tools/t.ts", CODE)]);
    let job = house.job(&bundle, MODULE, "steps", json!({}));
    let listener = Listener::default();
    let outcome = house.provider.run(permit(&job.resolved), job, &listener).await;
    assert_eq!(outcome.result.unwrap(), json!({"two": 2}));
    assert_eq!(*listener.log.lock().unwrap(), "one\n{\"two\":2}\n");
    let told = std::mem::take(&mut *listener.told.0.lock().unwrap());
    assert_eq!(told[0], News::Progress(json!({"progress": 1, "message": "one"})));
    assert_eq!(told.len(), 2);
    house.close().await;
}

#[tokio::test]
async fn a_cancelled_call_hears_of_it() {
    let house = House::new();
    let bundle = house.bundle("[./tools/t.ts]", &[("tools/t.ts", CODE)]);
    let listener = Listener::waiting_for("waiting");
    let job = house.job(&bundle, MODULE, "patient", json!({}));
    let run = house.provider.run(permit(&job.resolved), job, &listener);
    let cancel = async {
        listener.seen.cancelled().await;
        listener.cancel.cancel();
    };
    let (outcome, ()) = timeout(PATIENCE, async { tokio::join!(run, cancel) }).await.unwrap();
    assert_eq!(outcome.result.unwrap_err().kind, FailureKind::Cancelled);
    assert!(outcome.log.contains("told"), "{}", outcome.log);
    house.close().await;
}

#[tokio::test]
async fn chats_have_spares_of_their_own() {
    let house = House::new();
    let bundle = house.bundle("[./tools/t.ts]", &[("tools/t.ts", CODE)]);
    for chat in ["one", "two", "one"] {
        let mut job = house.job(&bundle, MODULE, "greet", json!({"name": chat}));
        job.workspace = house.workspace(chat);
        let value = house.run(job).await.result.unwrap();
        assert_eq!(value["cwd"], house.workspace(chat).to_string_lossy().as_ref());
    }
    house.provider.release(&bundle.toolset).await;
    house.close().await;
}

/// Values that were set for a toolset.
struct Kept;

#[async_trait]
impl Variables for Kept {
    async fn variable(&self, _toolset: &ToolsetId, name: &str) -> Result<Option<String>, VariablesError> {
        match name {
            "TOKEN" => Ok(Some("s3cret".into())),
            "LOCKED" => Err(VariablesError("the key is lost".into())),
            _ => Ok(None),
        }
    }
}

#[tokio::test]
async fn what_factories_are_called_with_is_filled_in() {
    const FACTORY: &str = "export const create = (options) => ({ show: { description: '', inputSchema: { type: 'object' }, \
                           execute: () => options } });";
    let house = House::new();
    house.provider.attach_variables(Arc::new(Kept));
    let bundle = |args: &str| {
        let node = format!("{{tools: [{{module: ./t.js, import: create, args: {args}}}]}}");
        house.bundle(&node, &[("t.js", FACTORY)])
    };
    let filled = bundle(
        "{root: $workspace/data, headers: ['Bearer ${TOKEN}'], region: '${REGION_OF_NOBODY:-eu}', own: '$HOME', n: 1}",
    );
    let shown = house.value(&filled, "./t.js", "show", json!({})).await;
    let root = house.workspace("one").join("data");
    assert_eq!(
        shown,
        json!({"root": root, "headers": ["Bearer s3cret"], "region": "eu", "own": "$HOME", "n": 1})
    );
    let mut refused = Vec::new();
    for name in ["NOBODY_SETS_IT", "LOCKED", "PEGBOARD_TOKEN"] {
        let failure = house.failure(&bundle(&format!("'${{{name}}}'")), "./t.js", "show").await;
        refused.push(format!("{}: {}", failure.kind.as_str(), failure.message));
    }
    insta::assert_snapshot!(refused.join("\n"));
    house.close().await;
}

#[tokio::test]
async fn a_toolset_s_own_time_limit_holds() {
    let house = House::new();
    let bundle = house.bundle("{tools: [./tools/t.ts], timeout_seconds: 1}", &[("tools/t.ts", CODE)]);
    let failure = house.failure(&bundle, MODULE, "patient").await;
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert!(failure.message.starts_with("The tool did not finish within 1 s"), "{failure:?}");
    house.close().await;
}
