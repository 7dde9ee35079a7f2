//! What holds for any command line under shell rules. The fuzz target `shell` checks the same with more patience.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use pegboard_model::approval::Approval;
use pegboard_model::shell::{Rules, judge};
use proptest::prelude::*;

fn rules() -> Rules {
    serde_json::from_value(serde_json::json!({"rules": [
        {"pattern": "git", "approval": "preApproved"},
        {"pattern": "git push", "approval": "ask"},
        {"pattern": "ls", "approval": "preApproved"},
        {"pattern": "echo", "approval": "preApproved"},
        {"pattern": "find", "approval": "preApproved"},
        {"pattern": "sed", "approval": "preApproved"},
        {"pattern": "sh", "approval": "preApproved"},
        {"pattern": "rm", "approval": "blocked"},
    ]}))
    .unwrap()
}

fn decision(line: &str) -> Approval {
    judge(line, &rules()).decision
}

/// Pieces of shell that mean something beside each other.
fn piece() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "git", "push", "status", "ls", "rm", "echo", "find", "sed", "sh", "-c", "-exec", "x", " ", " ", " ",
        "\n", ";", "&", "&&", "||", "|", "(", ")", "{", "}", "$", "$(", "${", "$((", "))", "`", "'", "\"",
        "\\", "<", ">", "<<", "<<<", ">&", "<(", "#", "!", "=", "*", "?", "[", "]", "[[", "]]", "~", "if",
        "then", "fi", "for", "in", "do", "done", "case", "esac", "while", ";;", "\\\n", "E", "env", "eval",
        "xargs", "sudo", "timeout", "5", "--", "-", "@", ":-", "time", "function", "coproc", "$'", "$\"",
        "é", "\t",
    ])
}

fn shell() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat()),
        3 => proptest::collection::vec(piece(), 0..16).prop_map(|pieces| pieces.join(" ")),
        1 => any::<String>(),
    ]
}

/// Lines that are complete by themselves.
fn command() -> impl Strategy<Value = String> {
    let word = proptest::sample::select(vec![
        "git", "status", "push", "ls", "rm", "x", "$x", "*", "-a", "'a b'", "\"$x\"", "$(ls)", "$(rm x)",
        "a=b", "sudo", "find", "-exec",
    ]);
    proptest::collection::vec(word, 1..5).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_judged(text in shell()) {
        let verdict = judge(&text, &rules());
        prop_assert!(verdict.because.command.chars().count() <= 201);
        prop_assert_eq!(judge(&text, &rules()), verdict);
    }

    #[test]
    fn two_commands_are_as_strict_as_the_stricter(a in command(), b in command(), joint in "; | && | \\|\\| | & | \\| |\n") {
        let line = format!("{a}{joint}{b}");
        prop_assert_eq!(decision(&line), decision(&a).max(decision(&b)), "{}", line);
    }

    #[test]
    fn what_stands_in_something_else_counts(a in command(), frame in proptest::sample::select(vec![
        ("(", ")"), ("{ ", "; }"), ("if ", "; then ls; fi"), ("if ls; then ", "; fi"), ("echo $(", ")"), ("echo \"$(", ")\""),
        ("! ", ""), ("time ", ""), ("timeout 5 ", ""), ("ls <(", ")"), ("ls && ", " || ls"), ("cat <<E\n$(", ")\nE"),
        ("for i in a; do ", "; done"), ("f() { ", "; }"), ("case a in a) ", ";; esac"), ("x=$(", ")"), ("eval ls; ", ""),
    ])) {
        // `timeout 5 a=b rm` runs a program of the name `a=b`, and no `rm`.
        let first = a.split_whitespace().next().unwrap_or_default();
        prop_assume!(!(frame.0.starts_with("timeout") && first.contains('=')));
        let line = format!("{}{a}{}", frame.0, frame.1);
        prop_assert!(decision(&line) >= decision(&a), "{}", line);
    }

    #[test]
    fn quotes_around_a_word_change_nothing(words in proptest::collection::vec("[a-z]{1,6}|git|push|rm|-[a-z]|--output=x", 1..5), at in any::<prop::sample::Index>(), how in 0..4) {
        let at = at.index(words.len());
        let quoted: Vec<String> = words.iter().enumerate().map(|(here, word)| match how {
            _ if here != at => word.clone(),
            0 => format!("'{word}'"),
            1 => format!("\"{word}\""),
            2 => word.chars().map(|c| format!("\\{c}")).collect(),
            _ => format!("{}\"\"{}", &word[..1], &word[1..]),
        }).collect();
        // A quoted reserved word is a name, and an unquoted one is not.
        prop_assume!(!["if", "in", "do", "fi", "for", "case", "esac", "then", "else", "elif", "done", "until", "while", "time", "select", "coproc"].contains(&words[0].as_str()));
        prop_assert_eq!(decision(&quoted.join(" ")), decision(&words.join(" ")), "{}", quoted.join(" "));
    }

    #[test]
    fn a_comment_relaxes_nothing(a in command(), comment in "[^\n]{0,12}") {
        let line = format!("{a} #{comment}");
        prop_assert!(decision(&line) >= decision(&a).min(Approval::Ask), "{}", line);
        let before = format!("#{comment}\n{a}");
        prop_assert!(decision(&before) >= decision(&a).min(Approval::Ask), "{}", before);
    }

    #[test]
    fn a_rule_more_that_blocks_relaxes_nothing(a in shell()) {
        let fewer: Rules = serde_json::from_value(serde_json::json!({"rules": [
            {"pattern": "git", "approval": "preApproved"}, {"pattern": "ls", "approval": "preApproved"},
            {"pattern": "echo", "approval": "preApproved"}, {"pattern": "find", "approval": "preApproved"},
            {"pattern": "sed", "approval": "preApproved"}, {"pattern": "sh", "approval": "preApproved"},
        ]})).unwrap();
        prop_assert!(decision(&a) >= judge(&a, &fewer).decision);
    }
}
