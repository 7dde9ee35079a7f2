//! What is measured of one ranking.

use std::collections::BTreeSet;

/// Places of a ranking that nDCG looks at.
const PLACES: usize = 10;

/// What is measured of a ranking, or the sum of that over many.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Measures {
    /// At 1, 3 and 5: groups found there, of those that could be.
    pub(crate) recall: [f64; 3],
    pub(crate) ndcg: f64,
    /// One over the place of the first tool that is relevant.
    pub(crate) reciprocal_rank: f64,
}

/// The places of [`Measures::recall`].
pub(crate) const RECALL_AT: [usize; 3] = [1, 3, 5];

impl Measures {
    /// `groups` are sets of tools that count alike; there is at least one.
    #[allow(clippy::cast_precision_loss, reason = "places are far below 2^52")]
    pub(crate) fn of(ranking: &[&str], groups: &[BTreeSet<&str>]) -> Self {
        let mut open: Vec<&BTreeSet<&str>> = groups.iter().collect();
        // Whether each place found a group that no place before it had found.
        let gains: Vec<bool> = ranking
            .iter()
            .take(PLACES)
            .map(|tool| {
                let hit = open.iter().position(|group| group.contains(tool));
                hit.map(|place| open.remove(place)).is_some()
            })
            .collect();
        let found = |most: usize| gains.iter().take(most).filter(|gain| **gain).count() as f64;
        let discount = |place: usize| 1.0 / (place as f64 + 2.0).log2();
        let gained: f64 =
            (0..).zip(&gains).filter(|(_, gain)| **gain).map(|(place, _)| discount(place)).sum();
        let ideal: f64 = (0..groups.len().min(PLACES)).map(discount).sum();
        let first = ranking.iter().position(|tool| groups.iter().any(|group| group.contains(tool)));
        Self {
            recall: RECALL_AT.map(|most| found(most) / groups.len().min(most) as f64),
            ndcg: gained / ideal,
            reciprocal_rank: first.map_or(0.0, |place| 1.0 / (place as f64 + 1.0)),
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        for (sum, more) in self.recall.iter_mut().zip(other.recall) {
            *sum += more;
        }
        self.ndcg += other.ndcg;
        self.reciprocal_rank += other.reciprocal_rank;
    }

    /// Recall at each place, nDCG, MRR: the mean where they are a sum over `count`.
    pub(crate) fn means(self, count: f64) -> [f64; 5] {
        let [one, three, five] = self.recall;
        [one, three, five, self.ndcg, self.reciprocal_rank].map(|sum| sum / count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Measures;

    #[test]
    fn a_group_counts_once_and_where_it_is_found_first() {
        let groups = [BTreeSet::from(["a", "b"]), BTreeSet::from(["c"])];
        let measured = Measures::of(&["x", "b", "a", "c"], &groups);
        assert_eq!(measured.recall, [0.0, 0.5, 1.0]);
        assert_eq!(measured.reciprocal_rank, 0.5);
        let ideal = 1.0 + 1.0 / 3_f64.log2();
        assert!((measured.ndcg - (1.0 / 3_f64.log2() + 1.0 / 5_f64.log2()) / ideal).abs() < 1e-12);
    }

    #[test]
    fn a_ranking_without_the_tool_scores_nothing() {
        assert_eq!(Measures::of(&["x"], &[BTreeSet::from(["a"])]), Measures::default());
        assert_eq!(Measures::of(&[], &[BTreeSet::from(["a"])]), Measures::default());
    }
}
