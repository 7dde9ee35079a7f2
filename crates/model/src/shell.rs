//! Rules for the built-in tool `run_command`, judged on the parsed command line.
//!
//! ```yaml
//! rules:
//!   - pattern: "git "
//!     approval: preApproved
//!     match: ["git status", "git log -3"]
//!     not_match: ["git -c core.pager=x log"]
//!   - pattern: "git push"
//!     approval: ask
//! default: ask        # or blocked: what no rule speaks of
//! redirects: ask      # or preApproved, blocked: `> file`
//! ```
//!
//! **The line is read as GNU bash reads it** in `bash --noprofile --norc -c`. Whoever runs it must run it so, and without
//! `BASH_ENV`, `ENV`, `SHELLOPTS`, `BASHOPTS` and functions (`BASH_FUNC_…`) in its environment. Every simple command counts, wherever it stands: in a pipeline, list, loop, condition, function, substitution,
//! here-document, or as the argument of a program that runs its arguments (`timeout 5 …`, `xargs …`, `sh -c '…'`). The
//! strictest verdict is the line's.
//!
//! **Patterns** are words, compared with the words of a command after quotes are removed. A command matches when it begins
//! with them: `git ` is not `gitx`, and neither `/usr/bin/git` nor `./git` is `git`. A whole word `*` stands for any one
//! word, `**` at the end for anything. Of the rules that match, the one with most words decides; among those the one with
//! most words that are not `*`; among those the strictest.
//!
//! **Rules that ask or block match more loosely**, so that an order of words is no way around them: a program is known by
//! the last part of its path, options are looked past (`git -C x push` is `git push`), and an option of the pattern may
//! stand anywhere. Where a word is not known before the line runs (`git $x`) and such a rule may match, the line asks.
//!
//! **What asks whatever the rules say:** what cannot be parsed or is too large; a program whose name is not plain text;
//! assignments; what changes the shell itself (`eval`, `source`, `exec`, `trap`, `alias`, functions, …); expansions
//! that can run or change something by themselves; and [options](RISKS) that make an allowed program run or write
//! something else, unless the rule names that very word.
//!
//! **What rules cannot tell:** what a program does that is allowed. `make`, `npm` and `git` run what files in their folder
//! say, so with a rule for `cd` they may be other people's.

mod ansi;
mod because;
mod decide;
mod examples;
mod limits;
mod pattern;
mod risks;
mod rule;
mod rules;
mod scan;
mod script;
mod sed_awk;
mod substitution;
mod through;
mod unclear;
mod word;

pub use because::{Because, Reason, ShellVerdict};
pub use decide::judge;
pub use limits::{COMMAND_MAX, DEPTH_MAX, NESTING_MAX};
pub use pattern::{PATTERN_MAX, Pattern, PatternError};
pub use risks::{RISKS, Risk};
pub use rule::{EXAMPLES_MAX, Rule};
pub use rules::{RULES_MAX, Rules, RulesDocument, RulesError};
pub use unclear::Unclear;
