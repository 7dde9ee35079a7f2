//! What a reply costs over asking its model directly.

mod model;
mod reader;

use std::time::{Duration, Instant};

use pegboard_testkit::House;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::caller::runtime;
use crate::counts::Counts;
use crate::machine::resident_megabytes;
use crate::samples::Samples;
use crate::table::{Table, grouped, ms};
use model::{Model, Pace};
use reader::read;

/// What a model says in one answer.
const ANSWER: Pace = Pace { pieces: 50, between: Duration::from_millis(2) };
/// One of many answers at once: 50 pieces a second.
const ONE_OF_MANY: Pace = Pace { pieces: 100, between: Duration::from_millis(20) };
/// Messages of a long branch.
const LONG: usize = 1_000;

pub(crate) fn measure(counts: &Counts) -> Vec<Table> {
    let runtime = runtime();
    let house = runtime.block_on(async { House::start().await });
    let model = Model::start(ANSWER);
    let profile = json!({"protocol": "openai", "base_url": model.url(), "model": "m", "api_key": "sk-bench"});
    runtime.block_on(house.request(Method::PUT, "/models/m", Some(profile))).ok();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let bench = Bench { runtime, house, model, client };
    vec![bench.latency(counts), bench.at_once(counts), bench.prompts(counts), bench.resume(counts)]
}

struct Bench {
    runtime: Runtime,
    house: House,
    model: Model,
    /// For the model's server; the house has one of its own.
    client: reqwest::Client,
}

fn says(text: &str) -> Value {
    json!({"message": {"role": "user", "parts": [{"type": "text", "text": text}]}})
}

impl Bench {
    fn chat(&self) -> String {
        self.runtime.block_on(self.house.chat("bench"))
    }

    fn ask(&self, chat: &str) -> reqwest::RequestBuilder {
        self.house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(&says("Go on."))
    }

    fn ask_directly(&self) -> reqwest::RequestBuilder {
        self.client.post(format!("{}/chat/completions", self.model.url())).json(&json!({"stream": true}))
    }

    fn latency(&self, counts: &Counts) -> Table {
        let (mut first, mut each) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let chat = self.chat();
        for turn in 0..=counts.calls {
            eprintln!("replies: turn {turn} of {}", counts.calls);
            for way in 0..2 {
                let request = if way == 0 { self.ask_directly() } else { self.ask(&chat) };
                let heard = self.runtime.block_on(read(request, usize::MAX));
                assert!(heard.ended && heard.ages.len() == ANSWER.pieces, "{}", heard.ages.len());
                // The first turn opens connections.
                if turn > 0 {
                    first[way].push(heard.ages[0]);
                    each[way].extend(&heard.ages[1..]);
                }
            }
        }
        let mut table = Table::new(
            "From a model's word to the client",
            format!(
                "How old a piece of text is when it arrives: the model's server writes the time into it. {} pieces an answer, \
                 {} ms apart; the same client reads the model's server directly, in turns.",
                ANSWER.pieces,
                ANSWER.between.as_millis()
            ),
            &["piece", "directly, p50", "p99", "as a reply, p50", "p99", "added, p50"],
        );
        for (piece, [directly, reply]) in [("the first", first), ("each after it", each)] {
            let (directly, reply) = (Samples::new(directly), Samples::new(reply));
            let added = ms(reply.p50() - directly.p50());
            let cells = [ms(directly.p50()), ms(directly.p99()), ms(reply.p50()), ms(reply.p99()), added];
            let [a, b, c, d, e] = cells;
            table.row([piece.to_owned(), a, b, c, d, e]);
        }
        table
    }

    fn at_once(&self, counts: &Counts) -> Table {
        self.model.set_pace(ONE_OF_MANY);
        let chats: Vec<String> = (0..counts.replies_at_once).map(|_| self.chat()).collect();
        let before = resident_megabytes(self.house.pid());
        let (heard, most) = self.runtime.block_on(async {
            let reading = chats.iter().map(|chat| read(self.ask(chat), usize::MAX));
            let mut reading = std::pin::pin!(futures::future::join_all(reading));
            let mut most = before;
            loop {
                tokio::select! {
                    heard = &mut reading => break (heard, most),
                    () = tokio::time::sleep(Duration::from_millis(100)) => {
                        most = most.max(resident_megabytes(self.house.pid()));
                    }
                }
            }
        });
        self.model.set_pace(ANSWER);
        let came: usize = heard.iter().map(|heard| heard.ages.len()).sum();
        let ages = Samples::new(heard.iter().flat_map(|heard| heard.ages.clone()).collect());
        let mut table = Table::new(
            "Many replies at once",
            format!(
                "Each of {} pieces, 50 a second, in a chat of its own; model, client and server share the machine. Memory of the server \
                 (VmRSS) before and at its most.",
                ONE_OF_MANY.pieces
            ),
            &["replies", "pieces said", "lost", "age, p50", "p99", "memory before, MB", "at most"],
        );
        let said = chats.len() * ONE_OF_MANY.pieces;
        table.row([
            grouped(chats.len()),
            grouped(said),
            grouped(said - came),
            ms(ages.p50()),
            ms(ages.p99()),
            format!("{before:.1}"),
            format!("{most:.1}"),
        ]);
        table
    }

    fn prompts(&self, counts: &Counts) -> Table {
        let mut table = Table::new(
            "Until the model is asked",
            "From the client's request to the model's server having the whole prompt: the message and the reply are written \
             down, the branch is read, and the prompt is built.",
            &["messages on the branch", "p50", "p99"],
        );
        self.model.set_pace(Pace { pieces: 1, between: Duration::ZERO });
        for messages in [0, if counts.calls < 10 { 20 } else { LONG }] {
            eprintln!("replies: a branch of {messages} messages");
            let chat = self.chat();
            for at in 0..messages {
                let role = if at % 2 == 0 { "user" } else { "assistant" };
                let text = format!("Message {at}: {}", "some words of it ".repeat(10));
                let message = json!({"role": role, "content": text});
                self.runtime
                    .block_on(self.house.post(&format!("/chats/{chat}/messages"), message))
                    .with_status(201);
            }
            let leaf = self.runtime.block_on(self.house.get(&format!("/chats/{chat}"))).ok();
            let leaf = leaf["active_leaf_message_id"].clone();
            let times = (0..=counts.calls).map(|_| {
                let mut body = says("Go on.");
                body["parentId"] = leaf.clone();
                let request = self.house.raw(Method::POST, &format!("/chats/{chat}/stream")).json(&body);
                let start = Instant::now();
                let heard = self.runtime.block_on(read(request, usize::MAX));
                assert!(heard.ended);
                self.model.asked() - start
            });
            let times = Samples::new(times.skip(1).collect());
            table.row([grouped(messages), ms(times.p50()), ms(times.p99())]);
        }
        self.model.set_pace(ANSWER);
        table
    }

    fn resume(&self, counts: &Counts) -> Table {
        let said = if counts.calls < 10 { 50 } else { LONG };
        self.model.set_pace(Pace { pieces: said + 200, between: Duration::from_millis(1) });
        let chat = self.chat();
        let times: Vec<Duration> = (0..counts.starts)
            .map(|_| {
                self.runtime.block_on(read(self.ask(&chat), said));
                let again = self.house.raw(Method::GET, &format!("/chats/{chat}/stream"));
                let start = Instant::now();
                let heard = self.runtime.block_on(read(again, said));
                let took = start.elapsed();
                assert_eq!(heard.ages.len(), said);
                let rest = self.house.raw(Method::GET, &format!("/chats/{chat}/stream"));
                self.runtime.block_on(read(rest, usize::MAX));
                took
            })
            .collect();
        self.model.set_pace(ANSWER);
        let times = Samples::new(times);
        let mut table = Table::new(
            "After a lost connection",
            "From asking for a running reply's stream until the client has again what it had, from the beginning.",
            &["pieces until then", "p50", "longest"],
        );
        table.row([grouped(said), ms(times.p50()), ms(times.percentile(100))]);
        table
    }
}
