//! The house's policy: what its owner says of toolsets, for every caller.

use super::read::read_ruleset;
use super::rules::Ruleset;
use crate::document::{At, DocumentErrors, Node, Problems, yaml};

/// The longest policy, in bytes.
pub const POLICY_MAX: usize = 256 << 10;

const KEYS: [&str; 1] = ["toolsets"];

/// What the house's owner says of toolsets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HousePolicy {
    /// Words for toolsets and tools, and the rules of the built-in ones.
    pub rules: Ruleset,
}

impl HousePolicy {
    /// Reads the text of a policy; `file` is its name for messages. A text without a value says nothing of anything.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(text: &str, file: &str) -> Result<Self, DocumentErrors> {
        let mut problems = Problems::default();
        if text.len() > POLICY_MAX {
            let message = format!("a policy may have {} KiB", POLICY_MAX >> 10);
            problems.add(crate::document::Place { line: 1, column: 1 }, "", message);
            return Err(DocumentErrors::new(file, problems.0));
        }
        if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
            return Ok(Self::default());
        }
        let root = yaml::read(text, &mut problems.0);
        let policy = root.and_then(|root| read(&root, &mut problems));
        match policy {
            Some(policy) if problems.0.is_empty() => Ok(policy),
            _ => Err(DocumentErrors::new(file, problems.0)),
        }
    }
}

fn read(root: &Node, problems: &mut Problems) -> Option<HousePolicy> {
    let root = At { node: root, path: String::new() }.section(&KEYS, problems)?;
    let rules = root.get("toolsets").and_then(|at| read_ruleset(&at, problems)).unwrap_or_default();
    Some(HousePolicy { rules })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::HousePolicy;
    use crate::approval::Approval;
    use crate::builtin::Effect;
    use crate::call::Statement;
    use crate::toolset::{Network, Sandbox, Writes};

    #[test]
    fn toolsets_are_named_by_id_and_the_built_in_ones_by_their_short_names() {
        let text = "toolsets:\n  github: ask\n  filesystem:\n    tools: {write_file: blocked}\n";
        let policy = HousePolicy::parse(text, "policy.yaml").unwrap();
        let of = |toolset: &str, tool: &str| {
            let spoken = policy.rules.approvals.of(&toolset.parse().unwrap(), &tool.parse().unwrap());
            spoken.map(|spoken| spoken.approval)
        };
        assert_eq!(of("github", "mcp:github~github:search"), Some(Approval::Ask));
        assert_eq!(of("builtin-filesystem", "write_file"), Some(Approval::Blocked));
        assert_eq!(of("builtin-filesystem", "read_file"), None);
    }

    #[test]
    fn the_rules_of_built_in_toolsets_judge_what_is_called() {
        let text = "toolsets:\n  shell:\n    rules:\n      - {pattern: 'git ', approval: preApproved, match: ['git log']}\n      \
                    - {pattern: 'git push', approval: blocked}\n  filesystem:\n    zones:\n      \
                    - {path: docs, mode: rw, approval: {delete: ask}}\n";
        let rules = HousePolicy::parse(text, "policy.yaml").unwrap().rules;
        let said = |effect, args: serde_json::Value| {
            let args = args.as_object().unwrap().clone();
            match rules.statement(effect, &args) {
                Statement::Silent => "says nothing".to_owned(),
                Statement::Says { approval, why } => format!("{approval}: {why}"),
                Statement::Clears { why } => format!("clears: {why}"),
            }
        };
        let runs = |command: &str| said(Effect::Runs, json!({"command": command}));
        insta::assert_snapshot!(
            [
                runs("git log"),
                runs("git log; git push"),
                runs("rm -rf /"),
                said(Effect::Writes, json!({"path": "docs/a"})),
                said(Effect::Deletes, json!({"path": "docs/a"})),
                said(Effect::Writes, json!({"path": "./src//a"})),
                said(Effect::Moves, json!({"from": "docs/a", "to": "src/a"})),
                said(Effect::Reads, json!({"path": "src"})),
            ]
            .join("\n")
        );
    }

    #[test]
    fn the_shell_s_sandbox_is_read_and_has_no_other_bounds() {
        let read = |sandbox: &str| {
            let text = format!("toolsets: {{shell: {{sandbox: {sandbox}}}}}");
            HousePolicy::parse(&text, "policy.yaml").map(|policy| policy.rules.sandbox)
        };
        assert_eq!(read("{network: false}").unwrap().network(), Network::Deny);
        assert_eq!(read("{writes: anywhere}").unwrap().writes(), Writes::Anywhere);
        assert_eq!(read("{}").unwrap(), Sandbox::default());
        insta::assert_snapshot!(read("{memory_mb: 512, writes: home}").unwrap_err());
    }

    #[test]
    fn a_rule_whose_example_fails_is_no_policy() {
        let text = "toolsets:\n  shell:\n    rules:\n      - pattern: git\n        approval: preApproved\n        \
                    match: ['hg log']\n      - pattern: ls\n        approval: perhaps\n";
        insta::assert_snapshot!(HousePolicy::parse(text, "policy.yaml").unwrap_err());
        let one = text.split("      - pattern: ls").next().unwrap();
        insta::assert_snapshot!(HousePolicy::parse(one, "policy.yaml").unwrap_err());
    }

    #[test]
    fn a_text_that_says_nothing_is_a_policy() {
        for text in ["", "# nothing yet\n\n", "toolsets:\n"] {
            assert_eq!(HousePolicy::parse(text, "policy.yaml").unwrap(), HousePolicy::default(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let text = "tools: {}\ntoolsets:\n  git hub: ask\n  a: preapproved\n  b: {tool: {}}\n  c: {tools: {x: 1}}\n  \
                    shell: ask\n  builtin-shell: ask\n";
        insta::assert_snapshot!(HousePolicy::parse(text, "policy.yaml").unwrap_err());
    }
}
