//! One layer of the encoder.

use crate::attention::Attention;
use crate::config::Config;
use crate::error::ModelError;
use crate::matrix::{View, multiply};
use crate::tensors::Tensors;

/// A matrix and what is added to its product.
#[derive(Debug)]
pub(crate) struct Linear {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Linear {
    fn read(tensors: &Tensors, name: &str, inputs: usize, outputs: usize) -> Result<Self, ModelError> {
        Self::read_together(tensors, &[name], inputs, outputs)
    }

    /// Several of the same shape as one, whose results stand one after another.
    fn read_together(
        tensors: &Tensors,
        names: &[&str],
        inputs: usize,
        outputs: usize,
    ) -> Result<Self, ModelError> {
        let mut weights = vec![0.0; names.len() * outputs * inputs];
        let mut bias = vec![0.0; names.len() * outputs];
        let places = weights.chunks_exact_mut(outputs * inputs).zip(bias.chunks_exact_mut(outputs));
        for (name, (weights, bias)) in names.iter().zip(places) {
            tensors.read_into(&format!("{name}.weight"), &[outputs, inputs], weights)?;
            tensors.read_into(&format!("{name}.bias"), &[outputs], bias)?;
        }
        Ok(Self { weights, bias })
    }

    /// What it makes of each row.
    fn apply(&self, rows: &[f32], into: &mut Vec<f32>) {
        let outputs = self.bias.len();
        let inputs = self.weights.len() / outputs;
        let count = rows.len() / inputs;
        into.clear();
        for _ in 0..count {
            into.extend_from_slice(&self.bias);
        }
        let weights = View::new(&self.weights, outputs, inputs, inputs).transposed();
        multiply(1.0, View::new(rows, count, inputs, inputs), weights, 1.0, into, outputs);
    }
}

/// Brings the numbers of a row to mean 0 and variance 1, then to what the model wants.
#[derive(Debug)]
pub(crate) struct Norm {
    weights: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    pub(crate) fn read(tensors: &Tensors, name: &str, config: &Config) -> Result<Self, ModelError> {
        let shape = [config.hidden_size];
        Ok(Self {
            weights: tensors.read(&format!("{name}.weight"), &shape)?,
            bias: tensors.read(&format!("{name}.bias"), &shape)?,
            epsilon: config.layer_norm_eps,
        })
    }

    pub(crate) fn apply(&self, rows: &mut [f32]) {
        #[allow(clippy::cast_precision_loss, reason = "a width is below 2^24")]
        let count = self.weights.len() as f32;
        for row in rows.chunks_exact_mut(self.weights.len()) {
            let mean = row.iter().sum::<f32>() / count;
            let variance = row.iter().map(|number| (number - mean) * (number - mean)).sum::<f32>() / count;
            let scale = 1.0 / (variance + self.epsilon).sqrt();
            for ((number, weight), bias) in row.iter_mut().zip(&self.weights).zip(&self.bias) {
                *number = (*number - mean) * scale * weight + bias;
            }
        }
    }
}

/// One layer.
#[derive(Debug)]
pub(crate) struct Layer {
    attention: Attention,
    /// Query, key and value of a token.
    asked: Linear,
    taken: Linear,
    taken_norm: Norm,
    wide: Linear,
    narrow: Linear,
    narrow_norm: Norm,
}

/// Places for what layers compute, used by one after another.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    asked: Vec<f32>,
    scores: Vec<f32>,
    taken: Vec<f32>,
    wide: Vec<f32>,
    out: Vec<f32>,
}

impl Layer {
    pub(crate) fn read(tensors: &Tensors, number: usize, config: &Config) -> Result<Self, ModelError> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let layer = format!("encoder.layer.{number}");
        let of_self = |part: &str| format!("{layer}.attention.self.{part}");
        let (query, key, value) = (of_self("query"), of_self("key"), of_self("value"));
        Ok(Self {
            attention: Attention { hidden, heads: config.num_attention_heads },
            asked: Linear::read_together(tensors, &[&query, &key, &value], hidden, hidden)?,
            taken: Linear::read(tensors, &format!("{layer}.attention.output.dense"), hidden, hidden)?,
            taken_norm: Norm::read(tensors, &format!("{layer}.attention.output.LayerNorm"), config)?,
            wide: Linear::read(tensors, &format!("{layer}.intermediate.dense"), hidden, wide)?,
            narrow: Linear::read(tensors, &format!("{layer}.output.dense"), wide, hidden)?,
            narrow_norm: Norm::read(tensors, &format!("{layer}.output.LayerNorm"), config)?,
        })
    }

    /// What it makes of the rows of texts, which have `lengths` rows each.
    pub(crate) fn apply(&self, rows: &mut [f32], lengths: &[usize], scratch: &mut Scratch) {
        let Scratch { asked, scores, taken, wide, out } = scratch;
        self.asked.apply(rows, asked);
        taken.resize(rows.len(), 0.0);
        self.attention.attend(asked, lengths, scores, taken);
        self.taken.apply(taken, out);
        add(rows, out);
        self.taken_norm.apply(rows);
        self.wide.apply(rows, wide);
        wide.iter_mut().for_each(|number| *number = gelu(*number));
        self.narrow.apply(wide, out);
        add(rows, out);
        self.narrow_norm.apply(rows);
    }
}

fn add(rows: &mut [f32], more: &[f32]) {
    for (number, more) in rows.iter_mut().zip(more) {
        *number += more;
    }
}

fn gelu(number: f32) -> f32 {
    number * 0.5 * (1.0 + erf(number * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function, by formula 7.1.26 of Abramowitz and Stegun: off by at most 1.5e-7.
fn erf(number: f32) -> f32 {
    const FACTORS: [f32; 5] = [1.061_405_4, -1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6];
    let size = number.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let sum = FACTORS.iter().fold(0.0, |sum, factor| sum * t + factor);
    (1.0 - sum * t * (-size * size).exp()).copysign(number)
}
