//! Tools found for labelled queries, three ways, with and without past queries.

mod data;
mod embedded;
mod failure;
mod measures;
mod pool;
mod report;

use pegboard_embeddings::Model;

use crate::arguments::RetrievalArgs;
use crate::retrieval::data::Data;
use crate::retrieval::embedded::Embedded;
pub(crate) use crate::retrieval::failure::Failure;
use crate::retrieval::pool::{Pool, Way};
use crate::retrieval::report::Report;

/// Measures all ways on all queries; gives back the report.
pub(crate) fn run(args: &RetrievalArgs) -> Result<String, Failure> {
    let data = Data::read(&args.data)?;
    let model = Model::open(&args.model)?;
    let pools = data.pools().map(|name| Pool::new(&data, name)).collect::<Vec<_>>();
    let embedded = Embedded::of(&model, &data, args.threads)?;
    let mut report = Report::new(args.threshold);
    for way in Way::all(!data.feedback.is_empty()) {
        let mut run = String::new();
        for query in &data.queries {
            let pool = pools.iter().find(|pool| pool.name == query.pool);
            let pool =
                pool.ok_or_else(|| Failure::NoPool { qid: query.qid.clone(), pool: query.pool.clone() })?;
            let found = pool.rank(&embedded, query, way, args.threshold);
            report.add(way, query, &found);
            let best: Vec<&str> = found.iter().take(BEST).map(|found| found.id).collect();
            let line = serde_json::json!({"qid": query.qid, "ranking": best});
            run.push_str(&format!("{line}\n"));
        }
        if let Some(folder) = &args.runs {
            let path = folder.join(format!("{}.jsonl", way.file_name()));
            let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, run));
            written.map_err(|source| Failure::File { path, source })?;
        }
    }
    Ok(report.to_string())
}

/// Tools of a ranking that are written down.
const BEST: usize = 1_000;
