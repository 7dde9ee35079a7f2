//! One order out of words, meaning and experience.

/// The cosine from which on a tool fits, unless the house is told otherwise.
pub const THRESHOLD: f64 = 0.35;

/// Past queries that one tool keeps; the ones that were not used for longest go first.
pub const PAST_QUERIES_MAX: usize = 32;

/// How far experience moves a tool at most, in standard deviations of what words and meaning say.
pub const NUDGE_MAX: f64 = 0.2;

/// What words count beside meaning; both together are 1.
const LEXICAL_SHARE: f64 = 0.4;

/// Calls after which half of what they say of a tool is believed.
const CALLS_HALF: f64 = 10.0;

/// What is said of all tools, each by its place.
#[derive(Debug, Clone, Copy)]
pub struct Scores<'a> {
    /// How well each fits by words.
    pub lexical: &'a [f64],
    /// How near each is in meaning, -1 to 1; `None` where nobody could say.
    pub cosines: Option<&'a [f64]>,
    /// How far experience moves each, as [`nudge`] says; 0 for those that are missing.
    pub nudges: &'a [f64],
}

/// A tool in order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// Its place among the tools.
    pub position: usize,
    /// How well it fits; only to be compared with others of the same query.
    pub score: f64,
    /// How near it is in meaning.
    pub cosine: Option<f64>,
    /// Whether it fits at all: by its cosine where there is one, else because it has a word of the query.
    pub fits: bool,
}

/// The tools in order, best first; of equals the earlier. By words alone, those that have none of them are left out; with
/// meaning, all are there, and whoever wants only what fits looks at `fits`.
pub fn rank(scores: Scores<'_>, threshold: f64) -> Vec<Ranked> {
    let nudges = scores.nudges.iter().copied().chain(std::iter::repeat(0.0));
    let mut ranked: Vec<Ranked> = match scores.cosines {
        Some(cosines) => fused(scores.lexical, cosines)
            .zip(cosines)
            .zip(nudges)
            .enumerate()
            .map(|(position, ((score, &cosine), nudge))| Ranked {
                position,
                score: score + nudge,
                cosine: Some(cosine),
                fits: cosine >= threshold,
            })
            .collect(),
        None => {
            // In the same unit as above, so that experience counts alike.
            let unit = Spread::of(scores.lexical).unit();
            let found = scores.lexical.iter().zip(nudges).enumerate().filter(|(_, (score, _))| **score > 0.0);
            found
                .map(|(position, (&score, nudge))| Ranked {
                    position,
                    score: score + nudge * unit,
                    cosine: None,
                    fits: true,
                })
                .collect()
        }
    };
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.position.cmp(&b.position)));
    ranked
}

/// How far experience moves a tool, from -[`NUDGE_MAX`] to [`NUDGE_MAX`]: `calls` that ended with this reward in the mean
/// (see [`crate::outcome`]). A tool that nobody called stays where it is.
pub fn nudge(calls: u64, mean_reward: f64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "numbers of calls are far below 2^52")]
    let calls = calls as f64;
    let belief = calls / (calls + CALLS_HALF);
    NUDGE_MAX * belief * mean_reward.clamp(-1.0, 1.0)
}

fn fused(lexical: &[f64], cosines: &[f64]) -> impl Iterator<Item = f64> {
    let (by_words, by_meaning) = (Spread::of(lexical), Spread::of(cosines));
    lexical.iter().zip(cosines).map(move |(words, meaning)| {
        LEXICAL_SHARE * by_words.standard(*words) + (1.0 - LEXICAL_SHARE) * by_meaning.standard(*meaning)
    })
}

/// Mean and standard deviation of what one way of looking says.
#[derive(Debug, Clone, Copy)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl Spread {
    #[allow(clippy::cast_precision_loss, reason = "numbers of tools are far below 2^52")]
    fn of(numbers: &[f64]) -> Self {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
        Self { mean, deviation: variance.sqrt() }
    }

    /// What a difference is measured in.
    fn unit(self) -> f64 {
        if self.deviation > 1e-9 { self.deviation } else { 1.0 }
    }

    /// 0 where all numbers are the same, up to what is lost in adding: they say nothing then.
    fn standard(self, number: f64) -> f64 {
        (number - self.mean) / self.unit()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NUDGE_MAX, Scores, nudge, rank};

    fn order(scores: Scores<'_>) -> Vec<usize> {
        rank(scores, 0.35).iter().map(|ranked| ranked.position).collect()
    }

    #[test]
    fn meaning_counts_more_than_words_and_both_more_than_either() {
        let lexical = [3.0, 0.0, 2.0, 0.0];
        let cosines = [0.1, 0.7, 0.6, 0.1];
        assert_eq!(order(Scores { lexical: &lexical, cosines: Some(&cosines), nudges: &[] })[..2], [2, 1]);
    }

    #[test]
    fn where_one_way_says_nothing_the_other_decides() {
        let cosines = [0.2, 0.4, 0.3];
        assert_eq!(order(Scores { lexical: &[0.0; 3], cosines: Some(&cosines), nudges: &[] }), [1, 2, 0]);
        assert_eq!(order(Scores { lexical: &[0.0, 1.0, 2.0], cosines: None, nudges: &[] }), [2, 1]);
        assert!(order(Scores { lexical: &[], cosines: Some(&[]), nudges: &[] }).is_empty());
    }

    #[test]
    fn what_is_too_far_does_not_fit_and_is_there_all_the_same() {
        let ranked = rank(Scores { lexical: &[0.0; 2], cosines: Some(&[0.34, 0.36]), nudges: &[] }, 0.35);
        let fits: Vec<_> = ranked.iter().map(|ranked| (ranked.position, ranked.fits)).collect();
        assert_eq!(fits, [(1, true), (0, false)]);
    }

    #[test]
    fn experience_decides_among_equals() {
        let nudges = [nudge(0, 0.0), nudge(40, 1.0), nudge(40, -0.2)];
        assert_eq!(order(Scores { lexical: &[1.0; 3], cosines: None, nudges: &nudges }), [1, 0, 2]);
        assert_eq!(
            order(Scores { lexical: &[1.0; 3], cosines: Some(&[0.5; 3]), nudges: &nudges }),
            [1, 0, 2]
        );
    }

    proptest! {
        /// No number of calls, however they ended, moves a tool further than the bound.
        #[test]
        fn experience_has_a_bound(calls in any::<u64>(), reward in -10.0..10.0f64) {
            prop_assert!(nudge(calls, reward).abs() <= NUDGE_MAX);
        }
    }
}
