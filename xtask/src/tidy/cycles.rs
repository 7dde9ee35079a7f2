//! No module of a crate may be reached back from what it imports.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::finding::Finding;
use super::house::House;
use super::modules::{ModulePath, ModuleTree};
use super::paths::{Reach, Visibility};

/// Finds one cycle per knot of modules, the shortest, with the names that make it.
pub(crate) fn check(house: &House) -> Vec<Finding> {
    roots(house)
        .flat_map(|root| {
            let tree = ModuleTree::read(house, root);
            let graph = Graph::of(&tree);
            graph.cycles().into_iter().map(|cycle| graph.describe(&tree, &cycle)).collect::<Vec<_>>()
        })
        .collect()
}

/// Every `lib.rs` and `main.rs` of the workspace's crates.
fn roots(house: &House) -> impl Iterator<Item = &str> {
    house.files.iter().map(|file| file.path.as_str()).filter(|path| {
        let is_ours = path.starts_with("crates/") || path.starts_with("xtask/");
        is_ours && (path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs"))
    })
}

/// Who imports whom, with the line and the name of the first time.
struct Graph {
    edges: BTreeMap<ModulePath, BTreeMap<ModulePath, (usize, String)>>,
}

impl Graph {
    fn of(tree: &ModuleTree) -> Self {
        let mut edges: BTreeMap<ModulePath, BTreeMap<ModulePath, (usize, String)>> = BTreeMap::new();
        for (from, module) in &tree.modules {
            let imports = module.paths.imports.iter().filter(|import| {
                // The root offers its modules to others; it does not build on them by that.
                !(from.is_empty() && import.visibility == Visibility::Public)
            });
            let named = imports.map(|import| (&import.segments, import.line));
            let in_place = module.paths.in_place.iter().map(|path| (&path.segments, path.line));
            for (segments, line) in named.chain(in_place) {
                for target in tree.targets(from, segments) {
                    if target != *from {
                        let first = (line, segments.join("::"));
                        edges.entry(from.clone()).or_default().entry(target).or_insert(first);
                    }
                }
            }
        }
        Self { edges }
    }

    fn cycles(&self) -> Vec<Vec<ModulePath>> {
        let mut told: BTreeSet<ModulePath> = BTreeSet::new();
        let mut cycles = Vec::new();
        for start in self.edges.keys() {
            if told.contains(start) {
                continue;
            }
            if let Some(cycle) = self.way_back(start) {
                told.extend(cycle.iter().cloned());
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The shortest way from `start` to itself, by breadth.
    fn way_back(&self, start: &ModulePath) -> Option<Vec<ModulePath>> {
        let mut reached_from: BTreeMap<&ModulePath, &ModulePath> = BTreeMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(module) = queue.pop_front() {
            for next in self.edges.get(module).into_iter().flat_map(BTreeMap::keys) {
                if next == start {
                    let mut way = vec![module.clone()];
                    let mut at = module;
                    while let Some(before) = reached_from.get(at) {
                        way.push((*before).clone());
                        at = before;
                    }
                    way.reverse();
                    return Some(way);
                }
                if !reached_from.contains_key(next) {
                    reached_from.insert(next, module);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn describe(&self, tree: &ModuleTree, cycle: &[ModulePath]) -> Finding {
        let mut message = String::from("modules import each other in a circle: ");
        let mut place = (String::new(), 0);
        for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            let edge = self.edges.get(from).and_then(|edges| edges.get(to));
            let (line, names) = edge.cloned().unwrap_or_default();
            if place.1 == 0 {
                let file = tree.modules.get(from).map(|module| module.file.clone());
                place = (file.unwrap_or_default(), line);
            }
            message.push_str(&format!("{} → (`{names}`, line {line}) → ", display(from)));
        }
        message.push_str(&display(cycle.first().map_or(&[], Vec::as_slice)));
        message.push_str("; move what both need into a module of its own");
        Finding::at(&place.0, place.1, message)
    }
}

fn display(module: &[String]) -> String {
    if module.is_empty() { "crate".to_owned() } else { module.join("::") }
}

/// Globs over own modules hide who needs what from this check and from readers.
pub(crate) fn own_globs(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for root in roots(house) {
        let tree = ModuleTree::read(house, root);
        for (path, module) in &tree.modules {
            for import in module.paths.imports.iter().filter(|import| import.reach == Reach::Glob) {
                if !tree.targets(path, &import.segments).is_empty() {
                    let message = format!("`use {}::*`: name what is needed", import.segments.join("::"));
                    findings.push(Finding::at(&module.file, import.line, message));
                }
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIB: &str = "crates/x/src/lib.rs";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        check(&House::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn siblings_that_name_each_other_are_a_cycle() {
        let findings = found(&[
            (LIB, "mod a; mod b;"),
            ("crates/x/src/a.rs", "use crate::b::B;\npub struct A;"),
            ("crates/x/src/b.rs", "\npub fn f() -> super::a::A { todo() }"),
        ]);
        assert_eq!(
            findings,
            ["crates/x/src/a.rs:1: modules import each other in a circle: a → (`crate::b::B`, line 1) → \
              b → (`super::a::A`, line 2) → a; move what both need into a module of its own"]
        );
    }

    #[test]
    fn a_child_must_not_import_from_a_parent_that_re_exports_it() {
        let parent = "mod b; pub use b::B; pub struct P;";
        for child in [
            "use super::P;",
            "use crate::a::P;",
            "fn f(p: super::P) {}",
            "#[serde(with = \"super::P\")] struct S;",
        ] {
            let files = [(LIB, "mod a;"), ("crates/x/src/a.rs", parent), ("crates/x/src/a/b.rs", child)];
            assert_eq!(found(&files).len(), 1, "{child}");
        }
        // Only declared, or only beside: no cycle.
        let files = [
            (LIB, "mod a;"),
            ("crates/x/src/a.rs", "mod b; pub struct P;"),
            ("crates/x/src/a/b.rs", "use super::P;"),
        ];
        assert!(found(&files).is_empty());
        let files = [
            (LIB, "mod a;"),
            ("crates/x/src/a.rs", "mod b; mod c; pub use b::B;"),
            ("crates/x/src/a/b.rs", "use super::c::C;"),
            ("crates/x/src/a/c.rs", "pub struct C;"),
        ];
        assert!(found(&files).is_empty());
    }

    #[test]
    fn the_root_re_exports_without_importing_and_leads_on_to_the_owner() {
        let lib = "mod a; mod b; pub use a::A; pub use b::*;";
        let fine = [
            (LIB, lib),
            ("crates/x/src/a.rs", "use crate::B; pub struct A;"),
            ("crates/x/src/b.rs", "pub struct B;"),
        ];
        assert!(found(&fine).is_empty());
        let circle = [
            (LIB, lib),
            ("crates/x/src/a.rs", "use crate::B; pub struct A;"),
            ("crates/x/src/b.rs", "use crate::A;"),
        ];
        assert_eq!(found(&circle).len(), 1);
    }

    #[test]
    fn a_root_that_calls_its_module_must_not_be_named_by_it() {
        let main = "crates/x/src/main.rs";
        let files = [
            (main, "mod cli; fn main() { cli::run() } fn say() {}"),
            ("crates/x/src/cli.rs", "use crate::say;"),
        ];
        assert_eq!(found(&files).len(), 1);
    }

    #[test]
    fn imported_modules_and_longer_ways_are_followed() {
        let findings = found(&[
            (LIB, "mod a; mod b; mod c;"),
            ("crates/x/src/a.rs", "use crate::b; fn f() { b::inner::g() }"),
            ("crates/x/src/b.rs", "pub mod inner { use crate::c::C; pub fn g() {} }"),
            ("crates/x/src/c.rs", "pub struct C(crate::a::A);"),
        ]);
        assert_eq!(findings.len(), 1);
        assert!(findings.iter().all(|finding| finding.contains("b::inner")), "{findings:?}");
    }

    #[test]
    fn tests_and_other_crates_do_not_count() {
        let files = [
            (LIB, "mod a; mod serde;"),
            (
                "crates/x/src/a.rs",
                "use ::serde::X; use zip; fn f() { zip::y() } #[cfg(test)] mod tests { use crate::serde::S; }",
            ),
            ("crates/x/src/serde.rs", "use crate::a::A;"),
        ];
        let findings = found(&files);
        // `::serde` is the crate; the token reader sees the leading colons and leaves it alone.
        assert!(findings.is_empty(), "{findings:?}");
    }

    #[test]
    fn globs_over_own_modules_are_refused() {
        let house = House::of(&[
            (LIB, "mod a; mod b; use rayon::prelude::*;"),
            ("crates/x/src/a.rs", "use super::*; pub struct A;"),
            ("crates/x/src/b.rs", "use crate::a::*;"),
        ]);
        assert_eq!(own_globs(&house).len(), 2);
    }
}
