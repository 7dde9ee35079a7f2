//! What somebody says of toolsets: words for their tools, and the rules of the built-in ones.

use serde_json::{Map, Value};

use crate::approval::{Approval, Approvals};
use crate::builtin::Effect;
use crate::call::Statement;
use crate::shell::{self, Rules};
use crate::toolset::Sandbox;
use crate::zones::{FileEffect, WorkspacePath, ZoneReason, ZoneVerdict, Zones};

/// What a worker, or the house's owner, says of toolsets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ruleset {
    /// Words for toolsets and tools.
    pub approvals: Approvals,
    /// What the built-in file tools may do where.
    pub zones: Zones,
    /// What the built-in shell may run.
    pub shell: Rules,
    /// What the commands of the built-in shell may touch.
    pub sandbox: Sandbox,
}

impl Ruleset {
    /// What a built-in tool says of a call with these arguments, by these rules.
    ///
    /// A path that is none says nothing: the tool reads it as it is read here, and refuses it.
    pub fn statement(&self, effect: Effect, args: &Map<String, Value>) -> Statement {
        let text = |key: &str| args.get(key).and_then(Value::as_str);
        let (path, wanted) = (text("path").unwrap_or("."), |key| text(key).unwrap_or("."));
        match effect {
            Effect::Reads => self.of_files([(FileEffect::Read, path)]),
            Effect::Writes => self.of_files([(FileEffect::Write, path)]),
            Effect::Deletes => self.of_files([(FileEffect::Delete, path)]),
            Effect::Moves => {
                let (from, to) = (wanted("from"), wanted("to"));
                self.of_files([(FileEffect::Delete, from), (FileEffect::Write, to)])
            }
            Effect::Runs => {
                let verdict = shell::judge(text("command").unwrap_or_default(), &self.shell);
                Statement::Says { approval: verdict.decision, why: verdict.because.to_string() }
            }
        }
    }

    /// What a built-in tool says of a call that a worker makes: by the worker's rules where it wrote any, else by the
    /// house's. What the house blocks stays blocked.
    pub fn statement_of_worker(&self, house: &Self, effect: Effect, args: &Map<String, Value>) -> Statement {
        let by_house = house.statement(effect, args);
        if !self.speaks_of(effect) || matches!(by_house, Statement::Says { approval: Approval::Blocked, .. })
        {
            return by_house;
        }
        match self.statement(effect, args) {
            Statement::Silent => by_house,
            by_worker @ (Statement::Says { .. } | Statement::Clears { .. }) => by_worker,
        }
    }

    /// Whether there are rules at all for tools of this effect.
    fn speaks_of(&self, effect: Effect) -> bool {
        match effect {
            Effect::Runs => self.shell != Rules::default(),
            Effect::Reads | Effect::Writes | Effect::Deletes | Effect::Moves => !self.zones.all().is_empty(),
        }
    }

    fn of_files<const N: usize>(&self, touched: [(FileEffect, &str); N]) -> Statement {
        let judged = touched.into_iter().filter_map(|(effect, path)| {
            let path: WorkspacePath = path.parse().ok()?;
            let verdict = self.zones.judge(effect, &path);
            Some((path, verdict))
        });
        let speaking =
            judged.filter(|(_, verdict)| !matches!(verdict.reason, ZoneReason::NoZones | ZoneReason::Read));
        speaking.max_by_key(|(_, verdict)| verdict.decision).map_or(Statement::Silent, said)
    }
}

fn said((path, verdict): (WorkspacePath, ZoneVerdict)) -> Statement {
    let ZoneVerdict { decision, reason } = verdict;
    let why = match decision {
        Approval::PreApproved => format!("`{path}` may be changed: {reason}"),
        Approval::Ask => format!("`{path}` may be changed when somebody has seen it: {reason}"),
        Approval::Blocked => format!("`{path}` may not be changed: {reason}"),
    };
    Statement::Says { approval: decision, why }
}
