//! The tools of one pool, and ways to find one of them.

use std::collections::HashMap;

use pegboard_model::search::{Index, PAST_QUERIES_MAX, Scores, Vectors, cosine, rank, sentences};

use crate::retrieval::data::{Data, Query, Tool};
use crate::retrieval::embedded::Embedded;

/// A way to find tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Way {
    /// By words.
    Lexical,
    /// By meaning.
    Dense(Past),
    /// By both, as a server does.
    Hybrid(Past),
}

/// Whether queries that led to a tool before count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Past {
    Ignored,
    Counted,
}

impl Way {
    pub(crate) fn all(has_feedback: bool) -> impl Iterator<Item = Self> {
        let without = [Self::Lexical, Self::Dense(Past::Ignored), Self::Hybrid(Past::Ignored)];
        let with = [Self::Dense(Past::Counted), Self::Hybrid(Past::Counted)];
        without.into_iter().chain(with.into_iter().filter(move |_| has_feedback))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lexical => "lexical",
            Self::Dense(_) => "dense",
            Self::Hybrid(_) => "hybrid",
        }
    }

    /// Past queries need meaning: no way by words alone counts them.
    pub(crate) fn past(self) -> Past {
        match self {
            Self::Lexical => Past::Ignored,
            Self::Dense(past) | Self::Hybrid(past) => past,
        }
    }

    pub(crate) fn file_name(self) -> String {
        match self.past() {
            Past::Ignored => self.name().to_owned(),
            Past::Counted => format!("{}-feedback", self.name()),
        }
    }
}

/// A tool that was found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found<'a> {
    pub(crate) id: &'a str,
    pub(crate) fits: bool,
}

/// The tools of one pool.
pub(crate) struct Pool<'a> {
    pub(crate) name: &'a str,
    tools: Vec<&'a Tool>,
    sentences: Vec<String>,
    index: Index,
    /// Queries that led to each, the latest of them.
    past: Vec<Vec<&'a str>>,
}

impl<'a> Pool<'a> {
    pub(crate) fn new(data: &'a Data, name: &'a str) -> Self {
        let tools: Vec<&Tool> = data.tools.iter().filter(|tool| tool.pool == name).collect();
        let places: HashMap<&str, usize> = tools.iter().map(|tool| tool.id.as_str()).zip(0..).collect();
        let mut past = vec![Vec::new(); tools.len()];
        for feedback in data.feedback.iter().rev().filter(|one| one.pool == name && one.outcome == "success")
        {
            let of_tool = places.get(feedback.tool.as_str()).and_then(|place| past.get_mut(*place));
            if let Some(of_tool) = of_tool.filter(|of_tool| of_tool.len() < PAST_QUERIES_MAX) {
                of_tool.push(feedback.query.as_str());
            }
        }
        Self {
            name,
            index: Index::of(tools.iter().map(|tool| tool.searched())),
            sentences: tools.iter().map(|tool| tool.searched().sentence()).collect(),
            tools,
            past,
        }
    }

    /// The tools in the order in which they fit a query.
    pub(crate) fn rank(
        &self,
        embedded: &Embedded,
        query: &Query,
        way: Way,
        threshold: f64,
    ) -> Vec<Found<'a>> {
        let lexical = self.index.scores(&query.query);
        let nothing = vec![0.0; lexical.len()];
        let cosines = || self.cosines(embedded, &query.query, way.past());
        let ranked = match way {
            Way::Lexical => rank(Scores { lexical: &lexical, cosines: None, nudges: &[] }, threshold),
            Way::Dense(_) => {
                rank(Scores { lexical: &nothing, cosines: Some(&cosines()), nudges: &[] }, threshold)
            }
            Way::Hybrid(_) => {
                rank(Scores { lexical: &lexical, cosines: Some(&cosines()), nudges: &[] }, threshold)
            }
        };
        let found = ranked.into_iter().filter_map(|one| Some((self.tools.get(one.position)?, one.fits)));
        found.map(|(tool, fits)| Found { id: &tool.id, fits }).collect()
    }

    fn cosines(&self, embedded: &Embedded, query: &str, past: Past) -> Vec<f64> {
        let queries: Vec<&[f32]> = sentences(query).into_iter().map(|text| embedded.get(text)).collect();
        let vectors = Vectors::of(self.sentences.iter().map(|text| embedded.get(text)));
        let mut cosines = vectors.map(|vectors| vectors.cosines(&queries)).unwrap_or_default();
        if past == Past::Counted {
            for (place, past) in cosines.iter_mut().zip(&self.past) {
                *place =
                    past.iter().fold(*place, |best, text| best.max(cosine(embedded.get(text), &queries)));
            }
        }
        cosines
    }
}
