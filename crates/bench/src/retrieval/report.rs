//! All measures as two tables.

use std::collections::BTreeMap;
use std::fmt;

use crate::retrieval::data::Query;
use crate::retrieval::measures::Measures;
use crate::retrieval::pool::{Found, Past, Way};

/// The row over all queries; it sorts behind the pools.
const ALL: &str = "~all";

/// Sums over queries.
#[derive(Default)]
struct Row {
    queries: f64,
    measures: Measures,
    /// Queries for which no tool reached the threshold.
    nothing_fits: f64,
    /// Queries that were answered with nothing at all.
    nothing: f64,
}

/// Everything that was measured.
pub(crate) struct Report {
    threshold: f64,
    /// Queries with relevant tools, by way and pool.
    rows: BTreeMap<(Way, String), Row>,
    /// Queries for which none of their candidates fits: how many, and for how many none was said to fit.
    abstained: BTreeMap<(Way, String), (f64, f64)>,
}

impl Report {
    pub(crate) fn new(threshold: f64) -> Self {
        Self { threshold, rows: BTreeMap::new(), abstained: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, way: Way, query: &Query, found: &[Found<'_>]) {
        let groups = query.groups();
        if groups.is_empty() {
            let is_candidate = |id: &str| query.candidates.iter().any(|candidate| candidate == id);
            let fits = found.iter().any(|one| one.fits && is_candidate(one.id));
            let (queries, abstained) = self.abstained.entry((way, query.pool.clone())).or_default();
            *queries += 1.0;
            *abstained += if fits { 0.0 } else { 1.0 };
            return;
        }
        let ranking: Vec<&str> = found.iter().map(|one| one.id).collect();
        let measures = Measures::of(&ranking, &groups);
        for pool in [&query.pool, ALL] {
            let row = self.rows.entry((way, pool.to_owned())).or_default();
            row.queries += 1.0;
            row.measures.add(measures);
            row.nothing_fits += if found.iter().any(|one| one.fits) { 0.0 } else { 1.0 };
            row.nothing += if found.is_empty() { 1.0 } else { 0.0 };
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| way | past queries | pool | queries | recall@1 | recall@3 | recall@5 | nDCG@10 | MRR | nothing fits | no answer |"
        )?;
        writeln!(f, "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        for ((way, pool), row) in &self.rows {
            let (name, past) = (way.name(), past(*way));
            write!(f, "| {name} | {past} | {} | {} |", pool.trim_start_matches('~'), row.queries)?;
            for mean in row.measures.means(row.queries) {
                write!(f, " {mean:.3} |")?;
            }
            let share = |count: f64| 100.0 * count / row.queries;
            writeln!(f, " {:.1} % | {} |", share(row.nothing_fits), row.nothing)?;
        }
        writeln!(f, "\nQueries for which none of their candidates fits (threshold {}):\n", self.threshold)?;
        writeln!(f, "| way | past queries | pool | queries | abstained |")?;
        writeln!(f, "|---|---|---|---:|---:|")?;
        for ((way, pool), (queries, abstained)) in &self.abstained {
            let share = 100.0 * abstained / queries;
            writeln!(f, "| {} | {} | {pool} | {queries} | {share:.1} % |", way.name(), past(*way))?;
        }
        Ok(())
    }
}

fn past(way: Way) -> &'static str {
    match way.past() {
        Past::Ignored => "no",
        Past::Counted => "yes",
    }
}
