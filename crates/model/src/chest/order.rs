//! Required toolsets come before those that require them.

use std::collections::BTreeSet;

use crate::ids::ToolsetId;

/// Toolsets that require each other in a circle, in the order of the requirement; the first is also the last's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("toolsets require each other in a circle: {}", shown(.0))]
pub struct Cycle(pub Vec<ToolsetId>);

fn shown(cycle: &[ToolsetId]) -> String {
    let names = cycle.iter().chain(cycle.first()).map(ToolsetId::as_str);
    names.collect::<Vec<_>>().join(" → ")
}

/// These toolsets and everything that they require, each once, required ones first.
///
/// Of a circle nothing is in the order, and what requires a part of it neither: it is told of instead.
pub fn in_order<'t, 's>(
    toolsets: impl Iterator<Item = &'t ToolsetId>,
    requires: impl Fn(&ToolsetId) -> &'s [ToolsetId],
) -> (Vec<ToolsetId>, Vec<Cycle>) {
    let mut walk =
        Walk { requires, done: BTreeSet::new(), bad: BTreeSet::new(), order: vec![], cycles: vec![] };
    for toolset in toolsets {
        walk.visit(toolset);
    }
    (walk.order, walk.cycles)
}

struct Walk<F> {
    requires: F,
    done: BTreeSet<ToolsetId>,
    /// In a circle, or requiring something that is.
    bad: BTreeSet<ToolsetId>,
    order: Vec<ToolsetId>,
    cycles: Vec<Cycle>,
}

/// One toolset on the way down, and how many of its requirements were looked at.
struct Step {
    toolset: ToolsetId,
    next: usize,
}

impl<'s, F: Fn(&ToolsetId) -> &'s [ToolsetId]> Walk<F> {
    /// Without recursion: a chain of requirements may be as long as there are toolsets.
    fn visit(&mut self, toolset: &ToolsetId) {
        let mut way = vec![Step { toolset: toolset.clone(), next: 0 }];
        let mut on_way = BTreeSet::from([toolset.clone()]);
        while let Some(step) = way.last_mut() {
            let wanted = (self.requires)(&step.toolset).get(step.next).cloned();
            step.next += 1;
            let Some(wanted) = wanted else {
                let Some(step) = way.pop() else { break };
                on_way.remove(&step.toolset);
                self.leave(step.toolset);
                continue;
            };
            if on_way.contains(&wanted) {
                let circle = way.iter().skip_while(|step| step.toolset != wanted);
                self.cycle(circle.map(|step| step.toolset.clone()).collect());
            } else if !self.done.contains(&wanted) {
                on_way.insert(wanted.clone());
                way.push(Step { toolset: wanted, next: 0 });
            }
        }
    }

    fn leave(&mut self, toolset: ToolsetId) {
        if !self.done.insert(toolset.clone()) {
            return;
        }
        let spoilt = (self.requires)(&toolset).iter().any(|wanted| self.bad.contains(wanted));
        if spoilt || self.bad.contains(&toolset) {
            self.bad.insert(toolset);
        } else {
            self.order.push(toolset);
        }
    }

    fn cycle(&mut self, cycle: Vec<ToolsetId>) {
        self.bad.extend(cycle.iter().cloned());
        self.cycles.push(Cycle(cycle));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use super::in_order;
    use crate::ids::ToolsetId;

    fn ordered(wanted: &[&str], requirements: &[(&str, &[&str])]) -> (String, String) {
        let id = |name: &&str| name.parse::<ToolsetId>().unwrap();
        let requires: BTreeMap<ToolsetId, Vec<ToolsetId>> =
            requirements.iter().map(|(name, all)| (id(name), all.iter().map(id).collect())).collect();
        let wanted: Vec<ToolsetId> = wanted.iter().map(id).collect();
        let none: &[ToolsetId] = &[];
        let (order, cycles) =
            in_order(wanted.iter(), |toolset| requires.get(toolset).map_or(none, |all| all));
        let order = order.iter().map(ToolsetId::as_str).collect::<Vec<_>>().join(" ");
        (order, cycles.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn what_is_required_comes_first_and_each_comes_once() {
        let requirements: &[(&str, &[&str])] = &[("a", &["b", "c"]), ("b", &["d"]), ("c", &["d"])];
        assert_eq!(ordered(&["a", "c"], requirements), ("d b c a".into(), String::new()));
    }

    #[test]
    fn a_circle_is_told_of_and_spares_the_rest() {
        let requirements: &[(&str, &[&str])] = &[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("x", &["a"])];
        let (order, cycles) = ordered(&["a", "x", "y"], requirements);
        assert_eq!(order, "y");
        assert_eq!(cycles, "toolsets require each other in a circle: a → b → c → a");
        assert_eq!(ordered(&["a"], &[("a", &["a"])]).1, "toolsets require each other in a circle: a → a");
    }

    #[test]
    fn a_long_chain_does_not_overflow() {
        let names: Vec<String> = (0..100_000).map(|number| format!("t{number}")).collect();
        let ids: Vec<ToolsetId> = names.iter().map(|name| name.parse().unwrap()).collect();
        let (order, _) = in_order(ids[..1].iter(), |toolset| {
            let number: usize = toolset.as_str()[1..].parse().unwrap();
            ids.get(number + 1..number + 2).unwrap_or_default()
        });
        assert_eq!(order.len(), ids.len());
        assert_eq!(order.first(), ids.last());
    }
}
