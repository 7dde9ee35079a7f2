//! Checks of what the compiler cannot see: who may import whom, cycles, sizes, names, texts that must not be there.
//!
//! Every check is a function from the [`House`] to findings. `cargo run -p xtask -- tidy` prints them, and a test runs
//! them all, so that a test run alone is enough to learn of a breach.

mod cycles;
mod documents;
mod finding;
mod house;
mod imports;
mod manifests;
mod modules;
mod names;
mod page;
mod paths;
mod reasons;
mod rules;
mod sizes;
mod texts;
mod tokens;

pub(crate) use finding::Report;
pub(crate) use house::House;

/// Runs every check.
pub(crate) fn check(house: &House) -> Report {
    let mut report = Report::default();
    report.errors.extend(imports::check(house));
    report.errors.extend(cycles::check(house));
    report.errors.extend(sizes::too_long(house));
    report.errors.extend(names::check(house));
    report.errors.extend(texts::check(house));
    report.errors.extend(manifests::check(house));
    report.errors.extend(documents::check(house));
    report.errors.extend(reasons::check(house));
    report.errors.extend(page::check(house));
    report.warnings.extend(sizes::rather_long(house));
    report.errors.sort();
    report.warnings.sort();
    report
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_house_is_tidy() {
        let house = House::read(&crate::repository().unwrap()).unwrap();
        let report = check(&house);
        assert!(report.errors.is_empty(), "{report}");
    }

    /// Guards the check above against reading nothing.
    #[test]
    fn the_house_is_read() {
        let house = House::read(&crate::repository().unwrap()).unwrap();
        let tree = modules::ModuleTree::read(&house, "xtask/src/main.rs");
        let sizes = vec!["tidy".to_owned(), "sizes".to_owned()];
        assert!(tree.modules.contains_key(&sizes));
        let segments = ["super", "house", "House"].map(str::to_owned);
        assert_eq!(tree.targets(&sizes, &segments), [["tidy", "house"]]);
        assert!(house.file("crates/model/Cargo.toml").is_some());
    }
}
