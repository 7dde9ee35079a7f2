//! Sentences as vectors, by the model all-MiniLM-L6-v2 from a folder, on the processor. No network, no async runtime.
//!
//! The folder is one as `sentence-transformers` publishes them: `config.json`, `vocab.txt`, `model.safetensors`. Every BERT
//! encoder of that shape works whose sentence vectors are the mean of their tokens' vectors. Whatever else a folder holds
//! is refused with the file and the reason; nothing in it is trusted.
//!
//! - [`Model`]: a model in memory, and texts as vectors
//! - [`identity`]: which model a folder holds, without reading all of it
//! - [`tokens`]: what a model sees of a text
//!
//! Texts of a batch are computed one below the other, without padding, so that short ones cost what they are.

mod attention;
mod config;
mod error;
mod identity;
mod layer;
mod matrix;
mod model;
mod tensors;
mod tokenizer;
mod words;

pub use error::ModelError;
pub use identity::identity;
pub use model::{Model, TEXT_MAX, tokens};
