#![allow(clippy::unwrap_used)]
use pegboard_engine::{
    ApproveError, CallError, LookupError, MessageError, NotPending, PreviewCallError, WorkspaceError,
};
use pegboard_model::arguments::{Violation, Violations};
use pegboard_model::call::CallStatus;
use pegboard_model::policy::{Lapsed, NoTrial};

use crate::http::problem::{Problem, kinds};

const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

fn documents(problems: &[Problem]) -> String {
    let texts = problems.iter().map(|problem| serde_json::to_string_pretty(problem.document()).unwrap());
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn problems_say_what_and_what_to_do() {
    let near = || vec!["notes:add_note".to_owned()];
    let tool = "notes:add_note".parse().unwrap();
    let violation = Violation {
        path: "text".to_owned(),
        rule: "required".to_owned(),
        message: "missing required argument `text`".to_owned(),
    };
    let problems = vec![
        CallError::UnknownTool { name: "notes:add_nots".to_owned(), near: near() }.into(),
        CallError::Arguments { tool, violations: Violations(vec![violation]) }.into(),
        CallError::Closing.into(),
        CallError::NoChat(ID.parse().unwrap()).into(),
        LookupError::NotFound { kind: "toolset", id: "notse".to_owned(), near: vec!["notes".to_owned()] }
            .into(),
        LookupError::NotFound { kind: "token", id: ID.to_owned(), near: Vec::new() }.into(),
        NotPending::Is(CallStatus::Success).into(),
        ApproveError::Lapsed(Lapsed::Changed).into(),
        ApproveError::EffectStale.into(),
        ApproveError::EffectFailed.into(),
        PreviewCallError::NoTrial(NoTrial::NotContained("it may do more".to_owned())).into(),
        PreviewCallError::Busy.into(),
        MessageError::TooLarge { bytes: 9, max: 8 }.into(),
        WorkspaceError::NoFile { path: "a.pyy".to_owned(), near: vec!["a.py".to_owned()] }.into(),
    ];
    insta::assert_snapshot!(documents(&problems));
}

#[test]
fn failures_of_the_server_name_their_occurrence_and_nothing_else() {
    let secret = std::io::Error::other("the password is hunter2");
    let problem = Problem::internal(&secret);
    let text = serde_json::to_string(problem.document()).unwrap();
    assert!(!text.contains("hunter2"), "{text}");
    assert!(problem.document().instance.as_deref().unwrap().starts_with("urn:uuid:"));
}

#[test]
fn every_sort_of_problem_is_documented() {
    let page = include_str!("../../../../../../docs/API.md");
    for kind in kinds::ALL {
        let row = format!("| `{}` | {} |", kind.name, kind.status);
        assert!(page.contains(&row), "docs/API.md lacks {row}");
    }
}

#[test]
fn exit_codes_are_documented() {
    let page = include_str!("../../../../../../docs/CLI.md");
    for line in crate::cli::exit::TABLE.lines().skip(1) {
        let (code, meaning) = line.trim().split_once("  ").unwrap();
        let row = format!("| {code} | {} |", meaning.trim());
        assert!(page.contains(&row), "docs/CLI.md lacks {row}");
    }
}
