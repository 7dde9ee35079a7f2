//! What whoever starts the server says of finding tools by meaning.

use std::path::PathBuf;

use clap::Args;
use pegboard_engine::{Embeddings, RelevanceConfig};
use url::Url;

use crate::cli::exit::Failure;

/// Proves to an embeddings server who asks. Not an argument, which every program of the machine can read.
const KEY: &str = "PEGBOARD_EMBEDDINGS_KEY";

#[derive(Debug, Args)]
pub(crate) struct RelevanceArgs {
    /// What finds tools by meaning: a folder with all-MiniLM-L6-v2, the base address of an OpenAI-compatible server (its key:
    /// PEGBOARD_EMBEDDINGS_KEY), or `off`: words alone
    #[arg(
        long,
        env = "PEGBOARD_EMBEDDINGS",
        hide_env_values = true,
        default_value = "off",
        value_name = "DIR|URL|off"
    )]
    embeddings: String,
    /// The model that an embeddings server is asked for
    #[arg(
        long,
        env = "PEGBOARD_EMBEDDINGS_MODEL",
        hide_env_values = true,
        default_value = "text-embedding-3-small",
        value_name = "NAME"
    )]
    embeddings_model: String,
    /// How near a tool must be to a query to fit it, as a cosine
    #[arg(
        long,
        env = "PEGBOARD_RELEVANCE_THRESHOLD",
        hide_env_values = true,
        default_value_t = 0.35,
        value_name = "COSINE"
    )]
    relevance_threshold: f64,
}

impl RelevanceArgs {
    /// A folder that is no model is told of now, rather than by searches that find less.
    pub(super) fn config(&self) -> Result<RelevanceConfig, Failure> {
        if !(-1.0..=1.0).contains(&self.relevance_threshold) {
            return Err(Failure::usage("--relevance-threshold is a cosine: a number from -1 to 1"));
        }
        let embeddings = match self.embeddings.as_str() {
            "off" | "" => Embeddings::Off,
            address if address.starts_with("http://") || address.starts_with("https://") => {
                let url = Url::parse(address)
                    .map_err(|error| Failure::usage(format!("--embeddings is no address: {error}")))?;
                let key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
                Embeddings::Server { url, model: self.embeddings_model.clone(), key }
            }
            folder => {
                let folder = PathBuf::from(folder);
                pegboard_embeddings::identity(&folder)
                    .map_err(|error| Failure::usage(format!("--embeddings names no model: {error}")))?;
                Embeddings::Folder(folder)
            }
        };
        Ok(RelevanceConfig { embeddings, threshold: self.relevance_threshold })
    }
}
