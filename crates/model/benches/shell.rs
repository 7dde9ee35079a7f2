//! How long a shell rule decision takes, as a Markdown table.
//!
//! `cargo bench -p pegboard-model --bench shell`, with `-- --quick` to try it only.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use pegboard_model::shell::{Rules, judge};

/// How many decisions are one sample.
const BATCH: u32 = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo's test runners start it without this argument, to see whether it works.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let samples = if arguments.iter().any(|argument| argument == "--quick") { 5 } else { 201 };
    let nested = "sh -c 'git log | xargs -n1 echo \"$(git status)\"'";
    let script = "for f in *.rs; do if [ -f \"$f\" ]; then grep -n x \"$f\" | sort; fi; done\n".repeat(10);
    println!("| shell rule decision | rules | median µs | p99 µs |");
    println!("|---|---:|---:|---:|");
    for rules in [10, 500] {
        for (name, line) in [
            ("one command", "git status"),
            ("a pipeline of three", "git log --oneline -20 | grep fix | sort -u"),
            ("commands in commands", nested),
            ("ten lines of loops", &script),
        ] {
            measure(name, line, &rule_set(rules), samples);
        }
    }
}

/// `count` rules, of which the last few speak of what is measured.
fn rule_set(count: usize) -> Rules {
    let known = ["git", "grep", "sort", "echo", "["];
    let others = (known.len()..count).map(|n| format!("program{n} run"));
    let rules: Vec<_> = others
        .chain(known.map(str::to_owned))
        .map(|pattern| serde_json::json!({"pattern": pattern, "approval": "preApproved"}))
        .collect();
    serde_json::from_value(serde_json::json!({ "rules": rules })).unwrap()
}

fn measure(name: &str, line: &str, rules: &Rules, samples: usize) {
    let mut micros: Vec<f64> = (0..samples)
        .map(|_| {
            let began = Instant::now();
            for _ in 0..BATCH {
                black_box(judge(black_box(line), rules));
            }
            began.elapsed().as_secs_f64() * 1e6 / f64::from(BATCH)
        })
        .collect();
    micros.sort_by(f64::total_cmp);
    let count = rules.all().len();
    println!("| {name} | {count} | {:.1} | {:.1} |", micros[samples / 2], micros[samples * 99 / 100]);
}
