//! What rules say of a command line.

use std::cmp::Reverse;

use crate::approval::Approval;
use crate::shell::because::{Because, Reason, ShellVerdict};
use crate::shell::limits::DEPTH_MAX;
use crate::shell::pattern::Match;
use crate::shell::risks::{passed_over, risky_word};
use crate::shell::rules::Rules;
use crate::shell::script::{Item, read};
use crate::shell::through::{Known, Through, through};
use crate::shell::unclear::Unclear;
use crate::shell::word::{Word, shown};

/// Judges a command line. The same line under the same rules gets the same verdict; no input makes it panic.
pub fn judge(command: &str, rules: &Rules) -> ShellVerdict {
    strictest(findings(command, rules))
}

/// The strictest verdict, the first of equals.
pub(super) fn strictest(verdicts: Vec<ShellVerdict>) -> ShellVerdict {
    let nothing = unclear(Unclear::Nothing, String::new(), Approval::Ask);
    verdicts
        .into_iter()
        .reduce(|first, next| if next.decision > first.decision { next } else { first })
        .unwrap_or(nothing)
}

/// A verdict for every command of a line, and for everything else of it that matters.
pub(super) fn findings(command: &str, rules: &Rules) -> Vec<ShellVerdict> {
    let mut judge = Judge { rules, findings: Vec::new() };
    judge.script(command, 0);
    judge.findings
}

fn verdict(decision: Approval, command: String, reason: Reason) -> ShellVerdict {
    ShellVerdict { decision, because: Because { command, reason } }
}

fn unclear(unclear: Unclear, command: String, decision: Approval) -> ShellVerdict {
    verdict(decision, command, Reason::Unclear(unclear))
}

struct Judge<'r> {
    rules: &'r Rules,
    findings: Vec<ShellVerdict>,
}

impl Judge<'_> {
    fn script(&mut self, text: &str, depth: usize) {
        for item in read(text, depth) {
            match item {
                Item::Command(words) => self.command(&words, depth),
                Item::Write(word) => {
                    let finding =
                        verdict(self.rules.redirects(), format!("> {}", word.shown), Reason::Redirect);
                    self.findings.push(finding);
                }
                Item::Unclear(reason, shown) => self.unclear(reason, shown),
            }
        }
    }

    /// What is not clear asks; where everything that no rule speaks of is blocked, it is blocked.
    fn unclear(&mut self, reason: Unclear, shown: String) {
        let decision = match reason {
            Unclear::Assignment | Unclear::Redirect | Unclear::Function | Unclear::Coprocess => Approval::Ask,
            _ => Approval::Ask.max(self.rules.default_approval()),
        };
        self.findings.push(unclear(reason, shown, decision));
    }

    fn command(&mut self, words: &[Word], depth: usize) {
        if depth > DEPTH_MAX {
            return self.unclear(Unclear::TooNested, shown(words));
        }
        if !words.first().and_then(Word::as_known).is_some_and(is_plain_name) {
            return self.unclear(Unclear::Name, shown(words));
        }
        let own = self.by_rules(words);
        let stops = own.decision > Approval::PreApproved && matches!(own.because.reason, Reason::Rule { .. });
        match through(words) {
            Through::Nothing => self.findings.push(own),
            Through::Beside(commands) => {
                self.findings.push(own);
                commands.iter().for_each(|words| self.command(words, depth + 1));
            }
            Through::Same(inner) => {
                self.findings.extend(stops.then_some(own));
                self.command(&inner, depth + 1);
            }
            Through::Script(text) => {
                self.findings.extend(stops.then_some(own));
                self.script(&text, depth + 1);
            }
            Through::Unknown(reason) => {
                self.findings.extend(stops.then_some(own));
                self.unclear(reason, shown(words));
            }
            Through::Runner(known) => {
                let named = own.decision == Approval::PreApproved && self.names_what_runs(words);
                if named || stops {
                    self.findings.push(own);
                } else {
                    self.unclear(Unclear::Runner, shown(words));
                }
                self.only_blocked(|judge| judge.known(&known, depth + 1));
            }
            Through::State(script) => {
                self.findings.extend(stops.then_some(own));
                self.unclear(Unclear::ShellState, shown(words));
                self.only_blocked(|judge| script.iter().for_each(|text| judge.script(text, depth + 1)));
            }
        }
    }

    fn known(&mut self, known: &Known, depth: usize) {
        known.command.iter().for_each(|words| self.command(words, depth));
        known.script.iter().for_each(|text| self.script(text, depth));
        for at in 0..known.words.len() {
            let finding = known.words.get(at..).map(|words| self.by_rules(words));
            self.findings.extend(finding);
        }
    }

    /// Keeps of what `judged` finds only what a rule blocks: the rest does not matter, since the line asks anyway or a rule
    /// names it.
    fn only_blocked(&mut self, judged: impl FnOnce(&mut Self)) {
        let before = self.findings.len();
        judged(self);
        let found = self.findings.split_off(before);
        let by_rule = |finding: &ShellVerdict| matches!(finding.because.reason, Reason::Rule { .. });
        self.findings.extend(found.into_iter().filter(|f| f.decision == Approval::Blocked && by_rule(f)));
    }

    /// Whether a rule that allows the command names more of it than its program.
    fn names_what_runs(&self, words: &[Word]) -> bool {
        let words: Vec<&Word> = words.iter().collect();
        self.rules.all().iter().any(|rule| {
            rule.approval == Approval::PreApproved
                && rule.pattern.weight().1 > 1
                && rule.pattern.begins(&words)
        })
    }

    /// What the rules say of these words alone.
    fn by_rules(&self, words: &[Word]) -> ShellVerdict {
        let compared: Vec<&Word> = passed_over(words).collect();
        let command = shown(words);
        let rules = || self.rules.all().iter().enumerate().map(|(at, rule)| (at + 1, rule));
        let matching = rules().filter(|(_, rule)| match rule.approval {
            Approval::PreApproved => rule.pattern.begins(&compared),
            Approval::Ask | Approval::Blocked => rule.pattern.means(&compared) == Match::Yes,
        });
        let Some((number, rule)) =
            matching.max_by_key(|(number, rule)| (rule.pattern.weight(), rule.approval, Reverse(*number)))
        else {
            return verdict(self.rules.default_approval(), command, Reason::NoRule);
        };
        let pattern = rule.pattern.to_string();
        if rule.approval != Approval::PreApproved {
            return verdict(rule.approval, command, Reason::Rule { number, pattern });
        }
        let may_be = rules().find(|(_, other)| {
            other.approval > Approval::PreApproved
                && other.pattern.weight() >= rule.pattern.weight()
                && other.pattern.means(&compared) == Match::Maybe
        });
        if let Some((number, other)) = may_be {
            return verdict(
                Approval::Ask,
                command,
                Reason::MayBe { number, pattern: other.pattern.to_string() },
            );
        }
        match risky_word(words, &rule.pattern) {
            Some(option) => verdict(Approval::Ask, command, Reason::Option { option, number, pattern }),
            None => verdict(Approval::PreApproved, command, Reason::Rule { number, pattern }),
        }
    }
}

/// A name as programs have it.
fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./+@:,%".contains(c);
    name == "[" || (!name.is_empty() && !name.starts_with('-') && name.chars().all(plain))
}
