//! Any text is judged under shell rules, twice alike, and a command more makes no line milder.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pegboard_model::approval::Approval;
use pegboard_model::shell::{Rules, judge};

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    serde_json::from_value(serde_json::json!({"rules": [
        {"pattern": "git", "approval": "preApproved"},
        {"pattern": "git push", "approval": "ask"},
        {"pattern": "ls", "approval": "preApproved"},
        {"pattern": "find", "approval": "preApproved"},
        {"pattern": "sed", "approval": "preApproved"},
        {"pattern": "xargs git log", "approval": "preApproved"},
        {"pattern": "rm", "approval": "blocked"},
    ]}))
    .expect("the rules hold")
});

fuzz_target!(|text: &str| {
    let verdict = judge(text, &RULES);
    assert_eq!(judge(text, &RULES), verdict);
    if verdict.decision == Approval::PreApproved {
        // What runs without asking is complete by itself, so what is added counts.
        assert!(judge(&format!("{text}\nunknown"), &RULES).decision >= Approval::Ask, "{text:?}");
        assert_eq!(judge(&format!("rm x\n{text}"), &RULES).decision, Approval::Blocked, "{text:?}");
    }
});
