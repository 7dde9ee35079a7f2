//! Every text of the data as a vector.

use std::collections::{HashMap, HashSet};

use pegboard_embeddings::{Model, ModelError};
use pegboard_model::search::sentences;

use crate::retrieval::data::Data;

/// Vectors by their texts.
pub(crate) struct Embedded(HashMap<String, Vec<f32>>);

impl Embedded {
    pub(crate) fn of(model: &Model, data: &Data, threads: usize) -> Result<Self, ModelError> {
        let tools = data.tools.iter().map(|tool| tool.searched().sentence());
        let queries = data.queries.iter().flat_map(|query| sentences(&query.query)).map(str::to_owned);
        let past = data.feedback.iter().map(|feedback| feedback.query.clone());
        let texts: HashSet<String> = tools.chain(queries).chain(past).collect();
        let mut texts: Vec<String> = texts.into_iter().collect();
        // So that both halves of the work are alike.
        texts.sort_unstable_by_key(String::len);
        let threads = threads.max(1);
        let shares = (0..threads).map(|first| texts.iter().skip(first).step_by(threads).collect::<Vec<_>>());
        let embedded = std::thread::scope(|scope| {
            let working: Vec<_> = shares.map(|share| scope.spawn(move || embed(model, share))).collect();
            working
                .into_iter()
                .map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect::<Result<Vec<_>, _>>()
        });
        Ok(Self(embedded?.into_iter().flatten().collect()))
    }

    /// The vector of a text of the data; nothing is near to one of another text.
    pub(crate) fn get(&self, text: &str) -> &[f32] {
        self.0.get(text).map(Vec::as_slice).unwrap_or_default()
    }
}

fn embed(model: &Model, texts: Vec<&String>) -> Result<Vec<(String, Vec<f32>)>, ModelError> {
    let borrowed: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
    let vectors = model.embed(&borrowed)?;
    Ok(texts.into_iter().cloned().zip(vectors).collect())
}
