//! `config.json` and what stands beside it: the shape of a model.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

use crate::error::ModelError;

/// Bytes of a configuration.
const FILE_MAX: u64 = 1 << 20;

/// Tokens of a text, where the folder does not say.
const TOKENS: usize = 256;

/// The shape of a BERT encoder.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Config {
    model_type: String,
    hidden_act: String,
    pub(crate) hidden_size: usize,
    pub(crate) intermediate_size: usize,
    pub(crate) num_hidden_layers: usize,
    pub(crate) num_attention_heads: usize,
    pub(crate) max_position_embeddings: usize,
    pub(crate) vocab_size: usize,
    pub(crate) layer_norm_eps: f32,
    /// Tokens of a text that count, the two around it included.
    #[serde(skip)]
    pub(crate) tokens: usize,
}

/// `sentence_bert_config.json`.
#[derive(Deserialize)]
struct Lengths {
    max_seq_length: usize,
}

/// `tokenizer_config.json`.
#[derive(Deserialize)]
struct Casing {
    do_lower_case: bool,
}

/// `1_Pooling/config.json`.
#[derive(Deserialize)]
struct Pooling {
    pooling_mode_mean_tokens: bool,
}

impl Config {
    /// Reads and checks what a folder says of its model.
    pub(crate) fn read(folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join("config.json");
        let mut config: Self = parse(&path)?;
        let invalid = |reason: String| ModelError::Invalid { path: path.clone(), reason };
        if config.model_type != "bert" || config.hidden_act != "gelu" {
            let found = format!("model_type `{}`, hidden_act `{}`", config.model_type, config.hidden_act);
            return Err(invalid(format!(
                "only BERT encoders with `gelu` can be used, and this says {found}"
            )));
        }
        config.check().map_err(invalid)?;
        let lengths = beside::<Lengths>(&folder.join("sentence_bert_config.json"))?;
        let tokens = lengths.map_or(TOKENS, |lengths| lengths.max_seq_length);
        config.tokens = tokens.clamp(3, config.max_position_embeddings);
        let casing = folder.join("tokenizer_config.json");
        if beside::<Casing>(&casing)?.is_some_and(|casing| !casing.do_lower_case) {
            let reason = "only models that do not tell cases apart can be used".to_owned();
            return Err(ModelError::Invalid { path: casing, reason });
        }
        let pooling = folder.join("1_Pooling/config.json");
        if beside::<Pooling>(&pooling)?.is_some_and(|pooling| !pooling.pooling_mode_mean_tokens) {
            let reason = "only models whose vectors are the mean of their tokens can be used".to_owned();
            return Err(ModelError::Invalid { path: pooling, reason });
        }
        Ok(config)
    }

    /// Bounds on what a folder may ask for, so that none asks for all memory.
    fn check(&self) -> Result<(), String> {
        let bounds = [
            ("hidden_size", self.hidden_size, 1024),
            ("intermediate_size", self.intermediate_size, 4096),
            ("num_hidden_layers", self.num_hidden_layers, 24),
            ("num_attention_heads", self.num_attention_heads, 64),
            ("max_position_embeddings", self.max_position_embeddings, 8192),
            ("vocab_size", self.vocab_size, 1_000_000),
        ];
        for (name, value, most) in bounds {
            if !(1..=most).contains(&value) {
                return Err(format!("`{name}` is {value}, and must be 1 to {most}"));
            }
        }
        if !self.hidden_size.is_multiple_of(self.num_attention_heads) {
            return Err("`hidden_size` is not a multiple of `num_attention_heads`".to_owned());
        }
        if self.max_position_embeddings < 3 {
            return Err("`max_position_embeddings` leaves no place for a text".to_owned());
        }
        if !(0.0..1.0).contains(&self.layer_norm_eps) {
            return Err("`layer_norm_eps` is not between 0 and 1".to_owned());
        }
        Ok(())
    }
}

/// A file that need not be there.
fn beside<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Option<T>, ModelError> {
    match parse(path) {
        Ok(value) => Ok(Some(value)),
        Err(ModelError::Unreadable { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn parse<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, ModelError> {
    let bytes = whole(path, FILE_MAX)?;
    serde_json::from_slice(&bytes)
        .map_err(|error| ModelError::Invalid { path: path.to_owned(), reason: error.to_string() })
}

/// All bytes of a file that has at most so many.
pub(crate) fn whole(path: &Path, limit: u64) -> Result<Vec<u8>, ModelError> {
    let unreadable = |source| ModelError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ModelError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}
