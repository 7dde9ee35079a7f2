//! What it costs to look after many tools: listing a chest, finding tools, describing all of them to a model; and what a
//! model has to read of them.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pegboard_testkit::{House, McpSession};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::caller::runtime;
use crate::counts::Counts;
use crate::samples::Samples;
use crate::table::{Goal, Table, grouped, ms};

/// Of finding tools among a thousand.
const FINDING: Goal = Goal { most: 15.0, unit: " ms" };

/// Tools of one toolset.
const TOOLS_EACH: usize = 20;

const THINGS: [&str; 20] = [
    "invoice",
    "flight",
    "repository",
    "calendar event",
    "customer",
    "weather forecast",
    "recipe",
    "ticket",
    "translation",
    "playlist",
    "stock price",
    "hotel room",
    "email",
    "photo",
    "document",
    "spreadsheet",
    "contact",
    "package delivery",
    "database table",
    "web page",
];
const DEEDS: [&str; 20] = [
    "create",
    "delete",
    "update",
    "list",
    "search",
    "archive",
    "share",
    "export",
    "import",
    "compare",
    "summarize",
    "convert",
    "schedule",
    "cancel",
    "approve",
    "download",
    "upload",
    "merge",
    "validate",
    "rename",
];
const QUERIES: [&str; 10] = [
    "find a cheap flight to Lisbon next week",
    "what will the weather be like tomorrow",
    "send an email to a customer about an invoice",
    "rename a repository",
    "Please export the spreadsheet. Then share it with my contacts.",
    "cancel the hotel room that I booked",
    "archive old tickets",
    "convert a document to another format",
    "merge two photos",
    "validate the rows of a database table",
];

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let runtime = runtime();
    let house = runtime.block_on(async { House::start().with_arguments(&["--whole-list", "0"]).await });
    let toolsets = counts.many_tools / TOOLS_EACH;
    eprintln!("installing {toolsets} toolsets of {TOOLS_EACH} tools");
    (0..toolsets).for_each(|number| install(&runtime, &house, number));
    let chat = runtime.block_on(house.chat("bench"));
    let many = Many { runtime, house, chat, ids: (0..toolsets).map(id).collect() };
    let mut tables = vec![many.speed(counts)];
    match many.tokens(counts) {
        Some(table) => tables.push(table),
        None => {
            eprintln!("tokens are not counted: the peers' npm packages are not there (PEGBOARD_MCP_PEERS)");
        }
    }
    tables
}

/// A house with many tools.
struct Many {
    runtime: Runtime,
    house: House,
    chat: String,
    ids: Vec<String>,
}

impl Many {
    fn activate(&self, toolsets: &[String]) {
        let path = format!("/chats/{}/chest", self.chat);
        let request = self.house.request(Method::PUT, &path, Some(json!({"active": toolsets})));
        self.runtime.block_on(request).ok();
    }

    fn speed(&self, counts: &Counts) -> Table {
        let mut table = Table::new(
            "Many tools",
            "Requests over one connection that is kept, from the request to the last byte of the answer. Half of the toolsets \
             are active where tools are found; all of them where tools are described. The search is by words.",
            &["what", "tools", "p50 ms", "p99 ms", "kB of the answer", "goal for p50"],
        );
        let row = |what: &str, paths: &[String], goal: Option<&Goal>| {
            let (samples, bytes) = sample(&self.runtime, &self.house, paths, counts.requests);
            [
                what.to_owned(),
                grouped(counts.many_tools),
                ms(samples.p50()),
                ms(samples.p99()),
                format!("{:.0}", bytes / 1e3),
                goal.map(|goal| goal.judge(samples.p50())).unwrap_or_default(),
            ]
        };
        let chat = &self.chat;
        let search =
            |query: &&str| format!("/tools/search?chat_id={chat}&limit=5&q={}", query.replace(' ', "+"));
        let searches: Vec<String> = QUERIES.iter().map(search).collect();
        self.activate(&self.ids[..self.ids.len() / 2]);
        table.row(row("a chest", &[format!("/chats/{chat}/chest")], None));
        table.row(row("find tools", &searches, Some(&FINDING)));
        self.activate(&self.ids);
        for (what, query) in [
            ("describe all, OpenAI", "format=openai"),
            ("describe all, OpenAI strict", "format=openai-responses&strict=true"),
            ("describe all, Anthropic", "format=anthropic"),
            ("describe all, MCP", "format=mcp"),
        ] {
            table.row(row(what, &[format!("/chats/{chat}/tools?{query}")], None));
        }
        table
    }

    /// `None` where there is nothing to count tokens with.
    fn tokens(&self, counts: &Counts) -> Option<Table> {
        let mut table = Table::new(
            "What a model reads of the tools",
            "The answer of `tools/list` over `/mcp` as JSON, in tokens of `o200k_base`. With a chest, an agent is shown five \
             tools, and those of the toolsets that it activated: here one of them.",
            &[
                "toolsets",
                "tools",
                "whole, tokens",
                "chest, tokens",
                "chest with one toolset active, tokens",
                "whole / chest",
            ],
        );
        let (whole, bare) = (self.listed(&self.ids)?, self.listed(&[])?);
        #[allow(clippy::cast_precision_loss, reason = "numbers of tokens are small")]
        let ratio = whole as f64 / bare as f64;
        table.row([
            grouped(self.ids.len()),
            grouped(counts.many_tools),
            grouped(whole),
            grouped(bare),
            grouped(self.listed(&self.ids[..1])?),
            format!("{ratio:.0}"),
        ]);
        Some(table)
    }

    /// Tokens of the list that an agent is given where these are active; a page of it, where it is longer.
    fn listed(&self, active: &[String]) -> Option<usize> {
        self.activate(active);
        let list = async {
            let place = format!("/mcp?chat={}", self.chat);
            let session = McpSession::begin(&self.house, &place, self.house.token(), json!({})).await;
            session.ask("tools/list", json!({})).await["tools"].to_string()
        };
        count_tokens(&self.runtime.block_on(list))
    }
}

fn sample(runtime: &Runtime, house: &House, paths: &[String], times: usize) -> (Samples, f64) {
    let (mut bytes, mut samples) = (0, Vec::with_capacity(times));
    let ask = |path: &str| -> (Duration, usize) {
        let request = house.raw(Method::GET, path);
        let begun = Instant::now();
        let answer = runtime
            .block_on(async { request.send().await.unwrap().error_for_status().unwrap().bytes().await });
        (begun.elapsed(), answer.unwrap().len())
    };
    for path in paths {
        ask(path);
    }
    for path in paths.iter().cycle().take(times) {
        let (took, length) = ask(path);
        bytes += length;
        samples.push(took);
    }
    #[allow(clippy::cast_precision_loss, reason = "bytes of answers are far below 2^52")]
    let mean = bytes as f64 / times as f64;
    (Samples::new(samples), mean)
}

/// Tokens of a text; `None` where the tokenizer is not there.
fn count_tokens(text: &str) -> Option<usize> {
    let peers = std::env::var_os("PEGBOARD_MCP_PEERS")?;
    let code = "const {encode} = require('gpt-tokenizer/encoding/o200k_base'); \
                console.log(encode(require('fs').readFileSync(0, 'utf8')).length)";
    let mut node = Command::new("node");
    node.args(["-e", code]).current_dir(peers).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = node.spawn().ok()?;
    let mut input = child.stdin.take()?;
    std::io::Write::write_all(&mut input, text.as_bytes()).ok()?;
    drop(input);
    String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?.trim().parse().ok()
}

fn id(number: usize) -> String {
    format!("many-{number}")
}

fn install(runtime: &Runtime, house: &House, number: usize) {
    let folder = tempfile::tempdir().unwrap();
    let thing = THINGS[number % THINGS.len()];
    let mut manifest = format!(
        "manifest_version: \"1\"\nid: {}\nname: Many {number}\nversion: \"1.0.0\"\ndescription: Everything about each {thing}\ntools:\n",
        id(number)
    );
    for deed in DEEDS.iter().take(TOOLS_EACH) {
        let name = format!("{deed}_{}", thing.replace(' ', "_"));
        write!(
            manifest,
            "  - id: {name}\n    entrypoint: tools:run\n    description: {deed} one {thing} of the account {number}, and tell \
             what became of it\n    input_schema:\n      type: object\n      properties:\n        \
             name: {{type: string, description: which {thing} is meant}}\n        \
             account: {{type: string, description: whose it is}}\n        \
             limit: {{type: integer, minimum: 1, description: how many at most}}\n      required: [name]\n"
        )
        .unwrap();
    }
    fs::write(folder.path().join("toolset.yaml"), manifest).unwrap();
    let code = "def run(name: str, account: str = '', limit: int = 1) -> str:\n    return name\n";
    fs::write(folder.path().join("tools.py"), code).unwrap();
    let imported: Value = runtime.block_on(house.import_folder(folder.path())).ok();
    assert!(imported["toolset"]["problem"].is_null(), "{imported:#}");
}
