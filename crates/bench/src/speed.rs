//! What a search costs: embedding the query, and ranking many tools; what it takes to embed tools; and the memory of the model.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use pegboard_embeddings::{Model, ModelError};
use pegboard_model::search::{Index, Scores, Searched, THRESHOLD, Vectors, rank, sentences};

use crate::arguments::SpeedArgs;

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
const DEEDS: [&str; 10] =
    ["create", "delete", "update", "list", "archive", "share", "export", "compare", "convert", "schedule"];
const QUERIES: [&str; 10] = [
    "find a cheap flight to Lisbon next week",
    "what will the weather be like tomorrow",
    "send an email to a customer about an invoice",
    "rename a repository",
    "Please export the whole spreadsheet. Then share it with my contacts.",
    "cancel the hotel room that I booked",
    "archive old tickets",
    "convert a document to another format",
    "merge two photos",
    "validate the rows of a database table",
];

/// Tools that are ranked, and the goal for the median of a search among them, in ms.
const SIZES: [(usize, Option<f64>); 3] = [(100, None), (1_000, Some(15.0)), (10_000, Some(25.0))];

struct Tool {
    name: String,
    source: String,
    description: String,
}

impl Tool {
    fn made(number: usize) -> Self {
        let thing = THINGS.get(number % THINGS.len()).copied().unwrap_or_default();
        let deed = DEEDS.get(number / THINGS.len() % DEEDS.len()).copied().unwrap_or_default();
        Self {
            name: format!("{deed}_{}", thing.replace(' ', "_")),
            source: format!("Account {}", number / 200),
            description: format!("{deed} one {thing} of the account {number}, and tell what became of it"),
        }
    }

    fn searched(&self) -> Searched<'_> {
        Searched {
            names: [&self.name, &self.name],
            source: ["", &self.source],
            description: &self.description,
            input_schema: None,
        }
    }
}

/// Measures; gives back the report.
pub(crate) fn run(args: &SpeedArgs) -> Result<String, ModelError> {
    let mut report = String::from("| what | figure | goal |\n|---|---:|---|\n");
    let without = resident();
    let begun = Instant::now();
    let model = Model::open(&args.model)?;
    row(&mut report, "reading the model", &ms(begun.elapsed()), "");
    embed(&model, &["anything"])?;
    if let (Some(without), Some(with)) = (without, resident()) {
        row(&mut report, "memory of the program without the model", &format!("{without:.0} MB"), "");
        row(&mut report, "with it", &format!("{with:.0} MB"), "");
    }
    let mut alone: Vec<Duration> = Vec::new();
    for query in QUERIES.iter().cycle().take(args.searches) {
        let begun = Instant::now();
        embed(&model, &sentences(query))?;
        alone.push(begun.elapsed());
    }
    row(&mut report, "embedding a query, p50", &ms(median(alone)), "");
    for (size, goal) in SIZES {
        let tools: Vec<Tool> = (0..size).map(Tool::made).collect();
        let texts: Vec<String> = tools.iter().map(|tool| tool.searched().sentence()).collect();
        let begun = Instant::now();
        let embedded = embed(&model, &texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        if size == 1_000 {
            row(&mut report, "embedding 1,000 tools, one thread", &ms(begun.elapsed()), "");
        }
        let index = Index::of(tools.iter().map(Tool::searched));
        let vectors = Vectors::of(embedded.iter().map(Vec::as_slice)).unwrap_or_default();
        let mut took = Vec::new();
        for query in QUERIES.iter().cycle().take(args.searches) {
            let begun = Instant::now();
            let queries = embed(&model, &sentences(query))?;
            let (lexical, cosines) = (index.scores(query), vectors.cosines(&queries));
            let scores = Scores { lexical: &lexical, cosines: Some(&cosines), nudges: &[] };
            std::hint::black_box(rank(scores, THRESHOLD));
            took.push(begun.elapsed());
        }
        let p50 = median(took);
        let judged = goal.map_or_else(String::new, |most| {
            let reached = p50.as_secs_f64() * 1e3 <= most;
            format!("≤ {most} ms: {}", if reached { "reached" } else { "**not reached**" })
        });
        row(&mut report, &format!("a search among {size} tools, its query embedded, p50"), &ms(p50), &judged);
    }
    Ok(report)
}

fn embed(model: &Model, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
    model.embed(texts)
}

fn row(report: &mut String, what: &str, figure: &str, goal: &str) {
    // Writing to a text cannot fail.
    let _ = writeln!(report, "| {what} | {figure} | {goal} |");
}

fn ms(took: Duration) -> String {
    format!("{:.1} ms", took.as_secs_f64() * 1e3)
}

fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}

/// Memory that this process really has, in MB; `None` where the system does not say.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes / 1_000.0)
}
