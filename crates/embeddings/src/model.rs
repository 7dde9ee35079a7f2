//! A model in memory.

use std::path::Path;

use crate::config::Config;
use crate::error::ModelError;
use crate::layer::{Layer, Norm, Scratch};
use crate::tensors::{Table, Tensors};
use crate::tokenizer::Tokenizer;

/// Bytes of a text that are read; the model itself takes some 256 words of it.
pub const TEXT_MAX: usize = 16 * 1024;

/// Tokens that are computed at once. More are no faster, and need more memory.
const TOGETHER: usize = 256;

/// A model. The weights of its layers lie in memory (43 MB for all-MiniLM-L6-v2); the table of words stays in its file,
/// because a text needs a few rows of it.
#[derive(Debug)]
pub struct Model {
    tokenizer: Tokenizer,
    words: Table,
    /// What is added to a word at each place.
    places: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    hidden: usize,
}

impl Model {
    /// Reads the model of a folder.
    ///
    /// # Errors
    /// When a file is missing, damaged, or of a model that cannot be used.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let config = Config::read(folder)?;
        let tokenizer = Tokenizer::read(folder, &config)?;
        let tensors = Tensors::open(folder)?;
        let hidden = config.hidden_size;
        let at = |name: &str| format!("embeddings.{name}");
        let words = tensors.table(&at("word_embeddings.weight"), config.vocab_size, hidden)?;
        let shape = [config.max_position_embeddings, hidden];
        let mut places = tensors.read(&at("position_embeddings.weight"), &shape)?;
        places.truncate(config.tokens * hidden);
        // Every text is of the first of two kinds.
        let kinds = tensors.read(&at("token_type_embeddings.weight"), &[2, hidden])?;
        for place in places.chunks_exact_mut(hidden) {
            place.iter_mut().zip(&kinds).for_each(|(number, kind)| *number += kind);
        }
        let norm = Norm::read(&tensors, &at("LayerNorm"), &config)?;
        let layers = (0..config.num_hidden_layers).map(|number| Layer::read(&tensors, number, &config));
        Ok(Self { tokenizer, words, places, norm, layers: layers.collect::<Result<_, _>>()?, hidden })
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.hidden
    }

    /// Texts as vectors of length 1, in order. Of each text the first [`TEXT_MAX`] bytes count.
    ///
    /// # Errors
    /// When the model's file cannot be read any more.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let tokens: Vec<_> = texts.iter().map(|text| self.tokenizer.tokens(beginning(text))).collect();
        let mut vectors = Vec::with_capacity(texts.len());
        let mut scratch = Scratch::default();
        let mut rest = tokens.as_slice();
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(together(rest));
            self.compute(batch, &mut scratch, &mut vectors)?;
            rest = after;
        }
        Ok(vectors)
    }

    fn compute(
        &self,
        texts: &[Vec<u32>],
        scratch: &mut Scratch,
        vectors: &mut Vec<Vec<f32>>,
    ) -> Result<(), ModelError> {
        let lengths: Vec<usize> = texts.iter().map(Vec::len).collect();
        let mut rows = vec![0.0; lengths.iter().sum::<usize>() * self.hidden];
        let mut places = rows.chunks_exact_mut(self.hidden);
        for text in texts {
            let positions = self.places.chunks_exact(self.hidden);
            for ((&token, position), row) in text.iter().zip(positions).zip(&mut places) {
                self.words.row(token as usize, row).map_err(ModelError::TableLost)?;
                row.iter_mut().zip(position).for_each(|(number, place)| *number += place);
            }
        }
        self.norm.apply(&mut rows);
        for layer in &self.layers {
            layer.apply(&mut rows, &lengths, scratch);
        }
        let mut rest = rows.as_slice();
        for length in lengths {
            let (text, after) = rest.split_at(length * self.hidden);
            vectors.push(mean(text, self.hidden));
            rest = after;
        }
        Ok(())
    }
}

/// The tokens of a text, as the model of a folder sees them.
///
/// # Errors
/// When the folder holds no vocabulary that can be used.
pub fn tokens(folder: &Path, text: &str) -> Result<Vec<u32>, ModelError> {
    Ok(Tokenizer::read(folder, &Config::read(folder)?)?.tokens(beginning(text)))
}

/// How many of these texts are computed at once; at least one.
fn together(texts: &[Vec<u32>]) -> usize {
    let mut tokens = 0;
    let fitting = texts.iter().take_while(|text| {
        tokens += text.len();
        tokens <= TOGETHER
    });
    fitting.count().max(1)
}

fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(TEXT_MAX)).unwrap_or(text)
}

/// The direction of the mean of rows, as a vector of length 1.
fn mean(rows: &[f32], width: usize) -> Vec<f32> {
    let mut sum = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    sum.iter_mut().for_each(|number| *number /= length);
    sum
}
