//! The model of embeddings.

mod hostile;
mod reference;
