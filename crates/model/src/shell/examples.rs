//! Rules are taken when their examples hold.

use crate::approval::Approval;
use crate::shell::because::{Reason, ShellVerdict};
use crate::shell::decide::{findings, strictest};
use crate::shell::rule::{EXAMPLES_MAX, Rule};
use crate::shell::rules::{RULES_MAX, Rules, RulesDocument, RulesError};

impl Rules {
    /// Checks rules and their examples.
    ///
    /// # Errors
    /// [`RulesError`] names the first rule that does not hold, and the example with what was found instead.
    pub fn new(document: RulesDocument) -> Result<Self, RulesError> {
        if document.rules.len() > RULES_MAX {
            return Err(RulesError::TooMany);
        }
        if document.default == Approval::PreApproved {
            return Err(RulesError::Default);
        }
        let rules = Self { rules: document.rules, default: document.default, redirects: document.redirects };
        for (at, rule) in rules.rules.iter().enumerate() {
            rules.check(at + 1, rule)?;
        }
        Ok(rules)
    }

    fn check(&self, number: usize, rule: &Rule) -> Result<(), RulesError> {
        let pattern = || rule.pattern.to_string();
        if rule.matches.len() > EXAMPLES_MAX || rule.not_match.len() > EXAMPLES_MAX {
            return Err(RulesError::TooManyExamples { number, pattern: pattern() });
        }
        let decided = |verdict: &ShellVerdict| matches!(&verdict.because.reason, Reason::Rule { number: found, .. } if *found == number);
        for example in &rule.matches {
            let verdict = strictest(findings(example, self));
            if !decided(&verdict) {
                return Err(RulesError::NoMatch {
                    number,
                    pattern: pattern(),
                    example: example.clone(),
                    found: sentence(&verdict),
                });
            }
        }
        for example in &rule.not_match {
            if let Some(verdict) = findings(example, self).iter().find(|verdict| decided(verdict)) {
                return Err(RulesError::Matches {
                    number,
                    pattern: pattern(),
                    example: example.clone(),
                    found: sentence(verdict),
                });
            }
        }
        Ok(())
    }
}

fn sentence(verdict: &ShellVerdict) -> String {
    format!("{}, by {}", verdict.decision, verdict.because)
}

impl TryFrom<RulesDocument> for Rules {
    type Error = RulesError;

    fn try_from(document: RulesDocument) -> Result<Self, RulesError> {
        Self::new(document)
    }
}
